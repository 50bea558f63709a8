import { expectAccessible } from './accessible.ts';
import { expect, test } from './page.ts';

test('the page opens under its Content-Security-Policy', async ({ page }) => {
  await page.goto('./');
  await expect(page).toHaveTitle('Regroup');
  await expect(page.locator('#root')).not.toBeEmpty();
  const policy = page.locator('meta[http-equiv="Content-Security-Policy"]');
  await expect(policy).toHaveAttribute('content', /default-src 'self'/);
  await expect(policy).not.toHaveAttribute('content', /unsafe/);
});

test('the first screen has no accessibility problem that axe can find', async ({ page }) => {
  await page.goto('./');
  await expectAccessible(page);
});
