import { test as base } from '@playwright/test';
import { expect } from './page.ts';
import { card } from './stage.ts';

// A broken worker is reported on the console by the browser itself, so the quiet page is not asked for.
base(
  'a worker that cannot run is reported, the experiment is kept, and it runs again',
  async ({ page }) => {
    await page.route('**/simulation.worker*', (route) => route.abort());
    await page.goto('./');
    const report = page.getByRole('alert');
    await expect(report).toContainText('The experiment is kept.');
    await expect(page.getByRole('button', { name: 'Experiment: A group at work' })).toBeVisible();
    await page.unroute('**/simulation.worker*');
    await report.getByRole('button', { name: 'Run it again' }).click();
    await expect(report).toBeHidden();
    await expect(card(page, 'c-2')).toHaveAccessibleName(/Part of group/);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  },
);
