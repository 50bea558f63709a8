import type { Page } from '@playwright/test';
import { expect, test } from './page.ts';
import { card, openExperiment, openPage, pause, setSpeed, virtualSeconds } from './stage.ts';

/** Every picture is a function of the world, the time and the selection: the way there leaves no trace. */

const steps = 1000;

async function pixels(page: Page): Promise<string> {
  return (await page.screenshot()).toString('base64');
}

/** As a key held down, without the driver's way to and fro for each. */
async function press(page: Page, key: string, times: number): Promise<void> {
  await page.evaluate(
    async ({ key, times }) => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      for (let time = 0; time < times; time++) {
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key, code: key, bubbles: true }),
        );
        if (time % 25 === 24) await frame();
      }
      await frame();
    },
    { key, times },
  );
}

for (const title of ['A group at work', 'Twelve consumers']) {
  test(`${steps} events back and forward again: the same pixels of “${title}”`, async ({
    page,
  }) => {
    await openPage(page);
    await openExperiment(page, title);
    await setSpeed(page, '5');
    await expect.poll(() => virtualSeconds(page)).toBeGreaterThan(9);
    await pause(page);
    await card(page, 'c-1').click();
    await page.mouse.move(0, 0);
    // To an event, from wherever in between the pause came.
    await page.keyboard.press('ArrowLeft');
    const before = await pixels(page);
    const text = await page.getByLabel('Virtual time').innerText();
    await press(page, 'ArrowLeft', steps);
    expect(await pixels(page)).not.toBe(before);
    await press(page, 'ArrowRight', steps);
    await expect(page.getByLabel('Virtual time')).toHaveText(text);
    expect((await pixels(page)) === before, 'the same pixels').toBe(true);
  });
}
