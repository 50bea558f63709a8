// What `npm test` runs. Steps of one stage do not wait for each other; stages run in this order.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packages.mjs';

const bin = (name, ...path) => join(root, 'node_modules', name, ...path);
const reports = join(root, 'node_modules', '.cache', 'test-reports');
const unitReport = join(reports, 'unit.json');
const e2eReport = join(reports, 'e2e.json');

const readReport = (path) => JSON.parse(readFileSync(path, 'utf8'));

function countUnit() {
  const report = readReport(unitReport);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function countE2e() {
  const { stats } = readReport(e2eReport);
  // retries is 0, so flaky stays 0; should that change, a flaky test is not a passed one.
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  };
}

const lineCoverage = (output) => {
  const share = /^Lines\s*:\s*([\d.]+)%/m.exec(output)?.[1];
  return share === undefined ? '' : `${share} % of the core's lines covered`;
};
const lastLine = (output) => output.trim().split('\n').at(-1) ?? '';

/** 3000 random experiments in all; the two lanes share them. */
const swarms = ['calm', 'storm', 'coordinator'].map((mode) => ({
  name: `fuzz ${mode}`,
  args: [join(root, 'scripts', 'regroup.mjs'), 'fuzz', '--mode', mode, '--seeds', '1..1000'],
  note: lastLine,
}));

const checks = [
  {
    name: 'unit',
    args: [
      bin('vitest', 'vitest.mjs'),
      'run',
      '--coverage',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ],
    report: unitReport,
    count: countUnit,
    note: lineCoverage,
  },
  { name: 'format', args: [bin('oxfmt', 'bin', 'oxfmt'), '--check'] },
  {
    name: 'lint',
    args: [bin('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings'],
  },
  { name: 'types', args: [bin('typescript', 'bin', 'tsc'), '-b'] },
  { name: 'imports', args: [join(root, 'scripts', 'imports.mjs')], note: lastLine },
  { name: 'rules', args: [join(root, 'scripts', 'rules.mjs')], note: lastLine },
  { name: 'unused', args: [bin('knip', 'bin', 'knip.js'), '--no-config-hints'] },
  ...swarms,
];

export const stages = [
  checks,
  [{ name: 'mutants', args: [join(root, 'scripts', 'mutants.mjs'), '--quick'], note: lastLine }],
  [{ name: 'build', args: [bin('vite', 'bin', 'vite.js'), 'build'], needed: true }],
  [{ name: 'size', args: [join(root, 'scripts', 'size.mjs')], note: lastLine }],
  [
    {
      // Alone: two browsers and a simulation fill two cores, and journeys have time limits.
      name: 'e2e',
      args: [bin('@playwright/test', 'cli.js'), 'test', '--reporter=list,json'],
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: e2eReport },
      report: e2eReport,
      count: countE2e,
    },
  ],
];
