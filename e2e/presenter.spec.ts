import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './page.ts';
import { card, openPage, pause, picture } from './stage.ts';

const presenter = (page: Page) => page.getByRole('region', { name: 'Presenter mode' });

/** The clock that is seen: the top bar's stands still behind the presentation. */
const clock = (page: Page) => page.getByRole('timer', { name: 'Virtual time' }).innerText();

/** The sentence in large type. */
const sentence = (page: Page) => presenter(page).locator('.now');

test('a clicker walks the captions, blanks the screen, and leaves all as it was', async ({
  page,
}) => {
  await openPage(page);
  await pause(page);
  await card(page, 'c-1').click();
  await card(page, 'c-1').focus();
  const before = await picture(page);
  await page.keyboard.press('v');
  await expect(presenter(page)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Palette' })).toBeHidden();
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toBeHidden();

  const now = await clock(page);
  await page.keyboard.press('PageUp');
  await expect(page.getByRole('timer', { name: 'Virtual time' })).not.toHaveText(now);
  const last = await sentence(page).innerText();
  await page.keyboard.press('ArrowLeft');
  await expect(sentence(page)).not.toHaveText(last);
  const earlier = await sentence(page).innerText();
  await page.keyboard.press('PageDown');
  await expect(sentence(page)).toHaveText(last);
  await expect(presenter(page).locator('.before')).toHaveText(earlier);

  await page.keyboard.press('.');
  const blank = page.getByRole('button', { name: /^Blank\./ });
  await expect(blank).toBeFocused();
  await page.keyboard.press('b');
  await expect(blank).toBeHidden();

  await page.keyboard.press('Escape');
  await expect(presenter(page)).toBeHidden();
  await page.getByRole('button', { name: 'To the live edge' }).click();
  expect(await clock(page)).toBe(now);
  expect(await picture(page)).toBe(before);
  await page.keyboard.press('v');
  await page.keyboard.press('F5');
  await expect(presenter(page)).toBeHidden();
});

test('the next caption is found where the simulation has not been yet', async ({ page }) => {
  await openPage(page);
  await page.keyboard.press('n');
  await page.keyboard.press('v');
  for (const words of [/registered/, /generation 3/]) {
    do {
      const before = await clock(page);
      await page.keyboard.press('PageDown');
      await expect(page.getByRole('timer', { name: 'Virtual time' })).not.toHaveText(before);
    } while (!words.test(await sentence(page).innerText()));
  }
});

test('the focus comes back, and where nothing had it, to the button', async ({ page }) => {
  await openPage(page);
  await card(page, 'c-3').focus();
  await page.keyboard.press('v');
  await expect(presenter(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card(page, 'c-3')).toBeFocused();
  await page.getByRole('button', { name: 'Presenter mode' }).click();
  await page.getByRole('button', { name: 'Leave presenter mode' }).click();
  await expect(page.getByRole('button', { name: 'Presenter mode' })).toBeFocused();
});

test('leaving while the screen is blank plays on', async ({ page }) => {
  await openPage(page);
  await page.keyboard.press('v');
  await expect(presenter(page)).toBeFocused();
  await page.keyboard.press('b');
  await expect(page.getByRole('button', { name: /^Blank\./ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(presenter(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});

for (const size of [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
]) {
  test(`presenting fits ${size.width} x ${size.height}, in both themes`, async ({ page }) => {
    await page.setViewportSize(size);
    await openPage(page);
    await page.keyboard.press('Space');
    await page.keyboard.press('v');
    await expect(presenter(page)).toBeVisible();
    const fits = await sentence(page).evaluate((element) => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      const cut = element.scrollHeight - element.clientHeight;
      return [scrollWidth <= innerWidth, scrollHeight <= innerHeight, cut <= 0];
    });
    expect(fits).toEqual([true, true, true]);
    await expectAccessible(page);
    await page.keyboard.press('t');
    await expectAccessible(page);
  });
}

for (const { shelf, ...size } of [
  { width: 640, height: 400, shelf: true },
  { width: 390, height: 844, shelf: true },
  { width: 320, height: 640, shelf: false },
]) {
  test(`presenting shows all consumers on ${size.width} x ${size.height}`, async ({ page }) => {
    await page.setViewportSize(size);
    await openPage(page);
    await page.keyboard.press('Space');
    await page.keyboard.press('v');
    const foot = await presenter(page).locator('.presenter-foot').boundingBox();
    const things = ['c-1', 'c-2', 'c-3'].map((name) => card(page, name));
    if (shelf) things.push(page.getByRole('region', { name: 'Partitions that nobody reads' }));
    for (const thing of things) {
      const box = await thing.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(foot?.y ?? 0);
    }
    const cut = await sentence(page).evaluate((line) => line.scrollHeight - line.clientHeight);
    expect(cut).toBeLessThanOrEqual(0);
  });
}

for (const { least, ...size } of [
  { width: 1440, height: 900, least: 15 },
  { width: 1920, height: 1080, least: 20 },
]) {
  test(`the small words of a card are read from the back at ${size.width}`, async ({ page }) => {
    await page.setViewportSize(size);
    await openPage(page);
    await page.keyboard.press('v');
    await expect(presenter(page)).toBeVisible();
    const height = () =>
      page
        .locator('.consumer-card .detail')
        .first()
        .evaluate((words) => {
          const { fontSize } = getComputedStyle(words);
          return Number.parseFloat(fontSize) * words.currentCSSZoom;
        });
    await expect.poll(height).toBeGreaterThanOrEqual(least);
  });
}
