/** What if: actions switched off and moved, and two branches side by side. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './page.ts';
import { card, generation, openPage, pause, setSpeed } from './stage.ts';

/** c-2 is frozen, and the group has gone on without it. */
async function frozen(page: Page): Promise<void> {
  await openPage(page);
  const before = await generation(page);
  await card(page, 'c-2').click();
  await page.keyboard.press('z');
  await expect(card(page, 'c-2')).toHaveAccessibleName(/Frozen/);
  await setSpeed(page, '5');
  await expect.poll(() => generation(page)).toBe(before + 1);
  await pause(page);
  await page.keyboard.press('Escape');
}

const branches = (page: Page) => page.getByRole('button', { name: /^\d+ branch/ });
const freezeSwitch = (page: Page) => page.getByRole('switch', { name: 'freeze c-2' });
const freezeTime = (page: Page) =>
  page.getByRole('textbox', { name: 'When, in milliseconds: freeze c-2' });
const comparison = (page: Page) => page.getByRole('main', { name: 'Comparison' });
const side = (page: Page, letter: 'A' | 'B') =>
  page.getByRole('region', { name: `Stage ${letter}`, exact: true });
const costOf = (page: Page, title: RegExp): Locator =>
  page.getByRole('region', { name: 'Costs' }).getByRole('row', { name: title });

/** The freeze is switched off, and that branch is held against the first. */
async function compared(page: Page): Promise<void> {
  await frozen(page);
  await branches(page).click();
  await freezeSwitch(page).click();
  await page.getByRole('button', { name: /^Compare with branch freeze c-2, / }).click();
  await expect(comparison(page)).toBeVisible();
}

test('without the freeze: where the two part, and what it would have saved', async ({ page }) => {
  await compared(page);
  const difference = page.getByRole('region', { name: 'First difference' });
  await expect(difference).toContainText(/First difference at \d\.\d{3} s/);
  await expect(difference).toContainText('you: freeze c-2');
  await expect(card(side(page, 'A'), 'c-2')).toHaveAccessibleName(/Frozen/);
  await expect(card(side(page, 'B'), 'c-2')).toHaveAccessibleName(/Part of group/);
  await expect(costOf(page, /Nobody read/)).toContainText(/−\d+\.\d less/);
  await expect(costOf(page, /Rebalances completed/)).toContainText('−1 fewer');

  await page.getByRole('button', { name: 'Go to the first difference' }).click();
  await expect(costOf(page, /Nobody read/)).toContainText('the same');
  const at = /at (\d\.\d{3}) s/.exec(await difference.innerText())?.[1];
  await expect(page.getByLabel('Virtual time')).toContainText(`${at} s`);
});

test('an action is moved: by keys, by typing, by the mouse; undo takes it back', async ({
  page,
}) => {
  await frozen(page);
  await branches(page).click();
  const first = Number(await freezeTime(page).inputValue());
  const track = page.getByRole('slider', { name: 'When: freeze c-2' });
  await track.press('ArrowRight');
  await track.press('ArrowRight');
  await expect(freezeTime(page)).toHaveValue(String(Math.round((first + 20) * 1000) / 1000));
  // Two presses are one move, and make one branch.
  await expect(branches(page)).toHaveAccessibleName('2 branches');
  await freezeTime(page).fill('3000');
  await freezeTime(page).press('Enter');
  await expect(
    page.getByRole('button', { name: /Go to branch freeze c-2 at 3.00 s/ }),
  ).toBeVisible();

  const box = await track.boundingBox();
  if (!box) throw new Error('not on the page');
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(freezeTime(page)).not.toHaveValue('3000');
  await freezeTime(page).fill('soon');
  await freezeTime(page).press('Enter');
  await expect(page.locator('.notices')).toContainText('“soon” is no time in milliseconds.');
  await freezeTime(page).fill('-1');
  await freezeTime(page).press('Enter');
  await expect(page.locator('.notices')).toContainText('Not done:');

  await freezeSwitch(page).focus();
  await page.keyboard.press('Control+z');
  await expect(freezeTime(page)).toHaveValue(String(first));
  await expect(branches(page)).toHaveAccessibleName('1 branch');
});

test('by keyboard alone: switch off, compare, leave, delete', async ({ page }) => {
  await frozen(page);
  await branches(page).press('Enter');
  await freezeSwitch(page).press('Space');
  await expect(branches(page)).toHaveAccessibleName('2 branches');
  await expect(freezeSwitch(page)).toBeFocused();
  await expect(freezeSwitch(page)).not.toBeChecked();
  await page.getByRole('button', { name: /^Compare with branch freeze c-2, / }).press('Enter');
  await expect(comparison(page)).toBeFocused();
  // What has the focus is what keys act on.
  await expect(side(page, 'B')).not.toHaveAttribute('data-second');
  await card(side(page, 'A'), 'c-1').focus();
  await expect(side(page, 'B')).toHaveAttribute('data-second', '');
  await page.keyboard.press('Enter');
  await page.keyboard.press('k');
  await expect(card(side(page, 'A'), 'c-1')).toHaveAccessibleName(/Killed/);
  await expect(card(side(page, 'B'), 'c-1')).toHaveAccessibleName(/Part of/);

  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(comparison(page)).toHaveCount(0);
  await expect(branches(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete branch freeze c-2 off' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Keep', exact: true })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Delete branch freeze c-2 off' })).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  // What got the focus from what was deleted gives it on again when undo takes it away.
  await page.keyboard.press('Control+z');
  await expect(page.locator('.notices')).toContainText('Undone');
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

test('who has stopped at an action sees at once that the two part there', async ({ page }) => {
  await openPage(page);
  await pause(page);
  await card(page, 'c-2').click();
  await page.keyboard.press('k');
  await expect(card(page, 'c-2')).toHaveAccessibleName(/Killed/);
  await page.keyboard.press('Escape');
  await branches(page).click();
  await page.getByRole('switch', { name: 'kill c-2' }).click();
  await page.getByRole('button', { name: /^Compare with branch kill c-2, / }).click();
  await expect(page.getByRole('region', { name: 'First difference' })).toContainText(
    'you: kill c-2',
  );
});

test('another experiment beside this one, each with its own stage', async ({ page }) => {
  await openPage(page);
  await pause(page);
  await branches(page).click();
  await page
    .getByRole('combobox', { name: 'Experiment to compare with' })
    .selectOption({ label: 'Two groups, two coordinators' });
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(side(page, 'A')).toContainText('billing');
  await expect(side(page, 'B')).toContainText('analytics');
  await page.getByRole('button', { name: 'Leave the comparison' }).click();
  await expect(page.getByRole('main', { name: 'Stage' })).toBeVisible();
  await expect(branches(page)).toHaveAccessibleName('1 branch');
});

test('no accessibility problems, in both themes, as tables too', async ({ page }) => {
  await compared(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('region', { name: 'Ownership of B' })).toContainText('c-1 reads it');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show as table' }).click();
  await page.keyboard.press('t');
  await expectAccessible(page, 'colours');
  await branches(page).click();
  await expect(freezeSwitch(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await branches(page).click();
  await expect(freezeSwitch(page)).toBeVisible();
  await expectAccessible(page, 'colours');
});

test('on a phone the stages stand one above the other', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await compared(page);
  const [a, b] = [await side(page, 'A').boundingBox(), await side(page, 'B').boundingBox()];
  expect(a?.width).toBe(390);
  expect(b?.y).toBeGreaterThan((a?.y ?? 0) + (a?.height ?? 0));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
