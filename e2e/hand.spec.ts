import type { Page } from '@playwright/test';
import { expect, test } from './page.ts';
import { card, openExperiment, openPage, pause, tool } from './stage.ts';

function topicName(page: Page) {
  return page.getByRole('form', { name: 'New topic' }).getByRole('textbox', { name: 'name' });
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
  await expect(page.getByRole('button', { name: 'Add a partition to t-1' })).toBeFocused();
  await page.getByRole('button', { name: 'Delete topic t-1' }).press('Enter');
  await expect(page.getByRole('button', { name: 'New topic' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '0 topics' })).toBeFocused();

  await page.getByRole('button', { name: 'Legend', exact: true }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Legend', exact: true })).toBeFocused();
  const undo = page.getByRole('button', { name: 'Undo the last action' });
  for (let i = 0; i < 3; i++) await undo.press('Enter');
  await expect(page.getByRole('button', { name: 'Redo' })).toBeFocused();
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
  await card(page, 'c-2').click();
  await page.keyboard.type('kz');
  await expect(topicName(page)).toHaveValue('kz');
  await expect(card(page, 'c-2')).toHaveAccessibleName(/Part of group/);
  await card(page, 'c-2').click();
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
