// `npm run picture`: makes docs/regroup.png and docs/first-minute.webp from the first built-in
// experiment, c-2 frozen and found out. Run `npm run build` first.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { card, withBuiltPage } from './built-page.mjs';
import { root } from './packages.mjs';
import { animatedWebp } from './webp.mjs';

const limits = { picture: 300_000, animation: 2_500_000 };

/** A page whose frames come when we say so; what has to arrive from the workers gets its time. */
async function openSlowly({ address, browser }, viewport) {
  const page = await browser.newPage({ viewport, colorScheme: 'dark' });
  await page.clock.install();
  await page.goto(address);
  await page.clock.pauseAt(Date.now() + 1000);
  await passUntil(page, 'c-2', /Part of group/);
  await page.evaluate(() => document.fonts.ready);
  return page;
}

const frameMs = 40;

async function passUntil(page, process, state) {
  const name = new RegExp(`^${process}, .*${state.source}`);
  while ((await page.getByRole('button', { name }).count()) === 0) await page.clock.runFor(frameMs);
}

async function takePicture(built) {
  const page = await openSlowly(built, { width: 1440, height: 900 });
  await card(page, 'c-2').click();
  await page.keyboard.press('z');
  await passUntil(page, 'c-1', /Registering/);
  await page.keyboard.press('Space');
  await card(page, 'c-1').click();
  await page.getByRole('tab', { name: 'Why' }).click();
  await page.clock.runFor(frameMs);
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

/** Every so many milliseconds of the animation a picture; the last one stays. */
const stepMs = 100;
const lastMs = 3000;

async function takeAnimation(built) {
  const page = await openSlowly(built, { width: 1280, height: 720 });
  const shots = [];
  const shoot = async (durationMs) => shots.push({ png: await page.screenshot(), durationMs });
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('1');
  await card(page, 'c-2').click();
  await page.clock.runFor(frameMs);
  await shoot(900);
  await page.keyboard.press('z');
  for (let passed = 0; passed < 6500; passed += stepMs) {
    for (let part = 0; part < stepMs; part += frameMs) await page.clock.runFor(frameMs);
    await shoot(stepMs);
  }
  shots.at(-1).durationMs = lastMs;
  await page.close();
  const encoder = await built.browser.newPage();
  return animatedWebp(encoder, shots, 0.75);
}

async function save(name, bytes, limit) {
  await writeFile(join(root, 'docs', name), bytes);
  console.log(`docs/${name}: ${(bytes.length / 1000).toFixed(0)} kB of ${limit / 1000} kB`);
  if (bytes.length > limit) process.exitCode = 1;
}

await withBuiltPage(async (built) => {
  await save('regroup.png', await takePicture(built), limits.picture);
  await save('first-minute.webp', await takeAnimation(built), limits.animation);
});
