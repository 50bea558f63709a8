import type { Page } from '@playwright/test';
import { expect, test } from './page.ts';
import { card, openPage, pause, setSpeed, tool, virtualSeconds } from './stage.ts';

/** What a screen reader hears of the run. */
const heard = (page: Page) => page.locator('[data-speech="captions"]');

/** What it hears of the page beside that. */
const aside = (page: Page) => page.locator('[data-speech="asides"]');

const slider = (page: Page) => page.getByRole('slider', { name: 'Time' });

/** What an attribute is while the run plays on for so many of its seconds. */
async function whilePlaying(page: Page, seconds: number, selector: string, attribute: string) {
  return page.evaluate(
    ([time, of, name]) =>
      new Promise<(string | null)[]>((resolve) => {
        const now = () =>
          Number(/[\d.]+/.exec(document.querySelector('[role=timer]')?.textContent ?? '')?.[0]);
        const from = now();
        const seen = new Set<string | null>();
        const look = () => {
          seen.add(document.querySelector(of)?.getAttribute(name) ?? null);
          if (now() < from + time) requestAnimationFrame(look);
          else resolve([...seen]);
        };
        look();
      }),
    [seconds, selector, attribute] as const,
  );
}

test('a listener hears the captions, and where a scrub ends', async ({ page }) => {
  await openPage(page);
  await card(page, 'c-2').click();
  await page.keyboard.press('z');
  await expect(heard(page)).toContainText('c-2 is frozen');
  await pause(page);
  await page.keyboard.press('Home');
  await expect(heard(page)).toHaveText('0.00 s: Nothing has happened yet.');
});

test('play, pause, speed and steps are heard, also from a card', async ({ page }) => {
  await openPage(page);
  await pause(page);
  await expect(heard(page)).toHaveText(/^Paused at \d+\.\d\d s\.$/);
  await card(page, 'c-2').focus();
  await page.keyboard.press('Space');
  await expect(heard(page)).toHaveText(/^Playing from \d+\.\d\d s\.$/);
  await page.keyboard.press(']');
  await expect(heard(page)).toHaveText(/^Speed: .*×\.$/);
  await page.keyboard.press('ArrowLeft');
  await expect(heard(page)).toHaveText(/^\d+\.\d\d s: .+\.$/);
  const stepped = await heard(page).innerText();
  await page.keyboard.press('ArrowLeft');
  await expect(heard(page)).not.toHaveText(stepped);
  const earlier = await heard(page).innerText();
  await page.keyboard.press(',');
  await expect(heard(page)).not.toHaveText(earlier);
  await expect(heard(page)).toHaveText(/^\d+\.\d\d s: .+\.$/);
});

test('who stands on the scrubber or in the log hears no counting while the run plays', async ({
  page,
}) => {
  await openPage(page);
  await slider(page).focus();
  const before = await slider(page).getAttribute('aria-valuetext');
  expect(await whilePlaying(page, 1, '[role=slider]', 'aria-valuetext')).toEqual([before]);
  await page.keyboard.press('ArrowLeft');
  await expect(slider(page)).not.toHaveAttribute('aria-valuetext', before ?? '');
  // So slowly that the row stays in sight.
  await setSpeed(page, '0.05');
  await page.getByRole('tab', { name: 'Log' }).click();
  const list = page.getByRole('listbox', { name: 'Events' });
  await expect(list.locator('.current')).toBeInViewport();
  await list.focus();
  const active = await list.getAttribute('aria-activedescendant');
  expect(active).not.toBeNull();
  const seen = await whilePlaying(page, 0.05, '[role=listbox]', 'aria-activedescendant');
  // Once it has been scrolled past it is gone.
  expect([active, null]).toEqual(expect.arrayContaining(seen));
  await slider(page).focus();
  const tenths = Math.floor((await virtualSeconds(page)) * 10) / 10;
  const told = Number(await slider(page).getAttribute('aria-valuenow'));
  expect(Math.abs(told - tenths)).toBeLessThan(1);
  await pause(page);
  const paused = Math.floor((await virtualSeconds(page)) * 10) / 10;
  await expect(slider(page)).toHaveAttribute('aria-valuenow', String(paused));
});

test('what a filter or a finder has found is said when it was asked, and not while it grows', async ({
  page,
}) => {
  await openPage(page);
  await page.keyboard.press('/');
  await page.keyboard.type('heartbeat');
  await expect(aside(page)).toHaveText(/^[\d,]+ of [\d,]+ events$/);
  const said = await aside(page).innerText();
  const count = page.locator('.log-filter > .hint');
  const shown = await count.innerText();
  await expect(count).not.toHaveText(shown);
  expect(await aside(page).innerText()).toBe(said);
  await page.getByRole('button', { name: /^Experiment: / }).click();
  const finder = page.getByRole('textbox', { name: 'Find an experiment' });
  await finder.fill('broker');
  await expect(aside(page)).toHaveText(/^\d+ experiments? found\.$/);
  await finder.fill('no such words');
  await expect(aside(page)).toHaveText('No experiment has these words.');
});

test('of two ends the first is asked for once', async ({ page }) => {
  await openPage(page);
  await pause(page);
  await tool(page, 'corrupt').press('Enter');
  await card(page, 'c-2').focus();
  const here = page.locator('.in-hand .here');
  await expect(here).toContainText('Enter: from c-2: now choose to whom.');
  await page.keyboard.press('Enter');
  await expect(page.locator('.in-hand')).toContainText('from c-2: choose who gets it');
  await expect(here).toHaveCount(0);
  await card(page, 'broker-1').focus();
  await expect(here).toContainText('Enter: corrupt the next message c-2');
});

test('a card is met once, and what stands several times is told apart', async ({ page }) => {
  await openPage(page);
  await pause(page);
  for (const process of ['c-2', 'broker-1', 'ZooKeeper']) {
    const lines = (await card(page, process).locator('..').ariaSnapshot()).trim().split('\n');
    expect(lines).toEqual([expect.stringMatching(/^- button "/)]);
  }
  await card(page, 'c-2').click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  const applies = page.getByRole('button', { name: /^Apply/ });
  await expect(applies).toHaveCount(2);
  const names = await applies.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel));
  expect(names).toEqual(['Apply timing', 'Apply subscription']);
  await page.getByRole('tab', { name: 'Why' }).click();
  const rule = page.getByRole('button', { name: /^Rule / }).first();
  await expect(rule).toHaveAccessibleName(/^Rule [A-Z]+-\d+, [a-z]+$/);
  await expect(rule).toHaveAccessibleDescription(/ .+\.$/);
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
