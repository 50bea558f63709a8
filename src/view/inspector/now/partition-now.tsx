/** A partition at the cursor: whose it is, by the record and by belief; how far it is read; its topic. */
import { endOffset } from '../../../protocol/logs.ts';
import { lagOf, positionOf } from '../../../trace/consumption.ts';
import type { Span } from '../../../trace/queries/ownership.ts';
import { partitionKey } from '../../../trace/world.ts';
import type { GroupWorld, World } from '../../../trace/world.ts';
import { inSeconds } from '../../amounts.ts';
import { usePlayground, usePlaygroundStore, useRun, useWorld } from '../../context.tsx';
import { fateWords } from '../../stage/details.ts';
import type { PartitionName } from '../../stage/marks.ts';
import { timeIndexOf } from '../../time/index-of.ts';
import { Facts } from '../facts.tsx';
import type { Row } from '../facts.tsx';
import { TopicSection } from './topic-section.tsx';
import { useSteadyTime } from './use-steady-time.ts';
import { plural } from '../../words/text.ts';

export function PartitionNow({ topic, partition }: PartitionName) {
  const world = useWorld();
  const atUs = useSteadyTime();
  const its = world.topics.get(topic);
  const groups = [...world.groups.values()].filter(({ counted }) =>
    counted.has(partitionKey(topic, partition)),
  );
  return (
    <>
      {groups.map((group) => (
        <section key={group.group} aria-label={`In ${group.group}`}>
          <h3>In {group.group}</h3>
          <Facts rows={groupRows(world, group, { topic, partition }, atUs)} />
          <Owners group={group.group} topic={topic} partition={partition} />
        </section>
      ))}
      {groups.length === 0 && its ? <p className="hint">No group reads it at present.</p> : null}
      <TopicSection topic={topic} isLink />
    </>
  );
}

function groupRows(
  world: World,
  group: GroupWorld,
  { topic, partition }: PartitionName,
  atUs: number,
): Row[] {
  const key = partitionKey(topic, partition);
  const owner = group.assignment.find(({ partitions }) =>
    partitions.some((own) => own.topic === topic && own.partitions.includes(partition)),
  );
  const believers = [...world.processes.values()].flatMap((process) => {
    const { name, status, consumer } = process;
    if (consumer?.group !== group.group || !consumer.held.has(key)) return [];
    const position = positionOf(world, consumer, key, atUs);
    const believes =
      status === 'running' ? `${name} reads it` : `${name} believes so, but ${fateWords(process)}`;
    return [{ name, position, believes }];
  });
  const beliefs = believers.map(({ believes }) => believes);
  return [
    { name: 'owner by the record', value: owner?.consumer ?? 'nobody' },
    { name: 'who believes it', value: beliefs.join(', ') || 'nobody: it is not read' },
    { name: 'end of the log', value: String(endOffset(world.topics.get(topic), partition, atUs)) },
    ...believers.map(({ name, position }) => ({
      name: `position of ${name}`,
      value: String(position),
    })),
    { name: 'committed', value: String(group.committed.get(key) ?? 'nothing yet') },
    { name: 'lag', value: plural(lagOf(world, group, { topic, partition }, atUs), 'record') },
  ];
}

interface OwnersProps extends PartitionName {
  readonly group: string;
}

const shownAtMost = 12;

/** Who has held it up to now, the latest first. */
function Owners({ group, topic, partition }: OwnersProps) {
  const store = usePlaygroundStore();
  const { trace } = useRun();
  const last = usePlayground(({ cursor }) => cursor.seq);
  const nowUs = last < 0 ? 0 : trace.atUs(last);
  const key = partitionKey(topic, partition);
  const spans = timeIndexOf(trace).ownership.partitionsOf(group);
  const past = (spans.find((its) => its.key === key)?.spans ?? []).filter(
    ({ fromUs }) => fromUs <= nowUs,
  );
  if (past.length === 0) return null;
  return (
    <table className="members">
      <caption>Who has held it, the latest first</caption>
      <thead>
        <tr>
          <th scope="col">who</th>
          <th scope="col">from</th>
          <th scope="col">to</th>
        </tr>
      </thead>
      <tbody>
        {past
          .toReversed()
          .slice(0, shownAtMost)
          .map((span) => (
            <tr key={span.fromUs}>
              <td>{holders(span)}</td>
              <td>
                <button
                  type="button"
                  className="plain link mono"
                  onClick={() => store.getState().seek(span.fromUs)}
                >
                  {inSeconds(span.fromUs)}
                </button>
              </td>
              <td className="mono">{span.toUs > nowUs ? 'now' : inSeconds(span.toUs)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function holders({ claims }: Span): string {
  return claims
    .map(({ consumer, holding }) => (holding === 'reads' ? consumer : `${consumer} (${holding})`))
    .join(', ');
}
