/** Everything by command; steps by more than events; playback that stops where one asks it to. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './page.ts';
import { card, generation, openPage, pause, setSpeed, virtualSeconds } from './stage.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Find a command' });

/** Opens the list of commands and types. */
async function type(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).fill(words);
}

async function command(page: Page, words: string): Promise<void> {
  await type(page, words);
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeHidden();
}

async function breakpoint(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /reakpoint/ }).click();
  await page.getByRole('checkbox', { name }).check();
  await page.keyboard.press('Escape');
}

test('what is typed is done, to what is named; what is not allowed says why', async ({ page }) => {
  await openPage(page);
  await pause(page);
  await command(page, 'freeze c-2');
  await expect(card(page, 'c-2')).toHaveAccessibleName(/Frozen/);

  await type(page, 'freeze c-2');
  await expect(page.getByRole('option', { name: /^Freeze c-2/ })).toBeDisabled();
  await page.keyboard.press('Enter');
  const refusal = page.getByRole('dialog').getByRole('status');
  await expect(refusal).toHaveText('c-2 is frozen: there is nothing to freeze.');
  await field(page).fill('freze c-2');
  await expect(refusal).toHaveText('No command has these words.');
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeHidden();

  await command(page, 'start a consumer');
  await expect(card(page, 'c-4')).toBeVisible();
  await command(page, 'cut c-1 broker-1');
  await command(page, 'go to 4.2');
  expect(await virtualSeconds(page)).toBeCloseTo(4.2, 2);
  await command(page, 'view log');
  await expect(page.getByRole('tab', { name: 'Log' })).toHaveAttribute('aria-selected', 'true');
});

test('the list is walked by its arrow keys, and gives the focus back; used ones come first', async ({
  page,
}) => {
  await openPage(page);
  await pause(page);
  await card(page, 'c-1').focus();
  await type(page, 'select c-');
  const option = page.getByRole('option', { name: 'Select c-2', exact: true });
  await expect(option).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('ArrowDown');
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await option.getAttribute('id'))!,
  );
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary').getByRole('heading', { name: 'c-2' })).toBeVisible();
  await expect(card(page, 'c-1')).toBeFocused();

  await command(page, 'view lag');
  await page.keyboard.press('Control+k');
  const first = page.getByRole('dialog').getByRole('option').first();
  await expect(first).toHaveAccessibleName('View: Lag');
  await page.keyboard.press('Escape');
  await expect(card(page, 'c-1')).toBeFocused();
});

test('playback stops exactly at what it was asked to stop at', async ({ page }) => {
  await openPage(page);
  await breakpoint(page, 'A member is declared dead');
  await expect(page.getByRole('button', { name: '1 breakpoint' })).toBeVisible();
  await command(page, 'freeze c-2');
  await command(page, 'speed 100');
  const stopped = page.getByRole('status').filter({ hasText: /^Stopped: / });
  await expect(stopped).toContainText(/c-2.*Breakpoint: A member is declared dead\./);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  const at = await virtualSeconds(page);

  // The same event again, found from the start without playing.
  await page.keyboard.press('Home');
  expect(await virtualSeconds(page)).toBe(0);
  await page.keyboard.press('j');
  await expect.poll(() => virtualSeconds(page)).toBe(at);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('j');
  await expect(page.getByRole('status').filter({ hasText: 'No breakpoint is met' })).toBeVisible();
});

test('steps go by generation, message and what is selected', async ({ page }) => {
  await openPage(page);
  await pause(page);
  await command(page, 'to the start');
  await command(page, 'next generation');
  expect(await generation(page)).toBe(1);
  const completed = await virtualSeconds(page);
  await page.keyboard.press('m');
  expect(await virtualSeconds(page)).toBeGreaterThanOrEqual(completed);
  await page.keyboard.press('Shift+m');
  await page.keyboard.press('e');
  await expect(page.getByRole('status').filter({ hasText: 'Select a process' })).toBeVisible();
  await card(page, 'c-3').click();
  await page.getByRole('button', { name: 'Step by' }).click();
  const next = page.getByRole('button', { name: 'Next event of c-3' });
  for (let time = 0; time < 4; time++) await next.click();
  const there = await virtualSeconds(page);
  expect(there).toBeGreaterThan(completed);
  await page.getByRole('button', { name: 'Previous event of c-3' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  expect(await virtualSeconds(page)).toBe(there);
});

for (const colorScheme of ['dark', 'light'] as const) {
  test(`palette, steps and breakpoints are accessible, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openPage(page);
    await pause(page);
    await setSpeed(page, 'adaptive');
    await type(page, 'c-2');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Step by' }).click();
    await expect(page.getByRole('button', { name: 'Next message' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /reakpoint/ }).click();
    await page.getByRole('checkbox', { name: 'A rule applies' }).check();
    await expectAccessible(page);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('commands are opened and chosen by touch, and nothing is cut off', async ({ page }) => {
    await openPage(page);
    await pause(page);
    await page.getByRole('button', { name: 'All commands' }).tap();
    await field(page).fill('kill c-3');
    await page.getByRole('option', { name: 'Kill c-3' }).tap();
    await expect(card(page, 'c-3')).not.toHaveAccessibleName(/Part of group/);
    await page.getByRole('button', { name: /reakpoint/ }).tap();
    const panel = page.getByRole('checkbox', { name: 'Something happens at a process' });
    await panel.check();
    await expect(page.getByRole('button', { name: 'Clear all' })).toBeInViewport({ ratio: 1 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBe(390);
  });
});
