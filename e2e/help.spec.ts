import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './page.ts';
import { card, openPage } from './stage.ts';

const help = (page: Page) => page.getByRole('dialog', { name: 'Help' });

test('help has an address, finds words, says its rules, and gives the focus back', async ({
  page,
}) => {
  await page.goto('./#help');
  await expect(help(page).getByRole('heading', { name: 'Marks', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help(page)).toBeHidden();
  expect(new URL(page.url()).hash).toBe('');

  await card(page, 'c-2').focus();
  await page.keyboard.press('?');
  expect(new URL(page.url()).hash).toBe('#help');
  await help(page).getByRole('searchbox').fill('KIP-848');
  await expect(help(page).getByRole('heading', { level: 2 })).toHaveText([
    'What Kafka ships instead',
    'Bad ideas to take from here',
  ]);
  await help(page).getByRole('searchbox').fill('ten sentences');
  await help(page).getByText('HB-6', { exact: true }).click();
  await expect(help(page).getByText('Only silence tells the coordinator')).toBeVisible();
  await help(page).getByRole('searchbox').fill('');
  await page.keyboard.press('Escape');
  await expect(card(page, 'c-2')).toBeFocused();
});

test('where nothing had the focus, help gives it to its button', async ({ page }) => {
  await openPage(page);
  const button = page.getByRole('button', { name: /^Help/ });
  await button.click();
  await help(page).getByRole('button', { name: 'Close' }).click();
  await expect(button).toBeFocused();
});

test('help fits a phone and reads well in both themes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('./#help');
    await expect(help(page).getByRole('heading', { name: 'Keys', exact: true })).toBeVisible();
    const tooWide = await help(page).evaluate(
      (element) => element.scrollWidth - element.clientWidth,
    );
    expect(tooWide).toBe(0);
    await expectAccessible(page);
  }
});
