import type { Page } from '@playwright/test';
import { expect, test } from './page.ts';
import { card, openPage, pause, setSpeed, tool } from './stage.ts';

/** What a screen reader hears of the run. */
const heard = (page: Page) => page.locator('[data-speech="captions"]');

test('a listener hears the captions, and where a scrub ends', async ({ page }) => {
  await openPage(page);
  await card(page, 'c-2').click();
  await page.keyboard.press('z');
  await expect(heard(page)).toContainText('c-2 is frozen');
  await pause(page);
  await page.keyboard.press('Home');
  await expect(heard(page)).toHaveText('0.00 s: Nothing has happened yet.');
});

test('what is refused is said at once, also to those who hear no captions', async ({ page }) => {
  await openPage(page);
  await page.getByRole('button', { name: 'Settings of the page' }).click();
  await page.getByRole('checkbox', { name: /screen readers/ }).uncheck();
  await page.keyboard.press('Escape');
  await tool(page, 'kill').click();
  await page.getByRole('button', { name: /^ZooKeeper/ }).click();
  await expect(page.locator('[aria-live="assertive"]')).toContainText(
    'ZooKeeper does not fail here',
  );
  await expect(heard(page)).toBeEmpty();
});

test('a deed is spoken once, also the same once more; taken back or done again is another', async ({
  page,
}) => {
  await openPage(page);
  await pause(page);
  await page.evaluate(() => {
    const spoken: string[] = [];
    Object.assign(window, { spoken });
    const note = (records: MutationRecord[]) => {
      const changed = new Set(records.map(({ target }) => target));
      for (const target of changed) if (target.textContent) spoken.push(target.textContent);
    };
    const observer = new MutationObserver(note);
    const options = { childList: true, characterData: true, subtree: true };
    for (const live of document.querySelectorAll(
      '.visually-hidden > [aria-live]:not([data-speech="captions"])',
    ))
      observer.observe(live, options);
  });
  const spoken = () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);
  await card(page, 'c-2').click();
  await page.keyboard.press('z');
  await expect.poll(spoken).toEqual(['Done: freeze c-2.']);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+Shift+z');
  const again = ['Done: freeze c-2.', 'Undone: freeze c-2.', 'Done again: freeze c-2.'];
  await expect.poll(spoken).toEqual(again);
  await page.keyboard.press('Control+z');
  await expect(card(page, 'c-2')).toHaveAccessibleName(/Part of group/);
  await page.keyboard.press('z');
  await expect.poll(spoken).toEqual([...again, 'Undone: freeze c-2.', 'Done: freeze c-2.']);
  await page.getByRole('tab', { name: 'Settings' }).click();
  const F = page.getByRole('textbox', { name: 'heartbeat frequency F' });
  await F.fill('2');
  await F.press('Enter');
  await expect
    .poll(async () => (await spoken()).slice(5))
    .toEqual(['Done: set c-2: heartbeat frequency 2.']);
});

test('the title tells the state of the group', async ({ page }) => {
  await openPage(page);
  await expect(page).toHaveTitle('Steady, generation 2 - Regroup');
  await page.keyboard.press('n');
  await setSpeed(page, '2');
  await expect(page).toHaveTitle('Rebalancing, generation 2 - Regroup');
  await expect(page).toHaveTitle('Steady, generation 3 - Regroup');
});

test('for less motion time goes in steps', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page);
  await setSpeed(page, '1');
  const seconds = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const clock = document.querySelector('[role=timer]');
        const seen: number[] = [];
        const look = () => {
          const now = Number(/[\d.]+/.exec(clock?.textContent ?? '')?.[0]);
          if (seen.at(-1) !== now) seen.push(now);
          if (seen.length < 5) requestAnimationFrame(look);
          else resolve(seen);
        };
        look();
      }),
  );
  // A quarter of a second each; the first was seen at any moment.
  const steps = seconds.slice(2).map((now, index) => now - (seconds[index + 1] ?? 0));
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(0.2);
});
