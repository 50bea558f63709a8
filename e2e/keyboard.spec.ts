import { expect, test } from './page.ts';
import { card, generation, openPage, pause, tool, virtualSeconds } from './stage.ts';

test('the same journey by keyboard alone', async ({ page }) => {
  await openPage(page);
  const before = await generation(page);

  await page.keyboard.press('n');
  await expect(card(page, 'c-4')).toBeVisible();
  for (let i = 0; i < 5; i++) await page.keyboard.press(']');
  await expect.poll(() => generation(page)).toBeGreaterThan(before);
  await expect(card(page, 'c-4')).toHaveAccessibleName(/Part of group/);

  // Pick a tool with Enter, then a target with Enter.
  const settled = await generation(page);
  await tool(page, 'freeze').focus();
  await page.keyboard.press('Enter');
  await expect(tool(page, 'freeze')).toHaveAttribute('aria-pressed', 'true');
  await card(page, 'c-2').focus();
  await page.keyboard.press('Enter');
  await expect(card(page, 'c-2')).toHaveAccessibleName(/Frozen/);
  await expect.poll(() => generation(page)).toBeGreaterThan(settled);

  await page.keyboard.press('Space');
  const now = await virtualSeconds(page);
  await page.keyboard.press('Home');
  expect(await virtualSeconds(page)).toBe(0);
  await page.keyboard.press('Shift+ArrowRight');
  expect(await generation(page)).toBe(1);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('End');
  expect(await virtualSeconds(page)).toBe(now);

  // Thaw it where it stands: select the card, then the key.
  await card(page, 'c-2').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('z');
  await expect(card(page, 'c-2')).not.toHaveAccessibleName(/Frozen/);
  await page.keyboard.press('Control+z');
  await expect(card(page, 'c-2')).toHaveAccessibleName(/Frozen/);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('Home and End scroll the list or the text that has the focus, and nothing else', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await openPage(page);
  await pause(page);
  const now = await virtualSeconds(page);
  await card(page, 'broker-1').click();
  await page.getByRole('tab', { name: 'Log' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Now' });
  for (const scroller of [panel, page.getByRole('listbox', { name: 'Events' })]) {
    const left = () =>
      scroller.evaluate((element) => {
        const { scrollTop, scrollHeight, clientHeight } = element;
        return [scrollTop, Math.max(0, scrollHeight - clientHeight - scrollTop)].map(Math.floor);
      });
    await scroller.focus();
    await page.keyboard.press('Home');
    await expect.poll(async () => (await left())[0]).toBe(0);
    expect((await left())[1]).toBeGreaterThan(0);
    await page.keyboard.press('End');
    await expect.poll(async () => (await left())[1]).toBe(0);
    expect(await virtualSeconds(page)).toBe(now);
  }
  await card(page, 'c-2').focus();
  await page.keyboard.press('Home');
  expect(await virtualSeconds(page)).toBe(0);
});

test('single-letter keys that are switched off are named nowhere', async ({ page }) => {
  await openPage(page);
  const speed = page.getByRole('combobox', { name: 'Speed' });
  await expect(speed).toHaveAttribute('title', /\[ slower/);
  await page.getByRole('button', { name: 'Settings of the page' }).click();
  await expect(page.getByRole('group', { name: 'Theme (T)' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Single-letter keys' }).uncheck();
  await expect(page.getByRole('group', { name: 'Theme', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(speed).not.toHaveAttribute('title', /slower/);
  await page.getByRole('button', { name: /^Help/ }).click();
  const keys = page.getByRole('region', { name: 'Looking' });
  await expect(keys).toContainText('Escape');
  await expect(keys).not.toContainText('theme');
});
