import { expect, test } from './page.ts';
import {
  card,
  drag,
  generation,
  groupBar,
  openExperiment,
  openPage,
  pause,
  setSpeed,
  tool,
} from './stage.ts';

test('a broker is dragged in, the coordinator is killed: the crown moves and the group goes on', async ({
  page,
}) => {
  await openPage(page);
  await drag(page, tool(page, 'broker'), page.getByRole('button', { name: 'new consumer' }));
  await expect(card(page, 'broker-4')).toBeVisible();
  await expect(groupBar(page)).toContainText('broker-1, epoch 1');
  await setSpeed(page, '2');
  await drag(page, tool(page, 'kill'), card(page, 'broker-1'));
  await expect(card(page, 'broker-1')).toHaveAccessibleName(/Killed/);
  await expect(card(page, 'c-1')).toHaveAccessibleName(/Rediscovering, generation \d+, owns/);
  await expect(groupBar(page)).toContainText(/broker-[234], epoch 2/);
  await expect(groupBar(page)).toContainText('Steady');
  await expect(card(page, 'c-1')).toHaveAccessibleName(/Part of group, generation \d+, owns/);

  // It can be started again, on its own card.
  await page.getByRole('button', { name: 'Restart broker-1' }).click();
  await expect(card(page, 'broker-1')).toHaveAccessibleName(/Running/);
});

test('a topic is created and grown: each time the generation rises', async ({ page }) => {
  await openPage(page);
  await setSpeed(page, '5');
  const before = await generation(page);
  await tool(page, 'topic').click();
  await page.getByRole('button', { name: 'new consumer' }).click();
  const form = page.getByRole('form', { name: 'New topic' });
  await form.getByRole('textbox', { name: 'partitions' }).fill('none');
  await expect(form).toContainText('must be an integer from 1 to 100000, not "none"');
  await form.getByRole('textbox', { name: 'partitions' }).fill('2');
  await form.getByRole('textbox', { name: 'name' }).fill('payments');
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(card(page, 'c-1')).toHaveAccessibleName(/Part of group, .*owns .*payments 0/);
  const created = await generation(page);
  expect(created).toBeGreaterThan(before);

  await page.getByRole('button', { name: '2 topics' }).click();
  await page.getByRole('button', { name: 'Add a partition to payments' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => generation(page)).toBeGreaterThan(created);
  await expect(page.getByText('0 of 9 unread')).toBeVisible();
});

test('another F is warned about, applied, and restarts the consumer; undo takes it back', async ({
  page,
}) => {
  await openPage(page);
  const before = await generation(page);
  await card(page, 'c-1').click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  const F = page.getByRole('textbox', { name: 'heartbeat frequency F' });
  await F.fill('0');
  const timing = page.getByRole('region', { name: 'Timing' });
  await expect(timing.getByText('must be an integer from 1 to 32767, not 0')).toBeVisible();
  const apply = timing.getByRole('button', { name: 'Apply' });
  await expect(apply).toBeDisabled();
  await F.fill('2');
  await expect(page.getByText(/T is 3 and F is 2: .*the consumer gives up first/)).toBeVisible();
  await setSpeed(page, '5');
  await apply.click();
  await page.getByRole('tab', { name: 'Now' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Now' })).toContainText('incarnation 2');
  await expect.poll(() => generation(page)).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Undo the last action' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Now' })).not.toContainText('incarnation');
});

test('another group comes onto the stage by its card, or by key', async ({ page }) => {
  await openPage(page);
  await openExperiment(page, 'Two groups, two coordinators');
  await expect(groupBar(page)).toHaveAccessibleName('Group billing');
  await page.getByRole('button', { name: /^Show group analytics: / }).click();
  await expect(groupBar(page)).toHaveAccessibleName('Group analytics');
  await expect(page.getByRole('button', { name: /^Show group billing: / })).toBeVisible();
  await page.keyboard.press('g');
  await expect(groupBar(page)).toHaveAccessibleName('Group billing');
});

test('a rule that was shown leads to its first event, one that was not to a built-in', async ({
  page,
}) => {
  await openPage(page);
  await pause(page);
  await page.getByRole('button', { name: /^Rules shown: / }).click();
  await page.getByRole('button', { name: 'Go to the first event of REG-1' }).click();
  await expect(page.getByRole('heading', { name: /^Event \d+$/ })).toBeVisible();
  await expect(page.getByRole('list', { name: /^Rules/ })).toContainText('REG-1');

  await page.getByRole('button', { name: 'OWN-2 holds' }).click();
  await expect(page.getByText('Within one generation the coordinator never')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Rules shown: / }).click();
  await page.getByRole('button', { name: /^Open .*, which shows REG-6$/ }).click();
  await expect(page.getByRole('button', { name: /^Experiment: A quick restart/ })).toBeVisible();
});

test('a corrupt message needs two ends, also by keyboard', async ({ page }) => {
  await openPage(page);
  await tool(page, 'corrupt').focus();
  await page.keyboard.press('Enter');
  await card(page, 'c-1').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('from c-1: choose who gets it')).toBeVisible();
  await card(page, 'broker-1').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Your actions' })).toContainText('corrupt');
});
