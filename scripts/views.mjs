// `npm run views`: how soon the views over time answer, with a trace of some 100,000 events open.
// Every figure stands beside that of the same click on a view that has nothing to do, since a busy
// machine is slow at both.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withBuiltPage } from './built-page.mjs';
import { root } from './packages.mjs';

const views = ['Space-time', 'Lag', 'Together', 'Ledger', 'Log', 'Ownership'];
const folder = mkdtempSync(join(tmpdir(), 'regroup-views-'));

/** The trace of sixty consumers, as the command line writes it. */
function traceFile() {
  const args = ['scripts/regroup.mjs', 'run', 'sixty', '--until', '64s', '--format', 'jsonl'];
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30 };
  const { stdout } = spawnSync(process.execPath, args, options);
  const file = join(folder, 'sixty.jsonl');
  writeFileSync(file, stdout);
  return { file, events: stdout.split('\n').length - 2 };
}

/** Milliseconds from a click in the page to the second frame after it. */
const answer = (page, selector) =>
  page.evaluate(
    (clicked) =>
      new Promise((done) => {
        const beganMs = performance.now();
        document.querySelector(clicked).click();
        requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - beganMs)));
      }),
    selector,
  );

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const tell = (name, values) => {
  const worst = Math.max(...values);
  console.log(`${name}: ${median(values).toFixed(0)} ms median, ${worst.toFixed(0)} ms worst`);
};

async function opened(page, name) {
  const id = await page.getByRole('tab', { name, exact: true }).getAttribute('id');
  const back = await page.getByRole('tab', { name: 'Lag', exact: true }).getAttribute('id');
  const times = [];
  for (let time = 0; time < 5; time++) {
    times.push(await answer(page, `[id="${id}"]`));
    await answer(page, `[id="${name === 'Lag' ? id : back}"]`);
  }
  console.log(`${name}: opened the first time in ${times[0].toFixed(0)} ms`);
  tell(`${name}: opened`, times.slice(1));
}

/** Milliseconds between frames while the wheel turns in every one of them. */
const wheeled = (page, selector, sideways) =>
  page.evaluate(
    ([at, isSideways]) =>
      new Promise((done) => {
        const plot = document.querySelector(at);
        const { left, top, width, height } = plot.getBoundingClientRect();
        const gaps = [];
        let before = performance.now();
        let frames = 0;
        requestAnimationFrame(function frame(now) {
          gaps.push(now - before);
          before = now;
          const turn = (frames % 40 < 20 ? 1 : -1) * 40;
          const delta = isSideways ? { deltaX: turn, deltaY: 0 } : { deltaX: 0, deltaY: turn };
          plot.dispatchEvent(
            new WheelEvent('wheel', {
              ...delta,
              bubbles: true,
              cancelable: true,
              clientX: left + width / 2,
              clientY: top + height / 2,
            }),
          );
          frames += 1;
          if (frames < 180) requestAnimationFrame(frame);
          else done(gaps.slice(5));
        });
      }),
    [selector, sideways],
  );

function tellFrames(name, gaps) {
  const sorted = gaps.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.floor(sorted.length * part)].toFixed(1);
  console.log(`${name}: a frame in ${at(0.5)} ms median, ${at(0.95)} ms 95th percentile`);
}

async function measure({ address, browser }) {
  const { file, events } = traceFile();
  console.log(`trace: ${events} events, ${(readFileSync(file).length / 1e6).toFixed(0)} MB`);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  tellFrames('frames of an empty page', await wheeled(page, 'html', true));
  await page.goto(address);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByLabel('File to import').setInputFiles(file);
  await page.getByText('the same when run again').first().waitFor({ timeout: 300_000 });
  tell('nothing: a click on the tab that is open', [
    await answer(page, '[role=tab][aria-selected=true]'),
    await answer(page, '[role=tab][aria-selected=true]'),
    await answer(page, '[role=tab][aria-selected=true]'),
  ]);
  for (const name of views) await opened(page, name);
  for (const name of ['Ownership', 'Space-time', 'Lag']) {
    await page.getByRole('tab', { name, exact: true }).click();
    tellFrames(`${name}: pan`, await wheeled(page, '.axis-plot:not(.bands-row, .ticks-row)', true));
    tellFrames(
      `${name}: zoom`,
      await wheeled(page, '.axis-plot:not(.bands-row, .ticks-row)', false),
    );
  }
  await page.close();
}

try {
  await withBuiltPage(measure);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
