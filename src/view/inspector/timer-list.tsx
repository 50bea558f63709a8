/** The timers of a process, counting down. */
import type { TimerWorld } from '../../trace/world.ts';
import { usePlayground, useWorld } from '../context.tsx';

const shownAtMost = 24;

export function TimerList({ process }: { process: string }) {
  const world = useWorld();
  const timers = [...world.timers.values()]
    .filter((timer) => timer.process === process)
    .toSorted((a, b) => a.deadlineUs - b.deadlineUs);
  if (timers.length === 0) return null;
  return (
    <section>
      <h3>Timers</h3>
      <ul className="timers">
        {timers.slice(0, shownAtMost).map((timer) => (
          <Countdown key={`${timer.timer} ${timer.subject}`} timer={timer} />
        ))}
      </ul>
      {timers.length > shownAtMost ? (
        <p className="hint">and {timers.length - shownAtMost} more</p>
      ) : null}
    </section>
  );
}

function Countdown({ timer }: { timer: TimerWorld }) {
  const leftUs = usePlayground(({ cursor }) => Math.max(0, timer.deadlineUs - cursor.atUs));
  const wholeUs = timer.deadlineUs - timer.startedAtUs;
  return (
    <li className={timer.running ? '' : 'still'}>
      <span className="name">
        {timer.timer} {timer.subject}
      </span>
      <meter min={0} max={Math.max(1, wholeUs)} value={leftUs} aria-label={`${timer.timer} left`} />
      <span className="mono">{(leftUs / 1e6).toFixed(2)} s</span>
    </li>
  );
}
