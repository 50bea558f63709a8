// `npm test`: every check there is, one line each, what a failed one printed, and the count.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { root } from './packages.mjs';
import { stages } from './steps.mjs';

const atOnce = 2;
const total = { passed: 0, failed: 0, skipped: 0 };

/** Runs one step to its end; output is kept, since it is read only if the step fails. */
function run({ args, env = {} }) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk) => (output += chunk);
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** A step without tests of its own counts as one; so does one that fails before it can count. */
function countOf(step, ok) {
  if (step.count !== undefined) {
    try {
      const counted = step.count();
      return ok || counted.failed > 0 ? counted : { ...counted, failed: 1 };
    } catch {
      return { passed: 0, failed: 1, skipped: 0 };
    }
  }
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

function describe(step, ok, count, output) {
  const tests = step.count && `${count.passed} passed, ${count.failed} failed`;
  const skipped = count.skipped > 0 && `${count.skipped} skipped`;
  return [tests, skipped, ok && step.note?.(output)].filter(Boolean).join(', ');
}

async function perform(step) {
  if (step.report !== undefined) rmSync(step.report, { force: true });
  const startedAt = performance.now();
  const { ok, output } = await run(step);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const count = countOf(step, ok);
  for (const key of Object.keys(total)) total[key] += count[key];
  const mark = ok ? 'ok    ' : 'FAILED';
  const text = describe(step, ok, count, output);
  console.log(`${mark} ${step.name.padEnd(16)}${seconds.padStart(6)} s  ${text}`.trimEnd());
  if (!ok) console.log(`\n${output.trimEnd()}\n`);
  return ok;
}

/** Takes the steps in order, a few at once; false if one that the rest needs has failed. */
async function performStage(steps) {
  const waiting = steps.filter((step) => step.when?.() ?? true);
  let goOn = true;
  const lane = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const ok = await perform(step);
      if (!ok && step.needed) goOn = false;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return goOn;
}

for (const stage of stages) {
  if (!(await performStage(stage))) break;
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;
