import { expect, test } from './page.ts';
import { card, generation, openPage, tool, virtualSeconds } from './stage.ts';

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
