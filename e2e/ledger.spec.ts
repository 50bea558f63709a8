import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './page.ts';
import { card, groupBar, openPage, pause, setSpeed, virtualSeconds } from './stage.ts';

const ledger = (page: Page) => page.getByRole('table', { name: /^Rebalances of group/ });
/** Without the head, and without what keeps the room of rows that are not made. */
const rows = (page: Page) => ledger(page).locator('tbody tr:not([aria-hidden])');
const head = (page: Page, name: string) => page.getByRole('columnheader', { name });
const viewTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' });
const events = (page: Page) => page.getByRole('listbox', { name: 'Events' }).getByRole('option');
const words = (page: Page) =>
  page.getByRole('textbox', { name: 'Words in the sentence, or a rule' });

/** A frozen consumer is declared dead and its partitions move: the third rebalance. */
async function thirdRebalance(page: Page): Promise<void> {
  await openPage(page);
  await card(page, 'c-2').click();
  await page.keyboard.press('z');
  await setSpeed(page, '5');
  await expect(groupBar(page)).toContainText(/g3|generation 3/);
  await pause(page);
}

async function openLedger(page: Page): Promise<void> {
  await thirdRebalance(page);
  await page.getByRole('button', { name: /open the ledger$/ }).click();
  await expect(viewTab(page, 'Ledger')).toHaveAttribute('aria-selected', 'true');
  await expect(rows(page)).toHaveCount(3);
}

test('the figure of the rebalances opens the ledger; its heads sort it, either way', async ({
  page,
}) => {
  await openLedger(page);
  const last = rows(page).last();
  await expect(last).toContainText('c-2 is dead TRIG-2');
  await expect(last).toContainText('you: freeze c-2');
  await expect(last).toContainText('generation 3');
  await expect(head(page, 'Started at')).toHaveAttribute('aria-sort', 'ascending');

  const byDetection = head(page, 'Detect').getByRole('button');
  await byDetection.click();
  await expect(head(page, 'Started at')).toHaveAttribute('aria-sort', 'none');
  await expect(rows(page).first()).toContainText('c-1 is new');
  await byDetection.click();
  await expect(head(page, 'Detect')).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page).first()).toContainText('c-2 is dead');
  await expectAccessible(page);
  await page.keyboard.press('t');
  await expectAccessible(page, 'colours');
});

test('a row goes to its rebalance, asks why, and tells no more than was known then', async ({
  page,
}) => {
  await openLedger(page);
  const death = rows(page).last();
  await death.getByText('you: freeze c-2').click();
  await expect(death).toHaveAttribute('aria-current', 'true');
  await expect(death).toContainText('running');
  await expect(death).not.toContainText('generation 3');
  const began = await virtualSeconds(page);
  await expect(death.getByRole('button')).toHaveText(`${began.toFixed(2)} s`);
  await inspector(page).getByRole('tab', { name: 'Why' }).click();
  await expect(inspector(page)).toContainText('you: freeze c-2');

  // By keyboard to the one before: the later one is still listed, and has nothing to tell.
  await death.getByRole('button').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(() => virtualSeconds(page)).toBeLessThan(began);
  await expect(rows(page).nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(rows(page).nth(1).getByRole('button')).toBeFocused();
  await expect(death).toContainText('later than the playhead');
  await expect(death).not.toContainText('freeze');
});

test('the ledger is copied as Markdown and CSV; refused, its text is shown to be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openLedger(page);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const notice = page.getByRole('status').first();
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(notice).toContainText('Copied 3 rebalances as Markdown.');
  expect((await clipboard()).trimEnd().split('\n')).toHaveLength(5);
  expect(await clipboard()).toMatch(/^\| Started at \(s\) \|.*\n(.*\n)*.*\| you: freeze c-2 \|/);
  await page.getByRole('button', { name: 'Copy as CSV' }).click();
  await expect(notice).toContainText('Copied 3 rebalances as CSV.');
  expect(await clipboard()).toMatch(/^Started at \(s\),/);

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  await page.getByRole('button', { name: 'Copy as CSV' }).click();
  const byHand = page.getByRole('dialog', { name: 'Copy by hand' });
  await expect(byHand.getByRole('textbox')).toBeFocused();
  const selected = () => page.evaluate(() => getSelection()?.toString() ?? '');
  expect(await selected()).toContain('you: freeze c-2');
  await page.keyboard.press('Escape');
  await expect(byHand).toBeHidden();
  await expect(page.getByRole('button', { name: 'Copy as CSV' })).toBeFocused();
});

test('a click on the band of a rebalance asks why it began', async ({ page }) => {
  await thirdRebalance(page);
  const band = await page.locator('.bands-row .plot').boundingBox();
  const mark = await page
    .getByRole('list', { name: 'Your actions' })
    .getByRole('listitem')
    .boundingBox();
  if (!band || !mark) throw new Error('not on the page');
  // The stretch ends at the playhead, which stands where the rebalance was completed.
  const row = page.locator('.bands-row');
  for (let x = mark.x; x < band.x + band.width; x += 3) {
    await page.mouse.move(x, band.y + band.height / 2);
    if ((await row.getAttribute('title'))?.startsWith('rebalance')) break;
  }
  await expect(row).toHaveAttribute('title', /^rebalance, /);
  await page.mouse.down();
  await page.mouse.up();
  await inspector(page).getByRole('tab', { name: 'Why' }).click();
  await expect(inspector(page)).toContainText('you: freeze c-2');
});

test('the log by rule: Enter walks the matches, and the filter outlasts other tabs', async ({
  page,
}) => {
  await thirdRebalance(page);
  await viewTab(page, 'Log').click();
  await page.getByRole('combobox', { name: 'Rule' }).selectOption('TRIG-1');
  await expect(events(page).first()).toContainText('TRIG-1');
  const count = await events(page).count();
  expect(count).toBeGreaterThan(1);
  await expect(page.locator('.log-filter > .hint')).toHaveText(
    new RegExp(`^${count} of [\\d,]+ events$`),
  );

  await words(page).focus();
  await page.keyboard.press('Shift+Enter');
  await expect(events(page).last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Shift+Enter');
  await expect(events(page).nth(count - 2)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(events(page).last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').first()).toContainText(
    'No later event that matches was seen.',
  );
  await expect(words(page)).toBeFocused();

  await viewTab(page, 'Ledger').click();
  await viewTab(page, 'Log').click();
  await expect(page.getByRole('combobox', { name: 'Rule' })).toHaveValue('TRIG-1');
  await expect(events(page)).toHaveCount(count);
  await expectAccessible(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });

  test('the ledger scrolls sideways below its first column, the log is filtered', async ({
    page,
  }) => {
    await openLedger(page);
    await expect(viewTab(page, 'Ledger')).toBeInViewport();
    await page.getByRole('button', { name: 'Clear the selection' }).click();
    await head(page, 'Coordinator').scrollIntoViewIfNeeded();
    await expect(head(page, 'Coordinator')).toBeInViewport({ ratio: 0.9 });
    await expect(rows(page).first().getByRole('button')).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);

    await viewTab(page, 'Log').click();
    await words(page).fill('declares dead');
    await page.getByRole('button', { name: 'Previous match' }).click();
    await expect(events(page).last()).toHaveAttribute('aria-selected', 'true');
    await expectAccessible(page);
  });
});
