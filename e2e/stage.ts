/** What a person does and reads on the page, in the words of the tests. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './page.ts';

/** A consumer's or broker's card, by its name; its accessible name tells its state. */
export function card(page: Page | Locator, process: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^${process}, `) });
}

export function tool(page: Page, name: string): Locator {
  return page
    .getByRole('navigation', { name: 'Palette' })
    .getByRole('button', { name, exact: true });
}

/** Opens the page and waits for the first group to be at work. */
export async function openPage(page: Page): Promise<void> {
  await page.goto('./');
  await expect(card(page, 'c-2')).toHaveAccessibleName(/Part of group/);
}

export async function setSpeed(page: Page, speed: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Speed' }).selectOption(speed);
}

export async function pause(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pause' }).click();
}

/** Drags with the mouse, in steps, as a hand does. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const start = await centreOf(from);
  const end = await centreOf(to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

/** Drags the scrubber's thumb to just left of a mark below it. */
export async function scrubTo(page: Page, mark: Locator): Promise<void> {
  const slider = page.getByRole('slider', { name: 'Time' });
  const track = await slider.boundingBox();
  const at = await mark.boundingBox();
  if (!track || !at) throw new Error('not on the page');
  const y = track.y + track.height / 2;
  await page.mouse.move(track.x + track.width * 0.95, y);
  await page.mouse.down();
  await page.mouse.move(at.x + at.width / 2 + 20, y, { steps: 4 });
  await page.mouse.move(at.x + at.width / 2 - 4, y, { steps: 4 });
  await page.mouse.up();
}

export async function centreOf(locator: Locator): Promise<{ x: number; y: number }> {
  await locator.waitFor();
  const box = await locator.boundingBox();
  if (!box) throw new Error('not on the page');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The generation that the group bar shows. */
export async function generation(page: Page): Promise<number> {
  const text = await page.getByRole('region', { name: /^Group / }).innerText();
  return Number(/generation (\d+)/.exec(text)?.[1] ?? Number.NaN);
}

/** Everything that the stage says, without the parts that count with the clock. */
export async function picture(page: Page): Promise<string> {
  return page.getByRole('main', { name: 'Stage' }).ariaSnapshot();
}

export async function virtualSeconds(page: Page): Promise<number> {
  const text = await page.getByLabel('Virtual time').innerText();
  return Number(/([\d.]+) s/.exec(text)?.[1]);
}

/** The bar of the group that is on the stage. */
export function groupBar(page: Page): Locator {
  return page.getByRole('main', { name: 'Stage' }).getByRole('region', { name: /^Group / });
}

export async function openExperiment(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: /^Experiment: / }).click();
  await page.getByRole('button', { name: title, exact: true }).click();
}
