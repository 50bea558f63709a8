import type { Locator } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './page.ts';
import { card, openExperiment, openPage, pause } from './stage.ts';

test.use({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not on the page');
  return { ...box, bottom: box.y + box.height };
}

test('the sheet rises for what is selected, which stays in sight above it', async ({ page }) => {
  await openPage(page);
  await pause(page);
  const sheet = page.locator('.inspected');
  const cost = page.getByRole('region', { name: 'Cost so far' });
  await expect(sheet).not.toBeInViewport();
  for (const name of ['c-3', 'broker-1', 'c-1']) {
    await card(page, name).click();
    await expect(sheet.getByRole('heading', { name })).toBeInViewport({ ratio: 1 });
    const { y, bottom } = await boxOf(sheet);
    expect([y, bottom]).toEqual([expect.closeTo(844 * 0.52, 0), 844]);
    const above = await boxOf(card(page, name));
    expect(above.y, name).toBeGreaterThanOrEqual(0);
    expect(above.bottom, name).toBeLessThanOrEqual(y);
  }
  await expectAccessible(page);
  await cost.scrollIntoViewIfNeeded();
  expect((await boxOf(cost)).bottom).toBeLessThanOrEqual((await boxOf(sheet)).y);

  await page.getByRole('button', { name: 'Tall inspector' }).click();
  expect((await boxOf(sheet)).y).toBeLessThan(844 * 0.2);
  await page.getByRole('button', { name: 'Clear the selection' }).click();
  await expect(sheet).not.toBeInViewport();
  await expect(page.getByRole('button', { name: 'Tall inspector' })).toHaveCount(0);
  await expect(card(page, 'c-1')).toBeFocused();
});

test('what is chosen in the sheet is shown on the stage, and Escape leads back to it', async ({
  page,
}) => {
  await openPage(page);
  await pause(page);
  await page.locator('.picks').getByRole('button', { name: 'c-3' }).click();
  await expect(card(page, 'c-3')).toBeInViewport({ ratio: 1 });
  await page.getByRole('tab', { name: 'Why' }).click();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(page.locator('.inspected')).not.toBeInViewport();
  await expect(card(page, 'c-3')).toBeFocused();
});

test('the table of the stage stands below the cards of other groups', async ({ page }) => {
  await openPage(page);
  await openExperiment(page, 'Three groups, three coordinators');
  const other = page.getByRole('button', { name: /^Show group analytics/ });
  await expect(other).toBeVisible();
  await page.getByRole('button', { name: 'Stage as a table' }).click();
  const table = page.getByRole('region', { name: 'The stage as a table' });
  expect((await boxOf(table)).y).toBeGreaterThanOrEqual((await boxOf(other)).bottom);
  await table.getByRole('tab', { name: 'Messages' }).click();
});
