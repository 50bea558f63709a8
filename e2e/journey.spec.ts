import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from './page.ts';
import {
  card,
  drag,
  generation,
  openPage,
  pause,
  picture,
  scrubTo,
  setSpeed,
  tool,
  virtualSeconds,
} from './stage.ts';

test('a consumer that is dragged in joins, and the generation rises', async ({ page }) => {
  await openPage(page);
  const before = await generation(page);
  await drag(page, tool(page, 'consumer'), page.getByRole('button', { name: 'new consumer' }));
  await expect(card(page, 'c-4')).toBeVisible();
  await setSpeed(page, '5');
  await expect(card(page, 'c-4')).toHaveAccessibleName(
    /Part of group, generation \d+, owns orders/,
  );
  expect(await generation(page)).toBeGreaterThan(before);
});

test('a frozen consumer is found out, its partitions get new owners, and it can come back', async ({
  page,
}) => {
  await openPage(page);
  const before = await generation(page);
  await drag(page, tool(page, 'freeze'), card(page, 'c-2'));
  await expect(card(page, 'c-2')).toHaveAccessibleName(/Frozen/);
  await setSpeed(page, '5');
  await expect.poll(() => generation(page)).toBe(before + 1);
  await expect(card(page, 'c-1')).toHaveAccessibleName(/owns orders 0, 1 and 2/);
  await pause(page);

  // Why: from the frozen card back to the person's own action.
  await card(page, 'c-1').click();
  await page.getByRole('tab', { name: 'Why' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Why' })).toContainText('you: freeze c-2');

  // Scrubbed back, the old owner is there again; at the live edge the new one.
  const frozen = await card(page, 'c-2').getAttribute('aria-label');
  await scrubTo(page, page.getByRole('list', { name: 'Your actions' }).getByRole('listitem'));
  await expect(card(page, 'c-2')).toHaveAccessibleName(/owns orders 4 and 5/);
  expect(await generation(page)).toBe(before);
  await page.getByRole('button', { name: 'To the live edge' }).click();
  await expect(card(page, 'c-2')).toHaveAccessibleName(frozen ?? '');
  await page.getByRole('button', { name: 'Thaw' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => generation(page)).toBe(before + 2);
  await expect(card(page, 'c-2')).toHaveAccessibleName(/Part of group/);
});

test('acting in the past keeps the old future, and undo takes the action back', async ({
  page,
}) => {
  await openPage(page);
  await drag(page, tool(page, 'kill'), card(page, 'c-3'));
  await expect(card(page, 'c-3')).toHaveAccessibleName(/Killed|Crashed|Down/i);
  await setSpeed(page, '5');
  await expect.poll(() => generation(page)).toBe(3);
  await pause(page);
  const future = await virtualSeconds(page);

  await page.getByRole('button', { name: 'To the start' }).click();
  await page.getByRole('button', { name: 'Next generation' }).click();
  await page.getByRole('button', { name: 'Next generation' }).click();
  expect(await virtualSeconds(page)).toBeLessThan(future);
  await expect(page.getByRole('button', { name: '1 branch' })).toBeVisible();

  await tool(page, 'freeze').click();
  await card(page, 'c-1').click();
  await expect(card(page, 'c-1')).toHaveAccessibleName(/Frozen/);
  const branches = page.getByRole('button', { name: '2 branches' });
  await branches.click();
  await page.getByRole('button', { name: /Go to branch kill c-3/ }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'To the live edge' }).click();
  await expect(card(page, 'c-3')).toHaveAccessibleName(/Killed|Crashed|Down/i);
  expect(await virtualSeconds(page)).toBe(future);

  await page.getByRole('button', { name: 'Undo the last action' }).click();
  await expect(card(page, 'c-1')).not.toHaveAccessibleName(/Frozen/);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(card(page, 'c-1')).toHaveAccessibleName(/Frozen/);
});

test('an exported trace, imported after a reload, gives the same picture', async ({ page }) => {
  await openPage(page);
  await drag(page, tool(page, 'power off'), card(page, 'c-1'));
  await setSpeed(page, '5');
  await expect.poll(() => generation(page)).toBe(3);
  await pause(page);
  const before = await picture(page);
  const seconds = await virtualSeconds(page);

  await page.getByRole('button', { name: /^Export/ }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Trace', exact: true }).click();
  const file = await (await downloading).path();
  expect(await readFile(file, 'utf8')).toContain('"format":"regroup-trace"');
  // What Web Workers did in the browser, Node does in one thread, byte for byte.
  const verify = promisify(execFile)(process.execPath, ['scripts/regroup.mjs', 'verify', file]);
  expect((await verify).stdout).toContain('equal');

  await page.reload();
  await expect(card(page, 'c-2')).toHaveAccessibleName(/Part of group/);
  await page.getByLabel('File to import').setInputFiles(file);
  await expect(page.getByRole('status').first()).toContainText('the same when run again');
  expect(await virtualSeconds(page)).toBeCloseTo(seconds, 3);
  expect(await picture(page)).toBe(before);
});

test('an exported experiment runs again; a broken file changes nothing', async ({ page }) => {
  await openPage(page);
  await page.keyboard.press('n');
  await expect(card(page, 'c-4')).toBeVisible();
  await page.getByRole('button', { name: /^Export/ }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Experiment', exact: true }).click();
  const file = await (await downloading).path();
  const text = await readFile(file, 'utf8');
  expect(text).toContain('start-consumer');

  await page.getByLabel('File to import').setInputFiles({
    name: 'broken.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text.replace('"brokers"', '"brokerz"').replace('"topics"', '"topixx"')),
  });
  await expect(page.getByRole('status').first()).toContainText(
    /broken\.json: .*topixx|broken\.json: /,
  );
  await expect(card(page, 'c-4')).toBeVisible();

  await page.getByLabel('File to import').setInputFiles({
    name: 'again.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
  await expect(page.getByRole('status').first()).toContainText('again.json is open');
  await setSpeed(page, '10');
  await expect(card(page, 'c-4')).toHaveAccessibleName(/Part of group/);
});

test('the log is filtered, and an event in it leads to its moment', async ({ page }) => {
  await openPage(page);
  await pause(page);
  const now = await virtualSeconds(page);
  await page.keyboard.press('/');
  await page.keyboard.type('is complete');
  const completed = page.getByText(/rebalance 1 of billing is complete/);
  await expect(completed).toBeVisible();
  await expect(page.getByText(/gets broker-1's answer to Heartbeat/)).toHaveCount(0);
  await completed.click();
  expect(await generation(page)).toBe(1);
  expect(await virtualSeconds(page)).toBeLessThan(now);
  await expect(page.getByRole('heading', { name: /^Event \d+$/ })).toBeVisible();
});
