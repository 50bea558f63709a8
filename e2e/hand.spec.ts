import type { Page } from '@playwright/test';
import { expect, test } from './page.ts';
import { card, centreOf, openExperiment, openPage, pause, tool } from './stage.ts';

function topicName(page: Page) {
  return page.getByRole('form', { name: 'New topic' }).getByRole('textbox', { name: 'name' });
}

function notice(page: Page) {
  return page.locator('.notices output');
}

test('the focus has a place after everything that goes away', async ({ page }) => {
  await openPage(page);
  await pause(page);
  await tool(page, 'topic').focus();
  await page.keyboard.press('o');
  await topicName(page).press('Enter');
  await expect(tool(page, 'topic')).toBeFocused();
  await page.getByRole('button', { name: '2 topics' }).press('Enter');
  await page.getByRole('button', { name: 'Delete topic orders' }).press('Enter');
  await expect(page.getByRole('button', { name: 't-1', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Delete topic t-1' }).press('Enter');
  await expect(page.getByRole('button', { name: 'New topic' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '0 topics' })).toBeFocused();

  await page.getByRole('button', { name: 'Legend', exact: true }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Legend', exact: true })).toBeFocused();
  const undo = page.getByRole('button', { name: 'Undo the last action' });
  for (let i = 0; i < 4; i++) await undo.press('Enter');
  await expect(undo).toBeDisabled();
  await expect(undo).toBeFocused();
});

test('the group that is chosen gets the focus that its card had', async ({ page }) => {
  await openPage(page);
  await openExperiment(page, 'Two groups, two coordinators');
  await page.getByRole('button', { name: /^Show group analytics/ }).press('Enter');
  await expect(page.getByRole('region', { name: 'Group analytics' })).toBeFocused();
});

test('the form of a new topic keeps what is typed, wherever the focus is', async ({ page }) => {
  await openPage(page);
  await pause(page);
  await tool(page, 'topic').click();
  await page.getByRole('button', { name: 'new consumer' }).click();
  await expect(topicName(page)).toBeFocused();
  await card(page, 'c-1').click();
  await page.keyboard.type('kz');
  await expect(topicName(page)).toHaveValue('kz');
  await expect(card(page, 'c-1')).toHaveAccessibleName(/Part of group/);
  await card(page, 'c-1').click();
  await page.keyboard.press('Escape');
  await expect(topicName(page)).toHaveCount(0);
  await expect(tool(page, 'topic')).toHaveAttribute('aria-pressed', 'false');
});

test('on a phone the form of a new topic is brought into view', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page);
  await tool(page, 'topic').focus();
  await page.keyboard.press('o');
  await expect(topicName(page)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Create topic' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('heading', { name: 'New topic' })).toBeInViewport({ ratio: 1 });
});

test('a card dropped on the bin is killed; anywhere else it says why not', async ({ page }) => {
  await openPage(page);
  await pause(page);
  const at = await centreOf(card(page, 'c-2'));
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  const broker = await centreOf(card(page, 'broker-2'));
  await page.mouse.move(broker.x, broker.y, { steps: 4 });
  await expect(page.locator('.ghost')).toContainText('finds its coordinator by itself');
  await page.mouse.up();
  await expect(notice(page)).toContainText('finds its coordinator by itself');

  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(broker.x, broker.y, { steps: 4 });
  await page.keyboard.press('Escape');
  await expect(page.locator('.ghost, .bin')).toHaveCount(0);
  await page.mouse.up();
  await expect(card(page, 'broker-2')).toHaveAttribute('aria-pressed', 'false');

  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 20, at.y + 20, { steps: 4 });
  const bin = await centreOf(page.locator('.bin'));
  await page.mouse.move(bin.x, bin.y, { steps: 4 });
  await expect(page.locator('.ghost')).toContainText('kill c-2');
  await page.mouse.up();
  await expect(card(page, 'c-2')).toHaveAccessibleName(/Killed/);

  const undo = page.getByRole('button', { name: 'Undo the last action' });
  await expect(undo).toHaveAttribute('title', /Undo: kill c-2/);
  await undo.click();
  await expect(notice(page)).toContainText('Undone: kill c-2.');
  await expect(card(page, 'c-2')).toHaveAccessibleName(/Part of group/);
  await expect(page.getByRole('button', { name: 'Redo' })).toHaveAttribute('title', /kill c-2/);
});

test('a tile on a consumer says who assigns; on the bin it deletes its topic', async ({ page }) => {
  await openPage(page);
  await pause(page);
  const tile = await centreOf(page.locator('.process-card .tile').first());
  const other = await centreOf(card(page, 'c-3'));
  await page.mouse.move(tile.x, tile.y);
  await page.mouse.down();
  await page.mouse.move(other.x, other.y, { steps: 4 });
  await expect(page.locator('.ghost')).toContainText('the coordinator assigns them, by range');
  const bin = await centreOf(page.locator('.bin'));
  await page.mouse.move(bin.x, bin.y, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByRole('button', { name: '0 topics' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('button', { name: '1 topic', exact: true })).toBeVisible();
});

test('the menu of a card: by the right button and by keys, and back to where one was', async ({
  page,
}) => {
  await openPage(page);
  await pause(page);
  await card(page, 'c-2').click({ button: 'right' });
  const entry = (name: RegExp) => page.getByRole('menuitem', { name });
  await expect(entry(/^Freeze/)).toBeFocused();
  await page.keyboard.press('End');
  await expect(entry(/^Settings/)).toBeFocused();
  await page.keyboard.press('k');
  await expect(entry(/^Kill/)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(card(page, 'c-2')).toHaveAccessibleName(/Part of group/);

  await card(page, 'c-2').focus();
  await page.keyboard.press('Shift+F10');
  await page.keyboard.press('Enter');
  await expect(card(page, 'c-2')).toHaveAccessibleName(/Frozen/);
  await expect(card(page, 'c-2')).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await expect(entry(/^Stop/)).toContainText('c-2 is frozen: there is nothing to stop.');
  await entry(/^Why/).press('Enter');
  await expect(page.getByRole('tabpanel', { name: 'Why' })).toContainText('you: freeze c-2');
  await page.getByRole('button', { name: 'What can be done with c-2' }).click();
  await expect(entry(/^Thaw/)).toBeFocused();
});

test('a line that is pulled down is cut, and restored the same way', async ({ page }) => {
  await openPage(page);
  await pause(page);
  const line = page.getByRole('button', { name: /^link broker-1 to c-1/ });
  const at = await line.locator('.reach').evaluate((path: SVGPathElement) => {
    const { x, y } = path.getPointAtLength(path.getTotalLength() / 2);
    return new DOMPoint(x, y).matrixTransform(path.getScreenCTM() ?? undefined).toJSON();
  });
  const pull = async () => {
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x, at.y + 30, { steps: 3 });
  };
  await pull();
  await expect(page.locator('.ghost')).toContainText('pull down to cut it');
  await page.mouse.up();
  await expect(line).toHaveAccessibleName(/connected/);
  await pull();
  await page.mouse.move(at.x, at.y + 60, { steps: 3 });
  await expect(page.locator('.ghost')).toContainText('cut link broker-1 - c-1');
  await page.mouse.up();
  await expect(line).toHaveAccessibleName(/cut/);
  await pull();
  await page.mouse.move(at.x, at.y + 60, { steps: 3 });
  await page.mouse.up();
  await expect(line).toHaveAccessibleName(/connected/);
});

/** Until the page stands still: it rolls on after a swipe, and a finger only stops it then. */
function scrolledOut(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise((done) => {
        let last = scrollY;
        let still = 0;
        requestAnimationFrame(function look() {
          still = scrollY === last ? still + 1 : 0;
          last = scrollY;
          if (still > 10) done(null);
          else requestAnimationFrame(look);
        });
      }),
  );
}

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a long press lifts a card, or opens its menu; a quick one scrolls', async ({ page }) => {
    await openPage(page);
    await page.getByRole('button', { name: 'Pause' }).tap();
    const client = await page.context().newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      });
    const start = await centreOf(card(page, 'c-2'));
    await touch('touchStart', start.x, start.y);
    for (let i = 1; i < 8; i++) await touch('touchMove', start.x, start.y - i * 12);
    await touch('touchEnd');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(20);
    await expect(page.locator('.bin')).toHaveCount(0);

    const at = await centreOf(card(page, 'c-2'));
    await touch('touchStart', at.x, at.y);
    const bin = await centreOf(page.locator('.bin'));
    await touch('touchMove', bin.x, bin.y);
    await touch('touchEnd');
    await expect(card(page, 'c-2')).toHaveAccessibleName(/Killed/);

    const other = await centreOf(card(page, 'c-1'));
    await touch('touchStart', other.x, other.y);
    await expect(page.locator('.bin')).toBeVisible();
    await touch('touchEnd');
    await expect(page.getByRole('menuitem', { name: /^Freeze/ })).toBeFocused();
  });

  test('a finger scrolls by the palette, and drags from it sideways or after a long press', async ({
    page,
  }) => {
    await openPage(page);
    await page.getByRole('button', { name: 'Pause' }).tap();
    const client = await page.context().newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      });
    const kill = tool(page, 'kill');
    await page.evaluate(() => scrollTo(0, 430));
    const from = await centreOf(kill);
    await touch('touchStart', from.x, from.y);
    for (let i = 1; i < 8; i++) await touch('touchMove', from.x, from.y - i * 40);
    await touch('touchEnd');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(450);
    await expect(page.locator('.ghost')).toHaveCount(0);
    await expect(kill).toHaveAttribute('aria-pressed', 'false');
    await expect(page.getByRole('button', { name: 'Undo the last action' })).toBeDisabled();

    await scrolledOut(page);
    await page.evaluate(() => scrollTo(0, 430));
    const begins = [
      async (x: number, y: number) => touch('touchMove', x + 20, y),
      async () => expect(page.locator('.ghost')).toBeVisible(),
    ];
    for (const [index, begin] of begins.entries()) {
      const start = await centreOf(kill);
      const goal = await centreOf(card(page, `c-${index + 1}`));
      await touch('touchStart', start.x, start.y);
      await begin(start.x, start.y);
      await touch('touchMove', goal.x, goal.y + 20);
      await touch('touchMove', goal.x, goal.y);
      await touch('touchEnd');
      await expect(card(page, `c-${index + 1}`)).toHaveAccessibleName(/Killed/);
    }
  });
});

test('Escape does one thing: what closes leaves the selection and the notice as they are', async ({
  page,
}) => {
  await openPage(page);
  await pause(page);
  await card(page, 'c-2').click();
  const selected = () => expect(card(page, 'c-2')).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Legend', exact: true }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Legend' })).toHaveCount(0);
  await selected();

  await page.keyboard.press('o');
  await page.getByRole('button', { name: 'Cancel' }).press('Escape');
  await expect(topicName(page)).toHaveCount(0);
  await selected();

  const start = await centreOf(tool(page, 'kill'));
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 200, start.y + 20, { steps: 4 });
  await expect(page.locator('.ghost')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.ghost')).toHaveCount(0);
  await page.mouse.up();
  await selected();
});

test('a press that is cancelled after Escape swallows no later click', async ({ page }) => {
  await openPage(page);
  await pause(page);
  // A press that is cancelled has no end of its own.
  await page.evaluate(() => {
    const drop = (event: Event) => event.stopImmediatePropagation();
    window.addEventListener('pointerup', drop, { capture: true, once: true });
  });
  const at = await centreOf(card(page, 'c-2'));
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 40, at.y + 40, { steps: 4 });
  await page.keyboard.press('Escape');
  await page.evaluate(() => window.dispatchEvent(new PointerEvent('pointercancel')));
  await page.mouse.up();
  await card(page, 'c-3').click();
  await expect(card(page, 'c-3')).toHaveAttribute('aria-pressed', 'true');
});
