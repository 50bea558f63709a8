import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './page.ts';
import { card, groupBar, openPage, pause, setSpeed, virtualSeconds } from './stage.ts';

const region = (page: Page) => page.getByRole('region', { name: 'Time', exact: true });
const view = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
const overview = (page: Page) => page.getByRole('scrollbar', { name: 'Stretch in view' });
const fromSeconds = async (page: Page) =>
  Number(await overview(page).getAttribute('aria-valuenow'));

/** c-2 is out of the group, and has been for a while. */
async function frozenOut(page: Page): Promise<void> {
  await openPage(page);
  await card(page, 'c-2').click();
  await page.keyboard.press('z');
  await setSpeed(page, '5');
  await expect(groupBar(page)).toContainText('generation 3');
  await expect.poll(() => virtualSeconds(page)).toBeGreaterThan(15);
  await pause(page);
}

test('[OFF-2] lag: a partition is told by its row, its title and its table', async ({ page }) => {
  await frozenOut(page);
  await view(page, 'Lag');
  const partitions = region(page).getByRole('list', { name: 'Partitions' });
  await expect(partitions.getByRole('button')).toHaveCount(6);
  const plot = page.locator('.axis-plot.lag .plot');
  const box = await plot.boundingBox();
  if (!box) throw new Error('not on the page');
  await page.mouse.move(box.x + box.width * 0.5, box.y + 8);
  await expect(page.locator('.axis-plot.lag')).toHaveAttribute(
    'title',
    /^orders 0: \d+ records? not committed at [\d.]+ s$/,
  );
  await page.mouse.click(box.x + box.width * 0.5, box.y + 8);
  await expect(partitions.getByRole('button', { name: 'orders 0' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show as table' }).click();
  const rows = page.getByRole('table', { name: /^Lag/ }).locator('tbody tr:not([aria-hidden])');
  await expect(rows).toHaveCount(6);
  await expect(rows.first()).toContainText('orders 0');
  await expectAccessible(page);
});

test('[OWN-6] ownership by consumer: what each held, and a press on it', async ({ page }) => {
  await frozenOut(page);
  await page.getByRole('combobox', { name: 'A row for each' }).selectOption('consumer');
  const consumers = region(page).getByRole('list', { name: 'Consumers' });
  await expect(consumers.getByRole('button')).toHaveText([/c-1/, /c-2/, /c-3/]);
  const box = await page.locator('.axis-plot.ownership .plot').boundingBox();
  const row = await consumers.getByRole('button', { name: 'c-2' }).boundingBox();
  if (!box || !row) throw new Error('not on the page');
  await page.mouse.move(box.x + box.width * 0.85, row.y + row.height / 2);
  await expect(page.locator('.axis-plot.ownership')).toHaveAttribute(
    'title',
    /^c-2 is frozen and does not read it: orders 4 and orders 5, from/,
  );
  await consumers.getByRole('button', { name: 'c-3' }).click();
  await expect(page.getByRole('heading', { name: 'c-3' })).toBeVisible();
  await expectAccessible(page);
});

test('together three pictures stand on one axis, and a press in any of them moves one playhead', async ({
  page,
}) => {
  await frozenOut(page);
  await view(page, 'Together');
  await page.getByRole('button', { name: 'Large', exact: true }).click();
  const boxes = [];
  for (const name of ['ownership', 'spacetime', 'lag']) {
    const box = await page.locator(`.axis-plot.${name} .plot`).boundingBox();
    if (!box) throw new Error(`${name} is not on the page`);
    boxes.push(box);
  }
  for (const [index, box] of boxes.entries()) {
    expect([box.x, box.width]).toEqual([boxes[0]?.x, boxes[0]?.width]);
    const at = box.x + box.width * (0.3 + index * 0.1);
    await page.mouse.click(at, box.y + box.height - 6);
    const span = 14;
    const expected = (await fromSeconds(page)) + span * (0.3 + index * 0.1);
    expect(Math.abs((await virtualSeconds(page)) - expected)).toBeLessThan(0.15);
  }
  await expectAccessible(page);
});

test('the overview moves the stretch in view, by keys and by hand', async ({ page }) => {
  await frozenOut(page);
  for (let times = 0; times < 3; times++) await page.keyboard.press('+');
  const before = await fromSeconds(page);
  expect(before).toBeGreaterThan(5);
  await overview(page).focus();
  await page.keyboard.press('PageUp');
  expect(await fromSeconds(page)).toBeLessThan(before);
  await page.keyboard.press('Home');
  expect(await fromSeconds(page)).toBe(0);
  const seconds = await virtualSeconds(page);
  await page.keyboard.press('End');
  expect(await fromSeconds(page)).toBeGreaterThan(before);
  expect(await virtualSeconds(page)).toBe(seconds);
  // A press beside the stretch goes there.
  const box = await overview(page).boundingBox();
  if (!box) throw new Error('not on the page');
  await page.mouse.click(box.x + box.width * 0.05, box.y + box.height / 2);
  expect(await virtualSeconds(page)).toBeLessThan(2);
});

test('the border parts the room between stage and time; Large takes all of it', async ({
  page,
}) => {
  await openPage(page);
  await pause(page);
  const heightOf = async () => (await page.locator('.time-views').boundingBox())?.height ?? 0;
  const before = await heightOf();
  await page.getByRole('separator', { name: 'Height of the time views' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(heightOf).toBe(before + 24);
  await page.keyboard.press('Home');
  await expect.poll(heightOf).toBe(before);
  await page.getByRole('button', { name: 'Large', exact: true }).click();
  await expect(page.getByRole('main', { name: 'Stage' })).toBeHidden();
  expect(await heightOf()).toBeGreaterThan(before + 200);
  await page.getByRole('button', { name: 'Large', exact: true }).click();
  await expect(page.getByRole('main', { name: 'Stage' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  for (const name of ['Ownership', 'Space-time', 'Lag', 'Together', 'Ledger', 'Log']) {
    test(`nothing in the heads of ${name} lies over something else`, async ({ page }) => {
      await openPage(page);
      await pause(page);
      await view(page, name);
      const controls = region(page).locator(
        ':is(.view-buttons, .log-filter) :is(button, select, .log-text):visible',
      );
      const boxes = [];
      for (const control of await controls.all()) boxes.push(await control.boundingBox());
      expect(boxes.length).toBeGreaterThan(0);
      for (const [place, a] of boxes.entries()) {
        for (const b of boxes.slice(place + 1)) {
          if (!a || !b) continue;
          const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
          const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
          expect(Math.min(across, down)).toBeLessThanOrEqual(0.5);
        }
      }
      const words = page.getByRole('textbox', { name: /^Words/ });
      const widths = await words.evaluateAll((all) => all.map(({ clientWidth }) => clientWidth));
      for (const width of widths) expect(width).toBeGreaterThan(80);
    });
  }
});
