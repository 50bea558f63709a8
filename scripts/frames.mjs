// `npm run frames`: how smooth the built page is, and how soon it lives.
// Frames are compared with those of an empty page in the same browser and minute, since a busy
// machine takes frames from both.
import { withBuiltPage } from './built-page.mjs';

const seconds = 10;

const percentile = (sorted, part) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

function told(name, values) {
  const sorted = values.toSorted((a, b) => a - b);
  const [half, most, all] = [0.5, 0.95, 0.99].map((part) => percentile(sorted, part).toFixed(1));
  console.log(
    `${name}: ${half} ms median, ${most} ms 95th, ${all} ms 99th percentile (${values.length})`,
  );
}

/** Milliseconds between the animation frames of the page for a while. */
const intervals = (page) =>
  page.evaluate(
    (forMs) =>
      new Promise((done) => {
        const gaps = [];
        let beforeMs = performance.now();
        const endMs = beforeMs + forMs;
        requestAnimationFrame(function frame(nowMs) {
          gaps.push(nowMs - beforeMs);
          beforeMs = nowMs;
          if (nowMs < endMs) requestAnimationFrame(frame);
          else done(gaps.slice(1));
        });
      }),
    seconds * 1000,
  );

/** Milliseconds of main thread that a frame takes: tasks of all kinds, layout and paint included. */
async function busyMs(page, during) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value;
  };
  const before = await read();
  const frames = await during();
  return { frames, perFrame: ((await read()) - before) * (1000 / frames.length) };
}

async function smoothness({ address, browser }) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  told('frames of an empty page', await intervals(page));
  await page.goto(address);
  await page.getByRole('button', { name: /^Experiment: / }).click();
  await page.getByRole('button', { name: 'Sixteen consumers, sixty partitions' }).click();
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('1');
  await page.getByRole('button', { name: /^c-16, .*Part of group/ }).waitFor();
  const { frames, perFrame } = await busyMs(page, () => intervals(page));
  told('frames with 16 consumers and 60 partitions, playing', frames);
  console.log(`main thread busy: ${perFrame.toFixed(1)} ms a frame, on average`);
  await page.close();
}

/** From the start of the navigation to the first frame that shows a consumer at work. */
async function coldStartMs({ address, browser }) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(() => {
    requestAnimationFrame(function look() {
      const beats = document
        .querySelector('[data-process="c-2"]')
        ?.textContent?.includes('beats in');
      if (beats) window.firstHeartMs = performance.now();
      else requestAnimationFrame(look);
    });
  });
  await page.goto(address);
  await page.waitForFunction(() => window.firstHeartMs !== undefined);
  const ms = await page.evaluate(() => window.firstHeartMs);
  await page.close();
  return ms;
}

await withBuiltPage(async (built) => {
  const starts = [];
  for (let visit = 0; visit < 5; visit++) starts.push(await coldStartMs(built));
  told('first heart after a cold start', starts);
  await smoothness(built);
});
