import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './page.ts';
import { card, groupBar, openPage, pause, setSpeed, virtualSeconds } from './stage.ts';

/** From any change of ownership to what is behind it. */
const stepsAtMost = 6;

const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' });
const panel = (page: Page, name: string) => page.getByRole('tabpanel', { name, exact: true });
const tab = (page: Page, name: string) => inspector(page).getByRole('tab', { name, exact: true });
const steps = (page: Page) => page.getByRole('list', { name: 'Steps back to what set it off' });
const cardOf = (page: Page, process: string): Locator =>
  page.locator(`.process-card[data-process="${process}"]`);
const tileOf = (page: Page, consumer: string, partition: number) =>
  cardOf(page, consumer).locator(`.tile[data-partition="${partition}"]`);

/** c-2 is frozen, and its partitions have moved to others. */
async function tileMoved(page: Page): Promise<void> {
  await openPage(page);
  await card(page, 'c-2').click();
  await page.keyboard.press('z');
  await setSpeed(page, '5');
  await expect(groupBar(page)).toContainText('2 members');
  await expect(tileOf(page, 'c-3', 4)).toHaveClass(/believed/);
  await pause(page);
}

/** c-2 is frozen, and a newcomer has started a rebalance that waits for it. */
async function waitsForFrozen(page: Page): Promise<void> {
  await openPage(page);
  await card(page, 'c-2').click();
  await page.keyboard.press('z');
  await page.keyboard.press('n');
  await expect(groupBar(page)).toContainText('PreparingRebalance');
  await pause(page);
  await page.keyboard.press('Escape');
}

test('from a moved tile to the action behind it, by keys, in at most six steps', async ({
  page,
}) => {
  await tileMoved(page);
  await tileOf(page, 'c-3', 4).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Why?' }).click();
  await expect(panel(page, 'Why')).toBeFocused();
  await expect(steps(page)).toContainText('c-3 takes orders/4');
  // Past the switches, to the list, which is one stop.
  const first = steps(page).getByRole('listitem').first().getByRole('button').first();
  for (let key = 0; key < 4 && !(await isFocused(first)); key++) await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  const count = await steps(page).getByRole('listitem').count();
  expect(count).toBeLessThanOrEqual(stepsAtMost);
  for (let step = 1; step < count; step++) await page.keyboard.press('ArrowDown');
  const last = steps(page).getByRole('listitem').last();
  await expect(last).toContainText('you: freeze c-2');
  await expect(last).toContainText('your action');
  await expect(last.getByRole('button').first()).toBeFocused();
  // There: the time is that of the action, the chain and the focus are where they were.
  await page.keyboard.press('Enter');
  const whenFrozen = Number(/([\d.]+) s/.exec(await last.innerText())?.[1]);
  expect(await virtualSeconds(page)).toBeCloseTo(whenFrozen, 2);
  await expect(last).toHaveAttribute('aria-current', 'step');
  await expect(last.getByRole('button').first()).toBeFocused();
  await expect(steps(page).getByRole('listitem')).toHaveCount(count);
  // Every step of it, and back.
  await page.getByRole('button', { name: /^every step/ }).click();
  expect(await steps(page).getByRole('listitem').count()).toBeGreaterThan(count);
});

function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((one) => one === document.activeElement);
}

test('the light dims what a chain does not touch, follows the selection, and Escape ends it', async ({
  page,
}) => {
  await tileMoved(page);
  await tileOf(page, 'c-3', 4).click();
  await tab(page, 'Why').click();
  await expect(steps(page)).toBeVisible();
  await page.keyboard.press('w');
  await expect(inspector(page)).toContainText('Lit: why c-3 took orders 4');
  await expect(inspector(page)).toContainText('W ends it');
  await expect(page.locator('[data-speech="asides"]')).toContainText('Lit: why c-3 took orders 4');
  await expect(cardOf(page, 'broker-2')).toHaveClass(/dimmed/);
  await expect(cardOf(page, 'c-2')).not.toHaveClass(/dimmed/);
  await expect(tileOf(page, 'c-3', 4)).not.toHaveClass(/dimmed/);
  await expect(tileOf(page, 'c-3', 5)).toHaveClass(/dimmed/);
  const row = (partition: number) =>
    page.getByRole('list', { name: 'Partitions' }).getByRole('button', {
      name: `orders ${partition}`,
    });
  await expect(row(4)).not.toHaveClass(/dimmed/);
  await expect(row(0)).toHaveClass(/dimmed/);
  await expectAccessible(page);
  await page.keyboard.press('t');
  await expectAccessible(page, 'colours');
  await row(5).click();
  await expect(tileOf(page, 'c-3', 5)).not.toHaveClass(/dimmed/);
  await expect(tileOf(page, 'c-3', 4)).toHaveClass(/dimmed/);
  // One thing a press: the light first, then the selection.
  await page.keyboard.press('Escape');
  await expect(cardOf(page, 'broker-2')).not.toHaveClass(/dimmed/);
  await expect(inspector(page)).not.toContainText('Lit:');
  await expect(row(5)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(row(5)).toHaveAttribute('aria-pressed', 'false');
});

test('why the group is not stable: whom it waits for, until when, and there', async ({ page }) => {
  await waitsForFrozen(page);
  await tab(page, 'Waits').click();
  const waits = panel(page, 'Waits');
  await expect(waits).toContainText('Why is billing not stable?');
  await expect(waits).toContainText('The rebalance waits for c-2 to register, which is frozen.');
  await expect(waits).toContainText('timer dead-after of broker-1');
  await expect(waits).toContainText(/in \d\.\d\d s/);
  await expectAccessible(page);
  await page.keyboard.press('t');
  await expectAccessible(page, 'colours');
  const text = await waits.innerText();
  const dead = Number(/At ([\d.]+) s broker-1 declares c-2 dead/.exec(text)?.[1]);
  await waits.getByRole('button', { name: 'go there' }).click();
  await expect.poll(() => virtualSeconds(page)).toBeCloseTo(dead, 2);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(waits).not.toContainText('waits for c-2 to register');
  // The event that was waited for is the last one or one of the same moment.
  await page.keyboard.press('/');
  await page.keyboard.type('broker-1 declares');
  await expect(
    page.getByRole('region', { name: 'Time', exact: true }).getByText(/\(c-2\) dead/),
  ).toBeVisible();
});

test('a member that is waited for is selected by its name, and asked itself', async ({ page }) => {
  await waitsForFrozen(page);
  await tab(page, 'Waits').click();
  await panel(page, 'Waits').getByRole('button', { name: 'Select c-2' }).click();
  await expect(inspector(page).getByRole('heading', { name: 'c-2', exact: true })).toBeVisible();
  await expect(panel(page, 'Waits')).toContainText(
    'Why has it not been noticed that nothing is heard of c-2?',
  );
  await card(page, 'c-1').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'What does it wait for?' }).click();
  await expect(panel(page, 'Waits')).toContainText('c-1');
});

test('on a phone the chain is walked and lit in the sheet', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await tileMoved(page);
  await tileOf(page, 'c-3', 4).click();
  await tab(page, 'Why').click();
  const light = page.getByRole('button', { name: 'light it up' });
  await light.click();
  await expect(light).toHaveAttribute('aria-pressed', 'true');
  await expect(inspector(page).getByText('Lit: why c-3 took orders 4')).toBeInViewport();
  await expect(cardOf(page, 'broker-3')).toHaveClass(/dimmed/);
  await steps(page).getByRole('listitem').last().getByRole('button').first().click();
  await expect(steps(page)).toContainText('c-3 takes orders/4');
  await expect(light).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'End the light' }).click();
  await expect(cardOf(page, 'broker-3')).not.toHaveClass(/dimmed/);
});
