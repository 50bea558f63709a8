import { expect, test } from './page.ts';
import { card, openPage } from './stage.ts';

test('the page opens on a live group under its Content-Security-Policy', async ({ page }) => {
  await openPage(page);
  await expect(page).toHaveTitle(/Regroup/);
  await expect(page.getByRole('main', { name: 'Stage' })).toContainText('Freeze c-2 and watch.');
  await expect(card(page, 'broker-1')).toHaveAccessibleName(/coordinator of billing/);
  const policy = page.locator('meta[http-equiv="Content-Security-Policy"]');
  await expect(policy).toHaveAttribute('content', /default-src 'self'/);
  await expect(policy).not.toHaveAttribute('content', /unsafe/);
});

test('each process runs in a Web Worker of its own', async ({ page }) => {
  const workers = new Set<string>();
  page.on('worker', (worker) => workers.add(worker.url()));
  await openPage(page);
  await expect(page.getByRole('region', { name: 'Cost so far' })).toContainText(
    'Each process runs in a Web Worker',
  );
  expect([...workers].some((url) => url.includes('process.worker'))).toBe(true);
});
