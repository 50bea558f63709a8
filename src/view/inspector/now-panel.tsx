/** Now: the state of what is selected at the cursor. */
import type { Selection } from '../../store/selection.ts';
import { describe } from '../../trace/describe.ts';
import { rules } from '../../protocol/rules.ts';
import { endOffset } from '../../protocol/logs.ts';
import { lagOf, positionOf } from '../../trace/consumption.ts';
import { linkKey, partitionKey } from '../../trace/world.ts';
import type { GroupWorld, World } from '../../trace/world.ts';
import { count } from '../stage/marks.ts';
import type { PartitionName } from '../stage/marks.ts';
import { usePlayground, useRun, useWorld } from '../context.tsx';
import { TopicActions } from '../topics/topic-list.tsx';
import { Facts } from './facts.tsx';
import type { Row } from './facts.tsx';
import { ProcessNow } from './process-now.tsx';
import { RuleTag } from './rule-tag.tsx';

interface NowPanelProps {
  readonly selection: Selection;
  readonly subject: number | null;
}

export function NowPanel({ selection, subject }: NowPanelProps) {
  const world = useWorld();
  const atUs = usePlayground(({ cursor }) => cursor.atUs);
  switch (selection.kind) {
    case 'process':
      return <ProcessNow name={selection.process} />;
    case 'link':
      return <Facts rows={linkRows(world, selection.peers)} />;
    case 'partition':
      return <PartitionNow world={world} topic={selection.topic} partition={selection.partition} />;
    case 'message':
      return <Facts rows={messageRows(world, selection.message, atUs)} />;
    case 'event':
      return subject === null ? null : <EventNow seq={subject} />;
  }
}

function linkRows(world: World, peers: readonly [string, string]): Row[] {
  const link = world.links.get(linkKey(...peers));
  if (!link) return [{ name: 'link', value: 'these two never talk' }];
  const isBetween = (a: string, b: string) => linkKey(a, b) === linkKey(...peers);
  const connections = [...world.connections.values()].filter((c) => isBetween(c.opener, c.peer));
  const messages = [...world.messages.values()].filter((m) => isBetween(m.from, m.to));
  return [
    { name: 'state', value: link.cut ? 'cut: nothing passes' : link.slowed ? 'slowed' : 'passes' },
    { name: 'one-way latency', value: `${link.latencyMs.join(' to ')} ms` },
    { name: 'connections', value: String(connections.length) },
    { name: 'messages under way', value: String(messages.length) },
  ];
}

interface PartitionNowProps {
  readonly world: World;
  readonly topic: string;
  readonly partition: number;
}

function PartitionNow({ world, topic, partition }: PartitionNowProps) {
  const atUs = usePlayground(({ cursor }) => Math.floor(cursor.atUs / 50_000) * 50_000);
  const its = world.topics.get(topic);
  return (
    <>
      <Facts rows={partitionRows(world, { topic, partition }, Math.max(atUs, world.atUs))} />
      {its ? <TopicActions topic={its} /> : <p className="hint">The topic is deleted.</p>}
    </>
  );
}

/** [OFF-2] How far the group has read and committed it; nothing where it does not subscribe to it. */
function readRows(world: World, group: GroupWorld, at: PartitionName, atUs: number): Row[] {
  const key = partitionKey(at.topic, at.partition);
  if (!group.counted.has(key)) return [];
  const end = endOffset(world.topics.get(at.topic), at.partition, atUs);
  const positions = [...world.processes.values()].flatMap(({ name, consumer }) => {
    const own = consumer?.group === group.group ? positionOf(world, consumer, key, atUs) : null;
    return own === null ? [] : [`${name} at ${own}`];
  });
  return [
    {
      name: `${group.group}: end, committed`,
      value: `${end}, ${group.committed.get(key) ?? 'nothing'}`,
    },
    {
      name: `${group.group}: lag, position`,
      value: [count(lagOf(world, group, at, atUs), 'record'), ...positions].join(', '),
    },
  ];
}

function partitionRows(world: World, { topic, partition }: PartitionName, atUs: number): Row[] {
  const key = partitionKey(topic, partition);
  const rows: Row[] = [];
  for (const group of world.groups.values()) {
    const owner = group.assignment.find(({ partitions }) =>
      partitions.some((own) => own.topic === topic && own.partitions.includes(partition)),
    );
    const believers = [...world.processes.values()].filter(
      ({ consumer }) => consumer?.group === group.group && consumer.held.has(key),
    );
    const words = believers.map(({ name, status }) =>
      status === 'running' ? `${name} reads it` : `${name} believes so, but is ${status}`,
    );
    rows.push(
      { name: `${group.group}: recorded owner`, value: owner ? owner.consumer : 'nobody' },
      { name: `${group.group}: who reads`, value: words.join(', ') || 'nobody reads it' },
      ...readRows(world, group, { topic, partition }, atUs),
    );
  }
  return rows;
}

function messageRows(world: World, id: number, atUs: number): Row[] {
  const message = world.messages.get(id);
  if (!message) return [{ name: 'message', value: 'it has arrived, or was lost' }];
  const { from, to, generation, error, correlationId, held, arrivesAtUs } = message;
  return [
    { name: 'from, to', value: `${from} to ${to}` },
    { name: 'correlation id', value: String(correlationId) },
    { name: 'generation', value: generation === null ? 'none' : String(generation) },
    { name: 'error', value: error ?? 'none' },
    { name: 'arrives', value: held ? `held: ${held}` : inSeconds(arrivesAtUs - atUs) },
  ];
}

function inSeconds(us: number): string {
  return `in ${(Math.max(0, us) / 1e6).toFixed(3)} s`;
}

function EventNow({ seq }: { seq: number }) {
  const { trace } = useRun();
  const event = trace.event(seq);
  const hidden = new Set(['bytes', 'rules']);
  const rows = Object.entries(event)
    .filter(([name, value]) => !hidden.has(name) && value !== undefined)
    .map(([name, value]) => ({
      name,
      value: typeof value === 'object' ? JSON.stringify(value) : String(value),
    }));
  return (
    <>
      <p>{describe(event, trace)}</p>
      <ul className="rule-list" aria-label="Rules that it is an instance of">
        {event.rules.map((rule) => (
          <li key={rule}>
            <RuleTag rule={rule} /> {rules[rule].sentence}
          </li>
        ))}
      </ul>
      <Facts rows={rows} />
    </>
  );
}
