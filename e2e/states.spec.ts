import { expectAccessible } from './accessible.ts';
import { expect, test } from './page.ts';
import { card, openPage, pause, tool } from './stage.ts';

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test('the page has no accessibility problem in its states', async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await openPage(page);
      await pause(page);
      await expectAccessible(page);
      await card(page, 'c-1').click();
      await expectAccessible(page);
      await page.getByRole('tab', { name: 'Why' }).click();
      await expectAccessible(page);
      await tool(page, 'kill').click();
      await expectAccessible(page);
      await card(page, 'c-2').click();
      await expectAccessible(page);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
    });
  });
}

for (const size of [
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
]) {
  test(`nothing scrolls sideways or off the page at ${size.width} x ${size.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await openPage(page);
    const overflow = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth - innerWidth, scrollHeight - innerHeight];
    });
    expect(overflow).toEqual([0, 0]);
  });
}

test('an impossible drop says why', async ({ page }) => {
  await openPage(page);
  await tool(page, 'kill').click();
  await page.getByRole('button', { name: /^ZooKeeper/ }).click();
  await expect(page.getByRole('status').first()).toContainText('ZooKeeper does not fail here');
});
