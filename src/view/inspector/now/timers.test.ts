/** Every timer that a run has is told in words. */
import { expect, it } from 'vitest';
import { builtins } from '../../../simulation/builtins.ts';
import { activeRun } from '../../../store/playground.ts';
import { playground } from '../../../store/testing.ts';
import type { ProcessRole } from '../../../protocol/step.ts';
import { timerRule, timerWords } from './timers.ts';

it.each(['first-minute', 'coordinator-killed', 'coordinator-restarts', 'wildcard', 'old-map'])(
  'has words and a rule for each timer of %s',
  (id) => {
    const experiment = builtins.find((builtin) => builtin.id === id)?.experiment;
    const { trace } = activeRun(playground(20_000_000, experiment).getState());
    const roles = new Map<string, ProcessRole>();
    for (let seq = 0; seq < trace.length; seq++) {
      const process = trace.process(seq) ?? '';
      if (trace.kind(seq) === 'process-started')
        roles.set(process, trace.text(seq, 'role') as ProcessRole);
      if (trace.kind(seq) !== 'timer-started') continue;
      const [timer, subject] = [trace.text(seq, 'timer') ?? '', trace.text(seq, 'subject') ?? ''];
      const words = timerWords(roles.get(process) ?? 'consumer', { timer, subject });
      expect(words, `${process} ${timer}`).not.toBe(`${timer} ${subject}`.trim());
      expect(timerRule(timer, trace.rules(seq))).not.toBeNull();
    }
  },
);

it('[HB-3] names whom the coordinator would declare dead', () => {
  const timer = { timer: 'dead-after', subject: 'billing/billing-host-1-1' };
  expect(timerWords('broker', timer)).toBe('declares billing-host-1-1 dead');
  expect(timerRule('dead-after', ['HB-0'])).toBe('HB-3');
});
