/** What is done in the branch that is shown: each action with a switch, and a time that can be moved. */
import type { Plan } from '../../store/plan.ts';
import { activeRun } from '../../store/playground.ts';
import { describeCommand } from '../../trace/describe-command.ts';
import { usePlayground } from '../context.tsx';
import { roundEndUs } from '../time/axis/ticks.ts';
import { ActionRow } from './action-row.tsx';

/** More than anybody reads, fewer than a large experiment has. */
const listedAtMost = 200;

export function ActionList() {
  const plan = usePlayground((state) => activeRun(state).plan);
  const seenUs = usePlayground((state) => roundEndUs(activeRun(state).seenUs));
  const lastMs = plan.at(-1)?.command.atMs ?? 0;
  const trackMs = Math.max(seenUs, roundEndUs(lastMs * 1000)) / 1000;
  const more = plan.length - listedAtMost;
  return (
    <section className="action-list" aria-label="Actions">
      <h2>Actions in this branch</h2>
      {plan.length === 0 ? (
        <p className="hint">Nothing has been done, and nothing is scheduled.</p>
      ) : (
        <p className="hint">
          Switch one off, or give it another time. A new branch shows what happens then.
        </p>
      )}
      <ul>
        {keyed(plan.slice(0, listedAtMost)).map(({ key, action }, index) => (
          <ActionRow key={key} action={action} index={index} trackMs={trackMs} />
        ))}
      </ul>
      {more > 0 ? <p className="hint">And {more} more, which can be changed in a file.</p> : null}
    </section>
  );
}

/** A key for each that stays when its time changes: what it does, and how often that was done before. */
function keyed(plan: Plan) {
  const counts = new Map<string, number>();
  return plan.map((action) => {
    const words = describeCommand(action.command);
    const count = counts.get(words) ?? 0;
    counts.set(words, count + 1);
    return { key: `${words} ${count}`, action };
  });
}
