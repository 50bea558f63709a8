/** [COST-1] What the run has cost the group so far. */
import { costAt } from '../../trace/fold/cost.ts';
import { usePlayground, useWorld } from '../context.tsx';

const partitionSeconds = (us: number) => `${(us / 1e6).toFixed(1)} partition·s`;

export function CostPanel() {
  const world = useWorld();
  const groupId = usePlayground((state) => state.group);
  const atUs = usePlayground(({ cursor }) => Math.floor(cursor.atUs / 50_000) * 50_000);
  const host = usePlayground((state) => state.host);
  const group = world.groups.get(groupId);
  if (!group) return null;
  const cost = costAt(group, Math.max(atUs, world.atUs));
  const rows = [
    ['Nobody read', partitionSeconds(cost.unreadUs), 'warn'],
    ['Of that in the last disturbance', partitionSeconds(cost.unreadInDisturbanceUs), ''],
    ['Two believe they own', partitionSeconds(cost.overlapUs), ''],
    ['Rebalances · partitions moved', `${cost.rebalancesCompleted} · ${cost.partitionsMoved}`, ''],
    ['Messages of the group', String(cost.messages), ''],
  ] as const;
  return (
    <section className="cost" aria-label="Cost so far">
      <dl>
        {rows.map(([name, value, tone]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={tone}>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">
        Counted from the first generation on. Reading itself is not simulated: who reads is.{' '}
        {host === 'workers' ? 'Each process runs in a Web Worker.' : 'Processes run in one worker.'}
      </p>
    </section>
  );
}
