import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './page.ts';
import { openPage, setSpeed } from './stage.ts';

const twin = (page: Page) => page.getByRole('region', { name: 'The stage as a table' });
const row = (page: Page, name: RegExp) => twin(page).getByRole('button', { name });

test('the stage as a table: keys walk it, a row selects, and it stays true', async ({ page }) => {
  await openPage(page);
  await page.keyboard.press('a');
  await row(page, /^c-1, /).focus();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, /^c-2, /)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'c-2', exact: true })).toBeVisible();
  await page.keyboard.press('z');
  await expect(row(page, /^c-2, /)).toHaveAccessibleName(/Frozen/);

  await page.getByRole('tab', { name: 'Partitions' }).click();
  const partition = twin(page).getByRole('row', { name: /^orders 4 / });
  await expect(partition).toContainText('nobody reads it');
  await setSpeed(page, '5');
  await expect(partition).toContainText('yes');
  await page.getByRole('tab', { name: 'Connections' }).click();
  await row(page, /^broker-1 and c-3$/).click();
  await page.keyboard.press('x');
  await expect(twin(page).getByRole('row', { name: /^broker-1 and c-3 / })).toContainText('cut');
  await page.keyboard.press('a');
  await expect(twin(page)).toBeHidden();
});

test('the stage as a table has its menus, and says what was done', async ({ page }) => {
  await openPage(page);
  await page.keyboard.press('Space');
  await page.keyboard.press('a');
  await row(page, /^c-2, /).focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: /^Freeze/ }).press('Enter');
  await expect(row(page, /^c-2, /)).toHaveAccessibleName(/Frozen/);
  await expect(page.locator('[data-speech="deeds"]')).toHaveText('Done: freeze c-2.');
  await page.getByRole('tab', { name: 'Connections' }).click();
  await row(page, /^broker-1 and c-3$/).click({ button: 'right' });
  await expect(page.getByRole('menu', { name: /broker-1/ })).toBeVisible();
});

for (const part of ['Consumers', 'Brokers', 'Partitions', 'Connections', 'Messages']) {
  test(`axe finds nothing in the table of ${part}`, async ({ page }) => {
    await openPage(page);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Stage as a table' }).click();
    await page.getByRole('tab', { name: part }).click();
    await expect(page.getByRole('tabpanel', { name: part })).toBeVisible();
    await expectAccessible(page);
  });
}
