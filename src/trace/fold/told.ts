/** For tests: hand-made events folded into a world. They need only the fields that are asked for. */
import type { TraceEvent } from '../events.ts';
import type { GroupWorld, ProcessWorld, World } from '../world.ts';
import { emptyWorld } from './empty.ts';
import { applyEvent } from './fold.ts';

/** An event without the common fields; its time is that of the one before where it has none. */
export interface Told {
  readonly kind: TraceEvent['kind'];
  readonly atUs?: number;
  readonly [field: string]: unknown;
}

export class Tale {
  readonly world: World = emptyWorld();
  readonly events: TraceEvent[] = [];

  tell(...told: readonly Told[]): this {
    for (const one of told) {
      const seq = this.events.length;
      const common = { seq, atUs: this.world.atUs, cause: null, because: null, rules: [] };
      const event = { ...common, ...one } as never as TraceEvent;
      this.events.push(event);
      applyEvent(this.world, event);
    }
    return this;
  }

  /** Of the event told last. */
  get seq(): number {
    return this.events.length - 1;
  }

  process(name: string): ProcessWorld {
    const process = this.world.processes.get(name);
    if (!process) throw new Error(`no process ${name}`);
    return process;
  }

  group(id = 'g'): GroupWorld {
    const group = this.world.groups.get(id);
    if (!group) throw new Error(`no group ${id}`);
    return group;
  }
}

export const timing = {
  sessionTimeoutMs: 3000,
  heartbeatFrequency: 3,
  failedHeartbeatThreshold: 3,
};

export const topicChanged = (topic: string, partitions: number): Told => ({
  kind: 'topic-changed',
  topic,
  partitions,
  recordsPerSecond: 10,
});

export const groupConfigured: Told = {
  kind: 'group-configured',
  group: 'g',
  protocol: 'register',
  ...timing,
  strategy: 'range',
};

const start = { kind: 'process-started', host: 'h', incarnation: 1, slot: 0 } as const;

export const brokerStarts = (process: string): Told => ({ ...start, process, role: 'broker' });

export const consumerStarts = (process: string, ...topics: string[]): Told => ({
  ...start,
  process,
  role: 'consumer',
  group: 'g',
  topics,
  ...timing,
  strategy: 'range',
});

export const elected = (broker: string, epoch: number): Told => ({
  kind: 'coordinator-elected',
  process: 'broker-9',
  subset: 3,
  groups: ['g'],
  broker,
  epoch,
  reason: '',
});

export const groupState = (process: string, epoch: number, state: string): Told => ({
  kind: 'group-state',
  process,
  group: 'g',
  generation: 0,
  epoch,
  state,
  reason: 'so',
});

/** `g-1 owns t 0 1` is `owns('g-1', 'c-1', 't', 0, 1)`. */
export const owns = (
  member: string,
  consumer: string,
  topic: string,
  ...partitions: readonly number[]
) => ({
  member,
  consumer,
  topics: [topic],
  partitions: partitions.length > 0 ? [{ topic, partitions }] : [],
});

type Entry = ReturnType<typeof owns>;

export const written = (generation: number, ...assignment: readonly Entry[]): Told => ({
  kind: 'metadata-written',
  process: 'zookeeper',
  path: '/groups/g',
  group: 'g',
  epoch: 1,
  generation,
  assignment,
});

export const completed = (generation: number, ...assignment: readonly Entry[]): Told => ({
  kind: 'rebalance-completed',
  process: 'broker-1',
  group: 'g',
  rebalance: generation,
  generation,
  assignment,
  joined: [],
  left: [],
});

export const memberAdded = (member: string, consumer: string, ...topics: string[]): Told => ({
  kind: 'member-added',
  process: 'broker-1',
  group: 'g',
  member,
  consumer,
  topics,
  ...timing,
});

const holding = (process: string, topic: string, partition: number) => ({
  process,
  group: 'g',
  member: '',
  topic,
  partition,
  generation: 1,
  offset: 0,
  reason: '',
});

export const acquires = (process: string, topic: string, partition: number): Told => ({
  kind: 'partition-acquired',
  ...holding(process, topic, partition),
});

export const releases = (process: string, topic: string, partition: number): Told => ({
  kind: 'partition-released',
  ...holding(process, topic, partition),
});

export const ends = {
  freeze: (process: string): Told => ({ kind: 'process-frozen', process, reason: 'freeze' }),
  thaw: (process: string): Told => ({ kind: 'process-thawed', process, reason: 'thaw' }),
  kill: (process: string): Told => ({ kind: 'process-crashed', process, reason: 'kill' }),
  stop: (process: string): Told => ({ kind: 'process-stopped', process, reason: 'stop' }),
};

/** A group of two consumers with two partitions of topic t, settled in generation 1 at 1 s. */
export function settledPair(own: object = {}): Tale {
  return new Tale()
    .tell(topicChanged('t', 2), groupConfigured, brokerStarts('broker-1'), elected('broker-1', 1))
    .tell({ ...consumerStarts('c-1', 't'), ...own }, { ...consumerStarts('c-2', 't'), ...own })
    .tell({ ...groupState('broker-1', 1, 'Rebalancing'), atUs: 1_000_000 })
    .tell(written(1, owns('g-1', 'c-1', 't', 0), owns('g-2', 'c-2', 't', 1)))
    .tell(completed(1, owns('g-1', 'c-1', 't', 0), owns('g-2', 'c-2', 't', 1)))
    .tell(memberAdded('g-1', 'c-1', 't'), memberAdded('g-2', 'c-2', 't'))
    .tell(acquires('c-1', 't', 0), acquires('c-2', 't', 1), groupState('broker-1', 1, 'Steady'));
}
