// The ways to the states of the page that `npm run shots` takes pictures of.
import { card } from '../built-page.mjs';

export const phone = { width: 390, height: 844 };
export const small = { width: 1280, height: 720 };
export const low = { width: 640, height: 400 };
export const narrow = { width: 320, height: 640 };

export const pause = (page) => page.getByRole('button', { name: 'Pause', exact: true }).click();
export const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};
export const speed = (page, factor) =>
  page.getByRole('combobox', { name: 'Speed' }).selectOption(String(factor));
/** The title of the document tells the group's state. */
const groupIs = (page, word) =>
  page.waitForFunction((start) => document.title.startsWith(start), word);

/** An action on a process by key; the page may be playing. */
export async function act(page, process, key) {
  await card(page, process).click();
  await press(page, key);
}

export async function frozen(page) {
  await act(page, 'c-2', 'z');
  await card(page, 'c-2')
    .and(page.getByRole('button', { name: /Frozen/ }))
    .waitFor();
}

export async function rebalancing(page) {
  await frozen(page);
  await groupIs(page, 'Rebalancing');
  await pause(page);
}

/** The chain behind a partition that has moved from the frozen c-2 to c-3. */
export async function chainOfTile(page) {
  await frozen(page);
  await speed(page, 5);
  await page.locator('[data-process="c-3"] .tile.believed[data-partition="4"]').waitFor();
  await pause(page);
  await page.locator('[data-process="c-3"] .tile[data-partition="4"]').click();
  await page.getByRole('tab', { name: 'Why' }).click();
  await page.getByRole('list', { name: 'Steps back to what set it off' }).waitFor();
}

/** A newcomer, and a frozen member whom the rebalance waits for. */
export async function waitsForFrozen(page) {
  await frozen(page);
  await press(page, 'n');
  await groupIs(page, 'Rebalancing');
  await pause(page);
  await press(page, 'Escape');
  await page.getByRole('tab', { name: 'Waits' }).click();
  await page.getByText('Why is billing not stable?').waitFor();
}

async function open(page, title) {
  await page.getByRole('button', { name: /^Experiment: / }).click();
  await page.getByRole('button', { name: title, exact: true }).click();
}

/** Until the page's clock says so. */
export function reached(page, seconds) {
  return page.waitForFunction((until) => {
    const clock = document.querySelector('[role=timer]')?.textContent ?? '';
    return Number(/[\d.]+/.exec(clock)?.[0]) >= until;
  }, seconds);
}

/** Opens an experiment and plays it up to a time, quickly. */
export async function playTo(page, title, seconds) {
  await open(page, title);
  await speed(page, 20);
  await reached(page, seconds);
  await pause(page);
}

export const tab = (page, name) => page.getByRole('tab', { name, exact: true }).click();

/** A death and a return, each with its rebalance; the ledger lists them. */
export async function ledger(page) {
  await act(page, 'c-2', 'z');
  await speed(page, 5);
  await reached(page, 12);
  await act(page, 'c-2', 'z');
  await reached(page, 16);
  await pause(page);
  await tab(page, 'Ledger');
  await page.getByRole('columnheader', { name: 'Started at' }).waitFor();
}

export const consumersFile = (count, topics) => ({
  name: 'shot.json',
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({
      format: 'regroup-experiment',
      version: 1,
      title: `${count} consumers`,
      seed: 4,
      scenario: {
        protocol: 'register',
        brokers: 3,
        topics,
        network: { latencyMs: [20, 60] },
        groups: [{ id: 'billing', consumers: namedConsumers(count, topics) }],
      },
    }),
  ),
});

function namedConsumers(count, topics) {
  const names = topics.map(({ name }) => name);
  return Array.from({ length: count }, (_, index) => ({
    name: `c-${index + 1}`,
    startAtMs: 500 + index * 40,
    topics: names,
  }));
}

export async function importFile(page, file, seconds) {
  await page.getByLabel('File to import').setInputFiles(file);
  await page.getByRole('status').getByText(`${file.name} is open.`).waitFor();
  await press(page, 'Escape');
  await speed(page, 10);
  await reached(page, seconds);
  await pause(page);
}

export const longTopics = [
  { name: 'orders-of-the-northern-region-of-the-european-market-archive', partitions: 6 },
  { name: 'orders-of-the-northern-region-of-the-european-market-archive.old', partitions: 3 },
];

/** The freeze of c-2 is switched off in a branch, after the group has gone on without it. */
export async function unfrozen(page) {
  await frozen(page);
  await speed(page, 5);
  await reached(page, 11);
  await pause(page);
  await press(page, 'Escape');
  await page.getByRole('button', { name: '1 branch' }).click();
  await page.getByRole('switch', { name: 'freeze c-2' }).click();
  await page.getByRole('button', { name: '2 branches' }).waitFor();
}

export async function compared(page) {
  await unfrozen(page);
  await page.getByRole('button', { name: /^Compare with branch freeze c-2, / }).click();
  await page.getByText('First difference at').waitFor();
}

export const popup = (page) => page.locator(':popover-open').first().waitFor();
