/** The timers of a process, counting down: what happens when each is over, and by which rule. */
import type { ProcessRole } from '../../../protocol/step.ts';
import type { TimerWorld } from '../../../trace/world.ts';
import { inSeconds } from '../../amounts.ts';
import { usePlayground, useRun, useWorld } from '../../context.tsx';
import { RuleTag } from '../rule-tag.tsx';
import { timerRule, timerWords } from './timers.ts';

const shownAtMost = 24;

export function TimerList({ process, role }: { process: string; role: ProcessRole }) {
  const world = useWorld();
  const timers = [...world.timers.values()]
    .filter((timer) => timer.process === process)
    .toSorted((a, b) => a.deadlineUs - b.deadlineUs);
  if (timers.length === 0) return null;
  return (
    <section aria-label="Timers">
      <h3>Timers</h3>
      <ul className="timers">
        {timers.slice(0, shownAtMost).map((timer) => (
          <Countdown key={`${timer.timer} ${timer.subject}`} role={role} timer={timer} />
        ))}
      </ul>
      {timers.length > shownAtMost ? (
        <p className="hint">and {timers.length - shownAtMost} more</p>
      ) : null}
    </section>
  );
}

function Countdown({ role, timer }: { role: ProcessRole; timer: TimerWorld }) {
  const { trace } = useRun();
  const hundredths = usePlayground(({ cursor }) =>
    Math.max(0, Math.ceil((timer.deadlineUs - cursor.atUs) / 10_000)),
  );
  const words = timerWords(role, timer);
  const rule = timerRule(timer.timer, trace.rules(timer.startedSeq));
  return (
    <li className={timer.running ? '' : 'still'} title={timer.timer}>
      <span className="name">
        {words}
        {timer.running ? '' : ' (stands still)'}
      </span>
      {rule === null ? <span /> : <RuleTag rule={rule} />}
      <span className="mono">{inSeconds(hundredths * 10_000, 2)}</span>
      <meter
        min={0}
        max={Math.max(1, (timer.deadlineUs - timer.startedAtUs) / 10_000)}
        value={hundredths}
        aria-label={`Time left: ${words}`}
      />
    </li>
  );
}
