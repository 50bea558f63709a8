// Plants one fault after the other in a copy of the sources and expects its catcher to find it: a
// checker that catches nothing proves nothing. The faults stand in mutants/table.mjs.
//
//   node scripts/mutants.mjs [--quick] [part of a name ...]
//
// --quick leaves out those that take a swarm, but for one of each invariant. A fault whose text no longer stands exactly once in its
// file fails the run, so that the table stays true.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placesOf, withFault } from './mutants/plant.mjs';
import { inQuick } from './mutants/places.mjs';
import { mutants } from './mutants/table.mjs';
import { root } from './packages.mjs';

const lanes = 2;
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isQuick = process.argv.includes('--quick');
const copied = ['src', 'scripts', 'docs', 'package.json', 'package-lock.json', 'vitest.config.ts'];

/** A copy to be spoiled. Packages are linked; what tools cache beside them is the copy's own. */
function copySources() {
  const folder = mkdtempSync(join(tmpdir(), 'regroup-mutants-'));
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
  const packages = join(folder, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name === '.cache' || name.startsWith('.vite')) continue;
    symlinkSync(join(root, 'node_modules', name), join(packages, name));
  }
  return folder;
}

function run(folder, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => (output += chunk);
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', (error) => resolve({ code: -1, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Why the catcher has not caught it, or undefined. */
async function missedBySwarm(folder, { seeds, mode, invariant }) {
  const script = join(folder, 'scripts', 'regroup.mjs');
  const args = [script, 'fuzz', '--as-found', '--mode', mode, '--seeds', seeds];
  const { code, output } = await run(folder, args);
  if (code === 0) return `survives the swarm: ${output.trim()}`;
  const line = output.split('\n').find((one) => one.startsWith('fuzz, ')) ?? output.trim();
  return code === 1 && line.includes(`${invariant}: `)
    ? undefined
    : `is not caught by ${invariant} but: ${line}`;
}

/** A test that does not run, or a file that does not load, has caught nothing. */
async function missedByTest(folder, { test, title }) {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  const options = ['--reporter=json', `--outputFile=${report}`];
  const { output } = await run(folder, [vitest, 'run', test, '-t', title, ...options]);
  try {
    const { numFailedTests, numPassedTests } = JSON.parse(readFileSync(report, 'utf8'));
    if (numFailedTests > 0) return undefined;
    return `survives ${numPassedTests} tests of ${test}`;
  } catch {
    return `could not be tested: ${output.trim().split('\n').at(-1)}`;
  }
}

/** Plants the fault; the texts as they were, or what is wrong with its places. */
function plant(folder, mutant) {
  const before = new Map();
  for (const place of placesOf(mutant)) {
    const path = join(folder, place.file);
    const text = readFileSync(path, 'utf8');
    if (!before.has(path)) before.set(path, text);
    const { spoilt, problem } = withFault(text, place);
    if (problem !== undefined) return { before, problem };
    writeFileSync(path, spoilt);
  }
  return { before };
}

async function missed(folder, mutant) {
  const { before, problem } = plant(folder, mutant);
  try {
    if (problem !== undefined) return problem;
    const { caughtBy } = mutant;
    return await (caughtBy.test === undefined
      ? missedBySwarm(folder, caughtBy)
      : missedByTest(folder, caughtBy));
  } finally {
    for (const [path, text] of before) writeFileSync(path, text);
  }
}

const chosen = mutants.filter(({ name, caughtBy }) => {
  if (isQuick && !inQuick(caughtBy)) return false;
  return names.length === 0 || names.some((part) => name.includes(part));
});
const waiting = [...chosen];
let survivors = 0;

async function lane() {
  const folder = copySources();
  try {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const startedAt = performance.now();
      const why = await missed(folder, mutant);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(5);
      const who = mutant.caughtBy.invariant ?? mutant.caughtBy.test;
      if (why !== undefined) survivors += 1;
      const verdict = why === undefined ? `caught by ${who}` : why;
      console.log(
        `${why === undefined ? 'ok    ' : 'FAILED'}${seconds} s  ${mutant.name}: ${verdict}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await Promise.all(Array.from({ length: lanes }, lane));
console.log(`${chosen.length} mutants, ${chosen.length - survivors} caught`);
process.exitCode = survivors === 0 && chosen.length > 0 ? 0 : 1;
