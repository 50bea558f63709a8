import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './page.ts';
import { card, groupBar, openPage, pause, setSpeed, virtualSeconds } from './stage.ts';

const viewTab = (page: Page) => page.getByRole('tab', { name: 'Space-time', exact: true });
const picture = (page: Page) => page.locator('.spacetime');
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' });
const table = (page: Page) => page.getByRole('table', { name: /^Messages/ });
const rows = (page: Page) => table(page).locator('tbody tr:not([aria-hidden])');
const lanes = (page: Page) => page.getByRole('list', { name: 'Processes' });

/** c-2 is frozen, declared dead, and the others have a new generation. */
async function frozenOut(page: Page): Promise<void> {
  await openPage(page);
  // It has sent heartbeats before: the first is due at 4.6 s.
  await setSpeed(page, '1');
  await expect.poll(() => virtualSeconds(page)).toBeGreaterThan(4.9);
  await card(page, 'c-2').click();
  await page.keyboard.press('z');
  await setSpeed(page, '5');
  await expect(groupBar(page)).toContainText('generation 3');
  await pause(page);
  await viewTab(page).click();
  await expect(lanes(page).getByRole('button')).toHaveText([
    /zookeeper/,
    /broker-1/,
    /broker-2/,
    /broker-3/,
    /c-1/,
    /c-2/,
    /c-3/,
  ]);
}

/** The title of the place, once the pointer is there. */
async function titleAt(page: Page, x: number, y: number): Promise<string> {
  await page.mouse.move(x, y);
  return (await picture(page).getAttribute('title')) ?? '';
}

/** Goes from right to left between two lanes until the title says so; where that is. */
async function findTitle(page: Page, process: string, words: RegExp, below = 0) {
  const lane = await lanes(page).getByRole('button', { name: process }).boundingBox();
  const plot = await picture(page).locator('.plot').boundingBox();
  if (!lane || !plot) throw new Error('not on the page');
  const y = lane.y + below;
  for (let x = plot.x + plot.width * 0.9; x > plot.x; x -= 3) {
    const title = await titleAt(page, x, y);
    if (words.test(title)) return { x, y, title };
  }
  throw new Error(`nothing says ${words.source}`);
}

test('the silence of a frozen consumer is seen, and where its coordinator has had enough', async ({
  page,
}) => {
  await frozenOut(page);
  await expect(lanes(page).getByRole('button', { name: 'broker-1 coordinator' })).toBeVisible();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await page.getByRole('button', { name: 'only c-2' }).click();
  await expect(table(page)).toHaveAccessibleName(/of c-2/);
  const expiry = rows(page).filter({ hasText: 'dead-after timer ran out' });
  const beats = rows(page).filter({ hasText: 'Heartbeat request' });
  await expect(expiry).toHaveCount(1);
  await expect(expiry).toContainText('broker-1');
  const secondsOf = async (row: typeof expiry) =>
    Number.parseFloat(await row.getByRole('button').innerText());
  const diedAt = await secondsOf(expiry);
  // Only rows in view are made: down to the last sign of life.
  await expiry.getByRole('button').focus();
  for (let screens = 0; (await beats.count()) === 0 && screens < 20; screens++) {
    await page.keyboard.press('PageDown');
  }
  const silentFor = diedAt - (await secondsOf(beats.first()));
  expect(silentFor).toBeGreaterThan(2.9);
  expect(silentFor).toBeLessThan(4);

  await page.keyboard.press('Home');
  await expiry.getByRole('button').click();
  expect(await virtualSeconds(page)).toBeCloseTo(diedAt, 1);
  await expect(inspector(page)).toContainText('dead-after');
});

test('a message is found by its line, and its bytes open', async ({ page }) => {
  await frozenOut(page);
  await page.getByRole('button', { name: 'Large', exact: true }).click();
  const { x, y, title } = await findTitle(page, 'broker-3', /^RegisterConsumer request/);
  expect(title).toMatch(
    /^RegisterConsumer request, c-\d to broker-1, .*arrived at [\d.]+ s, after/,
  );
  await page.mouse.click(x, y);
  await expect(
    inspector(page).getByRole('heading', { name: 'RegisterConsumer request' }),
  ).toBeVisible();
  await inspector(page).getByRole('tab', { name: 'Bytes' }).click();
  await expect(page.getByRole('region', { name: 'Bytes of the request' })).toContainText('billing');
});

test('a lane is selected by its name and by its line; timers can be put away', async ({ page }) => {
  await frozenOut(page);
  await page.getByRole('button', { name: 'Large', exact: true }).click();
  const lane = await lanes(page).getByRole('button', { name: 'c-2' }).boundingBox();
  const bar = (lane?.height ?? 0) / 2 + 9;
  const ranOut = /^broker-1's timer for c-2, started at [\d.]+ s, ran out at [\d.]+ s$/;
  const found = await findTitle(page, 'c-2', ranOut, bar);
  await page.getByRole('button', { name: 'timers', exact: true }).click();
  expect(await titleAt(page, found.x - 4, found.y)).not.toMatch(/timer/);
  await lanes(page).getByRole('button', { name: 'c-1' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(inspector(page).getByRole('heading', { name: 'c-3', exact: true })).toBeVisible();
});

/** How strong a lifeline is drawn: of some columns the least, whatever crosses it elsewhere. */
async function strengthOf(page: Page, process: string): Promise<number> {
  const canvas = picture(page).locator('canvas');
  const lane = await lanes(page).getByRole('button', { name: process }).boundingBox();
  const around = await canvas.boundingBox();
  if (!lane || !around) throw new Error('not on the page');
  return canvas.evaluate(
    (element: HTMLCanvasElement, { top, height }) => {
      const context = element.getContext('2d');
      const strongest = (x: number) => {
        const { data } = context!.getImageData(x, top, 1, height);
        return Math.max(...data.filter((_, index) => index % 4 === 3));
      };
      return Math.min(...Array.from({ length: 60 }, (_, index) => strongest(300 + index)));
    },
    { top: Math.round(lane.y - around.y), height: Math.round(lane.height) },
  );
}

test('what a chain of causes does not touch is dimmed here too', async ({ page }) => {
  await frozenOut(page);
  await card(page, 'c-3').click();
  expect(await strengthOf(page, 'broker-2')).toBe(255);
  await page.keyboard.press('w');
  await expect(lanes(page).getByRole('button', { name: 'broker-2' })).toHaveClass(/dimmed/);
  await expect(lanes(page).getByRole('button', { name: 'c-2' })).not.toHaveClass(/dimmed/);
  await expect.poll(() => strengthOf(page, 'broker-2')).toBeLessThan(100);
  expect(await strengthOf(page, 'broker-1')).toBe(255);
  await page.keyboard.press('w');
  await expect.poll(() => strengthOf(page, 'broker-2')).toBe(255);
});

test('axe finds nothing in the picture and its table, in both themes', async ({ page }) => {
  await frozenOut(page);
  await expectAccessible(page);
  await page.keyboard.press('t');
  await expectAccessible(page, 'colours');
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expectAccessible(page);
  await page.keyboard.press('t');
  await expectAccessible(page, 'colours');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the picture and its switches fit', async ({ page }) => {
    await openPage(page);
    await pause(page);
    await viewTab(page).click();
    await expect(lanes(page).getByRole('button', { name: 'c-3' })).toBeVisible();
    const buttons = page.locator('.view-buttons button');
    const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()));
    const ordered = boxes.flatMap((box) => box ?? []).toSorted((a, b) => a.y - b.y || a.x - b.x);
    for (const [index, box] of ordered.entries()) {
      expect(box.x + box.width).toBeLessThanOrEqual(390);
      const next = ordered[index + 1];
      if (next && next.y < box.y + box.height) {
        expect(next.x).toBeGreaterThanOrEqual(box.x + box.width - 0.5);
      }
    }
    await expectAccessible(page);
  });
});
