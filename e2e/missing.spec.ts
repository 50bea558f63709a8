import { test as base } from '@playwright/test';
import { expect, test } from './page.ts';
import { card, drag, openPage, setSpeed, generation, tool } from './stage.ts';

test('without Web Workers the simulation runs in the page, and the page says so', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'));
  await openPage(page);
  await expect(page.getByRole('status').first()).toContainText('This browser has no Web Workers');
  await expect(page.getByRole('region', { name: 'Cost so far' })).toContainText(
    'All processes run in the page itself.',
  );
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await setSpeed(page, '5');
  const before = await generation(page);
  await drag(page, tool(page, 'kill'), card(page, 'c-2'));
  await expect.poll(() => generation(page)).toBe(before + 1);
});

test('with storage forbidden the page says so, and a choice holds until it is closed', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await openPage(page);
  await expect(page.getByRole('status').first()).toContainText('keeps nothing for the page');
  await page.getByRole('button', { name: 'Settings of the page' }).click();
  await page.getByRole('radio', { name: 'light' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('what is kept is read again, and what makes no sense is not', async ({ page }) => {
  await page.addInitScript(() => {
    const kept = {
      theme: 'light',
      motion: 'sideways',
      singleKeys: 'perhaps',
      announcements: false,
    };
    localStorage.setItem('regroup-preferences', JSON.stringify(kept));
  });
  await openPage(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Settings of the page' }).click();
  await expect(page.getByRole('radio', { name: 'as the system' }).last()).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Single-letter keys' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: /screen readers/ })).not.toBeChecked();
});

// React reports what a region threw on the console, so the quiet page is not asked for.
base('a fault in a region is told there; the others and the run go on', async ({ page }) => {
  await page.addInitScript(() => {
    CanvasRenderingContext2D.prototype.arc = function circle(x, y, radius, from, to, back) {
      if (Reflect.get(window, 'isBroken')) throw new Error('no more circles');
      this.ellipse(x, y, radius, radius, 0, from, to, back);
    };
  });
  await openPage(page);
  await page.evaluate(() => Reflect.set(window, 'isBroken', true));
  const report = page.getByRole('alert').filter({ hasText: 'There is a fault in the stage.' });
  await expect(report).toContainText('no more circles');
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('Nobody read');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.evaluate(() => Reflect.set(window, 'isBroken', false));
  await report.getByRole('button', { name: 'Show it again' }).click();
  await expect(card(page, 'c-2')).toHaveAccessibleName(/Part of group/);
});
