/** The built-in experiments of requests that come to nothing show what they say, and end well. */
import { expect, test } from 'vitest';
import { runToEnd } from '../cli/simulate.ts';
import type { RuleId } from '../protocol/rules.ts';
import { builtins } from './builtins.ts';

const shown: readonly (readonly [id: string, rule: RuleId, kind: string, process: string])[] = [
  ['refused-for-good', 'REG-2', 'consumer-failed', 'c-3'],
  ['newcomer-gone', 'REG-11', 'request-ignored', 'broker-1'],
  ['broker-behind', 'DISC-3', 'timer-started', 'c-1'],
  ['late-commit', 'REG-10', 'request-ignored', 'broker-1'],
  ['forgotten-member', 'REG-3', 'request-refused', 'broker-1'],
  ['nothing-to-read-yet', 'REG-9', 'consumer-state', 'c-2'],
];

test.each(shown)('%s shows %s in a %s of %s', (id, rule, kind, process) => {
  const experiment = builtins.find((one) => one.id === id)?.experiment;
  if (!experiment) throw new Error(`no built-in ${id}`);
  const { untilMs } = experiment;
  const { trace, violation } = runToEnd(experiment, { untilMs, check: true, untilSettled: true });
  expect(violation).toBeNull();
  const seqs = Array.from({ length: trace.length }, (_, seq) => seq);
  const found = seqs.filter((seq) => trace.rules(seq).includes(rule));
  expect(found.map((seq) => [trace.kind(seq), trace.process(seq)])).toContainEqual([kind, process]);
});
