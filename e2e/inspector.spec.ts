import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './page.ts';
import { card, openExperiment, openPage, pause, tool } from './stage.ts';

const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' });
const tab = (page: Page, name: string) => inspector(page).getByRole('tab', { name });

/** How often a way of the state machine has been taken, as its table says. */
async function taken(page: Page, from: string, to: string): Promise<number> {
  const button = page.getByRole('button', { name: new RegExp(`^${from} to ${to}: taken`) });
  return Number(await button.innerText());
}

/** Selects the first event in the log whose sentence has these words. */
async function openInLog(page: Page, words: string): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type(words);
  await page.getByRole('region', { name: 'Time', exact: true }).getByText(words).first().click();
}

test('the coordinator’s state machine is lit, and its counts rise with the rebalance', async ({
  page,
}) => {
  await openPage(page);
  await pause(page);
  await card(page, 'broker-1').click();
  await tab(page, 'State').click();
  const machine = page.getByRole('img', { name: /^State machine of billing at broker-1/ });
  await expect(machine).toHaveAccessibleName(/now Steady/);
  const before = await taken(page, 'Steady', 'PreparingRebalance');
  await tool(page, 'consumer').click();
  await card(page, 'c-4')
    .or(page.getByRole('button', { name: 'new consumer' }))
    .first()
    .click();
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(machine).toHaveAccessibleName(/now PreparingRebalance/);
  await pause(page);
  expect(await taken(page, 'Steady', 'PreparingRebalance')).toBe(before + 1);
  // Back to before it: the count is what it was, and the next time leads there again.
  await page.getByRole('button', { name: /^Steady to PreparingRebalance: taken/ }).click();
  await page.keyboard.press('ArrowLeft');
  await expect(machine).toHaveAccessibleName(/now Steady/);
  expect(await taken(page, 'Steady', 'PreparingRebalance')).toBe(before);
  await page.getByRole('button', { name: 'Next time' }).click();
  await expect(machine).toHaveAccessibleName(/now PreparingRebalance/);
  await expectAccessible(page);
});

test('what a coordinator stores and what ZooKeeper holds are shown', async ({ page }) => {
  await openPage(page);
  await pause(page);
  await card(page, 'broker-1').click();
  const now = page.getByRole('tabpanel', { name: 'Now' });
  await expect(now.getByRole('region', { name: 'Group billing' })).toContainText('3 members');
  await expect(now.getByRole('region', { name: 'Topics and their groups' })).toContainText(
    'ordersbilling',
  );
  await expect(now.getByRole('region', { name: 'Timers' })).toContainText(/declares .* dead/);
  await page.getByRole('button', { name: /^ZooKeeper/ }).click();
  const nodes = now.getByRole('region', { name: 'Nodes' });
  await expect(nodes).toContainText('ephemeral, session broker-1-');
  await nodes.getByText('/offsets').click();
  await nodes.getByText('/billing', { exact: true }).first().click();
  await nodes.getByText('/orders').first().click();
  await expect(nodes.getByText(/^creation 1, by billing-/).first()).toBeVisible();
  await expectAccessible(page);
});

test('bytes and fields of a message are linked both ways, by pointer and by keyboard', async ({
  page,
}) => {
  await openPage(page);
  await pause(page);
  await openInLog(page, 'c-1 sends RegisterConsumer');
  await tab(page, 'Bytes').click();
  const request = page.getByRole('region', { name: 'Bytes of the request' });
  const fields = request.getByRole('tree', { name: 'Fields' });
  await expect(request.locator('.hex [data-at="0"]').first()).toHaveText('00');
  // From bytes to their field.
  await request.locator('.hex [data-at="16"]').first().click();
  const groupId = fields.getByRole('treeitem', { name: /^GroupId, string/ });
  await expect(groupId).toHaveAttribute('aria-selected', 'true');
  // From a field to its bytes, by keyboard.
  await groupId.focus();
  await page.keyboard.press('ArrowDown');
  await expect(fields.getByRole('treeitem', { name: /^ConsumerHost/ })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(fields.getByRole('treeitem', { name: /^Size, int32/ })).toBeFocused();
  await expect(request.locator('.hex .codes .lit')).toHaveCount(4);
  // What is folded opens with the right arrow.
  const topics = fields.getByRole('treeitem', { name: /^Topics/ });
  await topics.focus();
  await expect(topics).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await expect(topics).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(fields.getByRole('treeitem', { name: /^Count, int32/ })).toBeFocused();
  await expectAccessible(page);
});

test('the bytes of an answer open on the answer', async ({ page }) => {
  await openPage(page);
  await pause(page);
  await openInLog(page, 'answers c-1\u0027s RegisterConsumer');
  await tab(page, 'Bytes').click();
  const frame = (direction: string) =>
    page.getByRole('region', { name: `Bytes of the ${direction}` }).getByRole('heading');
  await expect(frame('response')).toBeInViewport();
  await expect(frame('request')).not.toBeInViewport();
});

test('a damaged message shows what was meant, what arrived, and what decoding said', async ({
  page,
}) => {
  await openPage(page);
  await openExperiment(page, 'Damaged messages');
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('20');
  await openInLog(page, 'is damaged on its way');
  await tab(page, 'Bytes').click();
  const panel = page.getByRole('tabpanel', { name: 'Bytes' });
  await expect(panel).toContainText(/Damaged on its way\. byte \d+: \w\w was sent, \w\w arrived/);
  await expect(panel).toContainText('It does not decode.');
  await expect(panel.locator('.hex .codes .changed')).not.toHaveCount(0);
  await panel.getByRole('radio', { name: 'as sent' }).check();
  await expect(panel).not.toContainText('It does not decode.');
});

test('what is selected and has not begun says so, and leads there', async ({ page }) => {
  await openPage(page);
  await pause(page);
  await card(page, 'c-1').click();
  await page.keyboard.press('Home');
  await expect(inspector(page)).toContainText('c-1 has not started at this moment.');
  await page.getByRole('button', { name: 'go there' }).click();
  await expect(inspector(page)).not.toContainText('has not started');
});

test('“Show me” opens the experiment that shows what goes wrong', async ({ page }) => {
  await openPage(page);
  await pause(page);
  await card(page, 'c-1').click();
  await tab(page, 'Settings').click();
  await page.getByRole('textbox', { name: 'failed heartbeat threshold T' }).fill('2');
  await page
    .getByRole('button', { name: /^Show me: opens the experiment/ })
    .first()
    .click();
  await expect(
    page.getByRole('button', { name: /^Experiment: The coordinator gives up/ }),
  ).toBeVisible();
});
