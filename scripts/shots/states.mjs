// The states of the page that `npm run shots` takes pictures of, each reached as a person would.
import { card, ready } from '../built-page.mjs';
import { spacetimeStates } from './spacetime.mjs';

const phone = { width: 390, height: 844 };
const small = { width: 1280, height: 720 };
const low = { width: 640, height: 400 };
const narrow = { width: 320, height: 640 };

const pause = (page) => page.getByRole('button', { name: 'Pause', exact: true }).click();
const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};
const speed = (page, factor) =>
  page.getByRole('combobox', { name: 'Speed' }).selectOption(String(factor));
/** The title of the document tells the group's state. */
const groupIs = (page, word) =>
  page.waitForFunction((start) => document.title.startsWith(start), word);

/** An action on a process by key; the page may be playing. */
async function act(page, process, key) {
  await card(page, process).click();
  await press(page, key);
}

async function frozen(page) {
  await act(page, 'c-2', 'z');
  await card(page, 'c-2')
    .and(page.getByRole('button', { name: /Frozen/ }))
    .waitFor();
}

async function rebalancing(page) {
  await frozen(page);
  await groupIs(page, 'Rebalancing');
  await pause(page);
}

/** The chain behind a partition that has moved from the frozen c-2 to c-3. */
async function chainOfTile(page) {
  await frozen(page);
  await speed(page, 5);
  await page.locator('[data-process="c-3"] .tile.believed[data-partition="4"]').waitFor();
  await pause(page);
  await page.locator('[data-process="c-3"] .tile[data-partition="4"]').click();
  await page.getByRole('tab', { name: 'Why' }).click();
  await page.getByRole('list', { name: 'Steps back to what set it off' }).waitFor();
}

/** A newcomer, and a frozen member whom the rebalance waits for. */
async function waitsForFrozen(page) {
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
function reached(page, seconds) {
  return page.waitForFunction((until) => {
    const clock = document.querySelector('[role=timer]')?.textContent ?? '';
    return Number(/[\d.]+/.exec(clock)?.[0]) >= until;
  }, seconds);
}

/** Opens an experiment and plays it up to a time, quickly. */
async function playTo(page, title, seconds) {
  await open(page, title);
  await speed(page, 20);
  await reached(page, seconds);
  await pause(page);
}

const tab = (page, name) => page.getByRole('tab', { name, exact: true }).click();

/** A death and a return, each with its rebalance; the ledger lists them. */
async function ledger(page) {
  await act(page, 'c-2', 'z');
  await speed(page, 5);
  await reached(page, 12);
  await act(page, 'c-2', 'z');
  await reached(page, 16);
  await pause(page);
  await tab(page, 'Ledger');
  await page.getByRole('columnheader', { name: 'Started at' }).waitFor();
}

const consumersFile = (count, topics) => ({
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

async function importFile(page, file, seconds) {
  await page.getByLabel('File to import').setInputFiles(file);
  await page.getByRole('status').getByText(`${file.name} is open.`).waitFor();
  await press(page, 'Escape');
  await speed(page, 10);
  await reached(page, seconds);
  await pause(page);
}

const longTopics = [
  { name: 'orders-of-the-northern-region-of-the-european-market-archive', partitions: 6 },
  { name: 'orders-of-the-northern-region-of-the-european-market-archive.old', partitions: 3 },
];

const popup = (page) => page.locator(':popover-open').first().waitFor();

/** name -> how to get there, on which window; the theme is the script's. */
export const states = {
  ...spacetimeStates,
  fresh: { reach: pause },
  playing: { reach: async () => {} },
  selected: { reach: async (page) => (await pause(page), card(page, 'c-1').click()) },
  frozen: { reach: async (page) => (await frozen(page), pause(page)) },
  rebalancing: { reach: rebalancing },
  why: {
    reach: async (page) => {
      await rebalancing(page);
      await card(page, 'c-1').click();
      await page.getByRole('tab', { name: 'Why' }).click();
    },
  },
  'coordinator-killed': {
    reach: async (page) => {
      await act(page, 'broker-1', 'k');
      await card(page, 'c-1')
        .and(page.getByRole('button', { name: /Rediscovering/ }))
        .waitFor();
      await pause(page);
    },
  },
  election: { reach: (page) => playTo(page, 'The coordinator is killed', 8) },
  'everything-dead': {
    reach: async (page) => {
      await pause(page);
      for (const name of ['c-1', 'c-2', 'c-3', 'broker-1', 'broker-2', 'broker-3']) {
        await act(page, name, 'k');
      }
    },
  },
  twelve: { reach: (page) => playTo(page, 'Twelve consumers', 6) },
  sixteen: { reach: (page) => playTo(page, 'Sixteen consumers, sixty partitions', 6) },
  forty: {
    reach: (page) => importFile(page, consumersFile(40, [{ name: 'orders', partitions: 60 }]), 9),
  },
  sixty: { reach: (page) => playTo(page, 'Sixty consumers', 9) },
  'sixty-closer': {
    reach: async (page) => {
      await playTo(page, 'Sixty consumers', 9);
      await page.getByRole('button', { name: 'Consumers as cards' }).click();
    },
  },
  'forty-frozen': {
    reach: async (page) => {
      await importFile(page, consumersFile(40, [{ name: 'orders', partitions: 260 }]), 9);
      await act(page, 'c-2', 'z');
      await act(page, 'c-3', 'k');
    },
  },
  'frozen-out': {
    reach: async (page) => {
      await frozen(page);
      await speed(page, 5);
      await reached(page, 14);
      await pause(page);
      await card(page, 'c-2').click();
    },
  },
  'why-lit': { reach: async (page) => (await chainOfTile(page), press(page, 'w')) },
  'phone-why-lit': {
    size: phone,
    reach: async (page) => (await chainOfTile(page), press(page, 'w')),
  },
  waits: { reach: waitsForFrozen },
  'topic-selected': {
    reach: async (page) => {
      await pause(page);
      await page.getByRole('button', { name: /^\d+ topics?$/ }).click();
      await page.getByRole('button', { name: 'orders', exact: true }).click();
    },
  },
  'many-consumers': {
    reach: (page) => importFile(page, consumersFile(90, [{ name: 'orders', partitions: 60 }]), 9),
  },
  'three-groups': { reach: (page) => playTo(page, 'Three groups, three coordinators', 8) },
  'long-names': { reach: (page) => importFile(page, consumersFile(5, longTopics), 9) },
  'consumer-refused': { reach: (page) => playTo(page, 'Refused for good', 8) },
  'link-cut': { reach: (page) => playTo(page, 'A link is cut and restored', 7) },
  experiments: {
    reach: async (page) => {
      await pause(page);
      await page.getByRole('button', { name: /^Experiment: / }).click();
      await popup(page);
    },
  },
  topics: {
    reach: async (page) => {
      await pause(page);
      await page.getByRole('button', { name: '1 topic' }).click();
      await popup(page);
    },
  },
  settings: {
    reach: async (page) => {
      await pause(page);
      await card(page, 'c-1').click();
      await page.getByRole('tab', { name: 'Settings' }).click();
    },
  },
  bytes: {
    reach: async (page) => {
      await pause(page);
      await press(page, 'a');
      await page.getByRole('tab', { name: 'Messages' }).click();
      // By its button: the arrow keys walk the tabs, which have the focus.
      while ((await page.locator('.data-table tbody th button').count()) === 0) {
        await page.getByRole('button', { name: 'Next event' }).click();
      }
      await page.locator('.data-table tbody th button').first().click();
      await press(page, 'a');
      await page.getByRole('tab', { name: 'Bytes' }).click();
    },
  },
  'state-machine': {
    reach: async (page) => {
      await pause(page);
      await card(page, 'c-1').click();
      await page.getByRole('tab', { name: 'State' }).click();
    },
  },
  log: { reach: async (page) => (await pause(page), press(page, '/')) },
  table: {
    reach: async (page) => {
      await rebalancing(page);
      await press(page, 'a');
      await page.getByRole('region', { name: 'The stage as a table' }).waitFor();
    },
  },
  'ownership-table': {
    reach: async (page) => {
      await rebalancing(page);
      await page
        .getByRole('region', { name: 'Time' })
        .getByRole('button', { name: /table/i })
        .click();
    },
  },
  legend: {
    reach: async (page) => {
      await pause(page);
      await page.getByRole('button', { name: 'Legend' }).click();
    },
  },
  help: {
    reach: async (page) => {
      await pause(page);
      await press(page, '?');
      await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
    },
  },
  'page-settings': {
    reach: async (page) => {
      await pause(page);
      await page.getByRole('button', { name: 'Settings of the page' }).click();
      await popup(page);
    },
  },
  presenter: { size: small, reach: async (page) => (await rebalancing(page), present(page)) },
  'presenter-large': {
    size: { width: 1920, height: 1080 },
    reach: async (page) => (await rebalancing(page), present(page)),
  },
  'presenter-phone': {
    size: phone,
    reach: async (page) => (await rebalancing(page), present(page)),
  },
  'presenter-low': {
    size: low,
    reach: async (page) => (await rebalancing(page), present(page)),
  },
  'presenter-narrow': {
    size: narrow,
    reach: async (page) => (await rebalancing(page), present(page)),
  },
  small: { size: small, reach: rebalancing },
  'small-unfolded': {
    size: small,
    reach: async (page) => {
      await rebalancing(page);
      await page.getByRole('button', { name: 'All figures' }).click();
    },
  },
  ledger: { reach: ledger },
  'ledger-running': {
    size: small,
    reach: async (page) => {
      await rebalancing(page);
      await tab(page, 'Ledger');
      await page.getByRole('columnheader', { name: 'Started at' }).waitFor();
    },
  },
  'log-rule': {
    reach: async (page) => {
      await rebalancing(page);
      await tab(page, 'Log');
      await page.getByRole('combobox', { name: 'Rule' }).selectOption('HB-3');
      await page.getByRole('button', { name: 'Previous match' }).click();
    },
  },
  'phone-log': {
    size: phone,
    reach: async (page) => {
      await pause(page);
      await tab(page, 'Log');
      await page.getByRole('tablist', { name: 'Views over time' }).scrollIntoViewIfNeeded();
    },
  },
  'phone-ledger': {
    size: phone,
    reach: async (page) => {
      await ledger(page);
      await page.getByRole('tablist', { name: 'Views over time' }).scrollIntoViewIfNeeded();
    },
  },
  phone: { size: phone, reach: pause },
  'phone-sheet': {
    size: phone,
    reach: async (page) => (await pause(page), card(page, 'c-1').click()),
  },
  'phone-table': {
    size: phone,
    reach: async (page) => {
      await playTo(page, 'Three groups, three coordinators', 8);
      await press(page, 'a');
    },
  },
  'phone-rebalancing': { size: phone, reach: rebalancing },
  'phone-help': {
    size: phone,
    reach: async (page) => {
      await press(page, '?');
      await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
    },
  },
  narrow: { size: narrow, reach: pause },
  'zoom-200': { size: { width: 720, height: 450 }, reach: pause },
  'not-started': {
    before: (page) => page.route('**/simulation.worker*', (route) => route.abort()),
    reach: (page) => page.getByRole('alert').waitFor(),
  },
  starting: {
    // Never answered: the page waits.
    before: (page) => page.route('**/simulation.worker*', () => {}),
    reach: (page) => page.getByText('The simulation is starting').waitFor(),
  },
  'without-workers': {
    before: (page) =>
      page.addInitScript(() => {
        Reflect.deleteProperty(window, 'Worker');
      }),
    reach: async (page) => (await ready(page), pause(page)),
  },
  'region-at-fault': {
    before: (page) =>
      page.addInitScript(() => {
        CanvasRenderingContext2D.prototype.arc = () => {
          throw new Error('no more circles');
        };
      }),
    reach: (page) => page.getByRole('alert').first().waitFor(),
  },
};

async function present(page) {
  await press(page, 'v');
  await page.getByRole('region', { name: 'Presenter mode' }).waitFor();
}
