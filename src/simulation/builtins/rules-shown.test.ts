/**
 * The page offers, for a rule that a run has not shown, the built-in experiment that does. Which one
 * that is stands in rules-shown.json, so that nobody waits for all of them to run; this test runs
 * them and holds the file to the truth. UPDATE_RULES_SHOWN=1 writes it anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { msToUs } from '../../lib/time.ts';
import { registerProtocol } from '../../protocol/register/index.ts';
import { Coverage, stepRules } from '../../trace/queries/coverage.ts';
import { builtins } from '../builtins.ts';
import { createInlineSimulation } from '../inline.ts';

const file = new URL('rules-shown.json', import.meta.url);

/** Of each step rule the first built-in, in their order, that shows it. */
function firstBuiltins(): Record<string, string> {
  const shown = new Map<string, string>();
  for (const { id, experiment } of builtins) {
    const simulation = createInlineSimulation(experiment, registerProtocol);
    simulation.advance(msToUs(experiment.untilMs));
    const { trace } = simulation;
    const coverage = new Coverage();
    coverage.readOn(trace);
    for (const rule of coverage.shownUpTo(trace.length - 1)) {
      if (!shown.has(rule)) shown.set(rule, id);
    }
  }
  return Object.fromEntries(
    stepRules.flatMap((rule) => {
      const id = shown.get(rule);
      return id === undefined ? [] : [[rule, id]];
    }),
  );
}

test('rules-shown.json names, for each step rule, a built-in that shows it', () => {
  const text = `${JSON.stringify(firstBuiltins(), null, 2)}\n`;
  if (process.env['UPDATE_RULES_SHOWN'] === '1') writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
