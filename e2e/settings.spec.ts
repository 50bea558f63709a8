import type { Page } from '@playwright/test';
import { expect, test } from './page.ts';
import { card, openPage, pause } from './stage.ts';

async function openSettings(page: Page): Promise<void> {
  await openPage(page);
  await pause(page);
  await card(page, 'c-1').click();
  await page.getByRole('tab', { name: 'Settings' }).click();
}

const said = (page: Page, words: string) =>
  page.getByRole('status').filter({ hasText: words }).first();

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('section')?.ariaLabel ?? 'nowhere');

test('Enter applies a setting, it is said, and the focus stays in the form', async ({ page }) => {
  await openSettings(page);
  const F = page.getByRole('textbox', { name: 'heartbeat frequency F' });
  await F.press('Enter');
  await expect(said(page, 'Nothing was changed')).toBeVisible();
  await F.fill('2');
  await F.press('Enter');
  await expect(said(page, 'Done (set c-1: heartbeat frequency 2)')).toBeVisible();
  await expect(F).toBeFocused();
  await F.fill('4');
  await page.getByRole('region', { name: 'Timing' }).getByRole('button', { name: 'Apply' }).click();
  await expect(said(page, 'Done (set c-1: heartbeat frequency 4)')).toBeVisible();
  expect(await focused(page)).toBe('Timing');
});

test('only the form that was changed keeps its button in sight', async ({ page }) => {
  await openSettings(page);
  await page.getByRole('textbox', { name: 'heartbeat frequency F' }).fill('4');
  const apply = (form: string) =>
    page.getByRole('region', { name: form }).getByRole('button', { name: 'Apply' });
  await expect(apply('Timing')).toBeInViewport({ ratio: 1 });
  await page.getByRole('heading', { name: 'Subscription' }).scrollIntoViewIfNeeded();
  await expect(apply('Subscription')).not.toBeInViewport();
});

test('what brokers refuse for good is announced before it is applied', async ({ page }) => {
  await openSettings(page);
  await page.getByRole('textbox', { name: 'session timeout S' }).fill('50');
  await expect(page.getByText(/^Brokers refuse this for good \(InvalidSess/)).toBeVisible();
  await page.getByRole('textbox', { name: 'session timeout S' }).fill('3000');
  await page.getByRole('textbox', { name: 'heartbeat frequency F' }).fill('301');
  await expect(page.getByText(/^Brokers refuse this for good \(HeartbeatFreq/)).toBeVisible();
});

test('the network says what its latencies mean for windows and timeouts', async ({ page }) => {
  await openSettings(page);
  await page.getByRole('tab', { name: 'network' }).click();
  const network = page.getByRole('region', { name: 'Network' });
  await expect(network).toContainText('up to 240 ms');
  await network.getByRole('textbox', { name: 'one-way latency, most' }).fill('700');
  await expect(network).toContainText('nobody finds anybody');
  await expect(network).toContainText('brokers lose their sessions');
  await network.getByRole('textbox', { name: 'one-way latency, most' }).fill('10');
  await expect(network).toContainText('must be at least 60, the least');
});

test('a wrong subscription is told in the words of its field', async ({ page }) => {
  await openSettings(page);
  const subscription = page.getByRole('region', { name: 'Subscription' });
  const another = subscription.getByRole('textbox', { name: 'another, also one to come' });
  await another.fill('a b');
  await expect(subscription).toContainText('“a b” is no name of a topic');
  await another.fill('');
  await subscription.getByRole('checkbox', { name: 'orders' }).uncheck();
  await expect(subscription).toContainText('Tick a topic, or name one');
  await subscription.getByRole('radio', { name: 'patterns' }).check();
  await expect(subscription).toContainText('Give a pattern, here or under deny.');
});

test('the list of branches shows how far the present one has been seen', async ({ page }) => {
  await openPage(page);
  await page.getByRole('button', { name: /branch/ }).click();
  const row = page.getByRole('listitem').filter({ has: page.getByLabel('Name of the branch') });
  const before = await row.innerText();
  await expect(row).not.toHaveText(before);
});

test('what is wrong in a field is said once, and Enter leads to the first such field', async ({
  page,
}) => {
  await openSettings(page);
  const spoken = page.locator('[data-speech="asides"]');
  const T = page.getByRole('textbox', { name: 'failed heartbeat threshold T' });
  const S = page.getByRole('textbox', { name: 'session timeout S' });
  await T.fill('x');
  await expect(spoken).toContainText('failed heartbeat threshold T: ');
  const first = await spoken.innerText();
  // It is as wrong as before: with the next key nothing new is said.
  await T.fill('xy');
  await expect(page.getByRole('region', { name: 'Timing' })).toContainText('xy');
  expect(await spoken.innerText()).toBe(first);
  await S.fill('-1');
  await expect(spoken).toContainText('session timeout S: ');
  await page.getByRole('textbox', { name: 'reads at most' }).press('Enter');
  await expect(S).toBeFocused();
  await expect(page.locator('[aria-live="assertive"]')).toContainText(
    'Not applied. session timeout S: ',
  );
});

test('a topic that is refused leads to the field at fault', async ({ page }) => {
  await openPage(page);
  await pause(page);
  await page.keyboard.press('o');
  const form = page.getByRole('form', { name: 'New topic' });
  await form.getByRole('textbox', { name: 'partitions' }).fill('none');
  await form.getByRole('textbox', { name: 'name' }).press('Enter');
  await expect(form.getByRole('textbox', { name: 'partitions' })).toBeFocused();
  await expect(page.locator('[aria-live="assertive"]')).toContainText('Not created. partitions: ');
});
