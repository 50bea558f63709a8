/** A topic at the cursor: itself, and what each group that reads it has of it. */
import type { GroupWorld, World } from '../../../trace/world.ts';
import { usePlaygroundStore, useWorld } from '../../context.tsx';
import { plural } from '../../words/text.ts';
import { TopicSection } from './topic-section.tsx';
import { topicRows } from './topic-figures.ts';
import { useSteadyTime } from './use-steady-time.ts';

export function TopicNow({ topic }: { topic: string }) {
  const world = useWorld();
  const groups = [...world.groups.values()].filter(({ topics }) => topics.includes(topic));
  const isThere = world.topics.has(topic);
  return (
    <>
      <TopicSection topic={topic} />
      {isThere
        ? groups.map((group) => (
            <InGroup key={group.group} world={world} group={group} topic={topic} />
          ))
        : null}
      {isThere && groups.length === 0 ? (
        <p className="hint">No group reads it at present.</p>
      ) : null}
    </>
  );
}

const shownAtMost = 60;

interface InGroupProps {
  readonly world: World;
  readonly group: GroupWorld;
  readonly topic: string;
}

function InGroup({ world, group, topic }: InGroupProps) {
  const store = usePlaygroundStore();
  const atUs = useSteadyTime();
  const rows = topicRows(world, group, topic, atUs);
  const lag = rows.reduce((sum, row) => sum + row.lag, 0);
  const unread = rows.filter(({ readers }) => readers.length === 0).length;
  return (
    <section aria-label={`In ${group.group}`}>
      <h3>In {group.group}</h3>
      <table className="members">
        <caption>
          Lags {plural(lag, 'record')} in all; {unread} of {plural(rows.length, 'partition')} unread
        </caption>
        <thead>
          <tr>
            <th scope="col">partition</th>
            <th scope="col">owner</th>
            <th scope="col">read by</th>
            <th scope="col">lag</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shownAtMost).map(({ partition, owner, readers, lag: own }) => (
            <tr key={partition}>
              <td>
                <button
                  type="button"
                  className="plain link"
                  onClick={() => store.getState().select({ kind: 'partition', topic, partition })}
                >
                  {topic} {partition}
                </button>
              </td>
              <td>{owner ?? 'nobody'}</td>
              <td>{readers.join(', ') || 'nobody'}</td>
              <td className="mono">{own}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
