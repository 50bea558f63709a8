/** Who has the focus is to be seen, and what it falls to does nothing that was not meant. */
import type { Page } from '@playwright/test';
import { expect, test } from './page.ts';
import { card, groupBar, openPage, pause, tool, virtualSeconds } from './stage.ts';

function line(page: Page) {
  return page.getByRole('button', { name: /^link broker-1 to c-1/ });
}

/** A Tab away and back: it has the focus as the keyboard gives it. */
async function tabTo(page: Page, process: string): Promise<void> {
  await card(page, process).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(card(page, process)).toBeFocused();
}

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test('brokers and ZooKeeper show that they have the focus', async ({ page }) => {
      await openPage(page);
      await pause(page);
      for (const process of ['broker-1', 'ZooKeeper']) {
        await tabTo(page, process);
        const box = await card(page, process).locator('..').boundingBox();
        if (!box) throw new Error('not on the page');
        const clip = { ...box, height: 6 };
        const focused = await page.screenshot({ clip });
        await page.getByRole('button', { name: 'Legend', exact: true }).focus();
        expect((await page.screenshot({ clip })).equals(focused), process).toBe(false);
      }
    });
  });
}

test('a line shows that it has the focus, whatever else it is', async ({ page }) => {
  await openPage(page);
  await pause(page);
  const width = (part: string) =>
    line(page)
      .locator(part)
      .evaluate((path) => getComputedStyle(path).strokeWidth);
  const halo = () =>
    line(page)
      .locator('.reach')
      .evaluate((path) => getComputedStyle(path).stroke);
  for (const name of ['cut link', 'slow link', 'corrupt']) {
    await tool(page, name).press('Enter');
    await line(page).focus();
    await page.keyboard.press('Tab');
    const other = await width('.stroke');
    const without = await halo();
    await page.keyboard.press('Shift+Tab');
    await expect(line(page)).toBeFocused();
    expect(await width('.stroke'), name).not.toBe(other);
    expect(await halo(), name).not.toBe(without);
    await page.keyboard.press('Escape');
  }
});

test('a screen reader’s click on a line chooses that line', async ({ page }) => {
  await openPage(page);
  await pause(page);
  await line(page).dispatchEvent('click');
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('broker-1');
  await tool(page, 'cut link').press('Enter');
  await line(page).dispatchEvent('click');
  await expect(line(page)).toHaveAccessibleName(/cut/);
});

test('from a card that is gone the focus goes to no button that acts', async ({ page }) => {
  await openPage(page);
  await pause(page);
  await card(page, 'c-1').focus();
  await page.keyboard.press('Home');
  await expect(groupBar(page)).toBeFocused();
  await page.keyboard.press('Space');
  await expect.poll(() => virtualSeconds(page)).toBeGreaterThan(0);
  await pause(page);

  await page.keyboard.press('End');
  await page.keyboard.press('n');
  await card(page, 'c-4').focus();
  await page.keyboard.press('Control+z');
  await expect(card(page, 'c-4')).toHaveCount(0);
  await expect(groupBar(page)).toBeFocused();
});

test('a table that has lost its rows gives the focus to its chosen tab', async ({ page }) => {
  await openPage(page);
  await pause(page);
  await page.keyboard.press('a');
  const tab = page.getByRole('tab', { name: 'Messages' });
  await tab.click();
  const row = page.locator('.data-table tbody th button').first();
  // By its button: the arrow keys would walk the tabs.
  const next = page.getByRole('button', { name: 'Next event' });
  for (let i = 0; i < 30 && !(await row.isVisible()); i++) await next.click();
  await row.focus();
  await page.keyboard.press('Home');
  await expect(page.locator('.data-table tbody th button')).toHaveCount(0);
  await expect(tab).toBeFocused();
});

test('leaving the form that the menu of topics opened goes back to that menu', async ({ page }) => {
  await openPage(page);
  await page.getByRole('button', { name: '1 topic', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'New topic' }).press('Enter');
  await expect(page.getByRole('form', { name: 'New topic' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '1 topic', exact: true })).toBeFocused();
});

test('the menu of a thing closes when something is undone beside it', async ({ page }) => {
  await openPage(page);
  await pause(page);
  await page.keyboard.press('n');
  await card(page, 'c-2').focus();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(card(page, 'c-4')).toHaveCount(0);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(card(page, 'c-2')).toBeFocused();
});
