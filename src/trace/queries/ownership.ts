/**
 * Ownership spans: which consumers hold a partition from when to when, and whether they read it.
 * Consumers say what they hold; whoever is frozen or dead reads nothing. What a dead one held ends
 * when its group strikes its member off, or when somebody else takes the partition.
 */
import type { Assignment } from '../../protocol/facts.ts';
import type { EventKind } from '../events.ts';
import type { TraceReader } from '../reader.ts';
import { partitionKey } from '../world.ts';
import type { PartitionKey } from '../world.ts';

export type Holding = 'reads' | 'frozen' | 'dead';

export interface Claim {
  readonly consumer: string;
  readonly slot: number;
  readonly holding: Holding;
  /** The partition-acquired event. */
  readonly seq: number;
}

/** A stretch in which the same consumers hold the partition in the same way. */
export interface Span {
  readonly fromUs: number;
  /** Infinity while it lasts. */
  toUs: number;
  /** In order of acquiring; never empty. */
  readonly claims: readonly Claim[];
}

/** A stretch in which the partition exists and is subscribed to. */
export interface Stretch {
  readonly fromUs: number;
  /** Infinity while it lasts. */
  toUs: number;
  /** [COST-1] Whether the time in which nobody reads it counts. */
  readonly counts: boolean;
}

export interface PartitionSpans {
  readonly key: PartitionKey;
  readonly topic: string;
  readonly partition: number;
  /** When it was first known that the group reads it. */
  readonly sinceUs: number;
  /** In order of time; outside of them there is nothing to be read. */
  readonly stretches: Stretch[];
  /** In order of time; where there is none, nobody holds it. */
  readonly spans: Span[];
}

interface GroupOwnership {
  readonly topics: Set<string>;
  /** Those of the last completed rebalance's members. */
  counted: ReadonlySet<string>;
  readonly partitions: Map<PartitionKey, PartitionSpans>;
  /** The same by topic and number; null where one came since they were sorted. */
  sorted: readonly PartitionSpans[] | null;
}

/** A consumer that has been one of a group. */
export interface KnownConsumer {
  readonly consumer: string;
  readonly slot: number;
  /** When it was first started. */
  readonly sinceUs: number;
}

interface Holder {
  readonly slot: number;
  readonly sinceUs: number;
  group: string;
  readonly held: Set<PartitionKey>;
  holding: Holding;
}

type Take = (ownership: OwnershipCollector, trace: TraceReader, seq: number) => void;

const takes: Readonly<Partial<Record<EventKind, Take>>> = {
  'topic-changed': (ownership, trace, seq) => ownership.takeTopic(trace, seq),
  'process-started': (ownership, trace, seq) => ownership.takeStart(trace, seq),
  'subscription-changed': (ownership, trace, seq) => {
    const group = ownership.groupOfProcess(trace.process(seq));
    if (group !== null) ownership.subscribe(group, topicsAt(trace, seq), trace.atUs(seq));
  },
  'member-added': (ownership, trace, seq) => {
    const group = trace.text(seq, 'group') ?? '';
    ownership.subscribe(group, topicsAt(trace, seq), trace.atUs(seq));
  },
  'member-removed': (ownership, trace, seq) => {
    ownership.forget(trace.text(seq, 'consumer') ?? '', trace.atUs(seq));
  },
  'process-frozen': (ownership, trace, seq) => ownership.takeStatus(trace, seq, 'frozen'),
  'process-thawed': (ownership, trace, seq) => ownership.takeStatus(trace, seq, 'reads'),
  'process-crashed': (ownership, trace, seq) => ownership.takeStatus(trace, seq, 'dead'),
  'process-stopped': (ownership, trace, seq) => ownership.takeStatus(trace, seq, 'dead'),
  'rebalance-completed': (ownership, trace, seq) => {
    ownership.takeGeneration(trace.text(seq, 'group') ?? '', topicsIn(trace, seq), trace.atUs(seq));
  },
  'partition-acquired': (ownership, trace, seq) => ownership.takeAcquired(trace, seq),
  'partition-released': (ownership, trace, seq) => ownership.takeReleased(trace, seq),
};

function topicsAt(trace: TraceReader, seq: number): readonly string[] {
  return (trace.json(seq, 'topics') ?? []) as readonly string[];
}

function topicsIn(trace: TraceReader, seq: number): ReadonlySet<string> {
  const assignment = (trace.json(seq, 'assignment') ?? []) as Assignment;
  return new Set(assignment.flatMap(({ topics }) => topics));
}

export class OwnershipCollector {
  readonly #groups = new Map<string, GroupOwnership>();
  readonly #holders = new Map<string, Holder>();
  /** How many partitions each topic has at this moment, 0 where it was deleted. */
  readonly #topics = new Map<string, number>();

  /** Every partition that the group has ever been known to read, by topic and number. */
  partitionsOf(group: string): readonly PartitionSpans[] {
    const known = this.#groups.get(group);
    if (!known) return [];
    known.sorted ??= [...known.partitions.values()].toSorted(byTopicAndNumber);
    return known.sorted;
  }

  /** Every consumer that was last started in the group, in order of slot. */
  consumersOf(group: string): readonly KnownConsumer[] {
    const own = [...this.#holders].filter(([, holder]) => holder.group === group);
    const known = own.map(([consumer, { slot, sinceUs }]) => ({ consumer, slot, sinceUs }));
    return known.toSorted((a, b) => a.slot - b.slot);
  }

  take(trace: TraceReader, seq: number, kind: EventKind): void {
    takes[kind]?.(this, trace, seq);
  }

  groupOfProcess(process: string | undefined): string | null {
    return this.#holders.get(process ?? '')?.group ?? null;
  }

  takeTopic(trace: TraceReader, seq: number): void {
    const topic = trace.text(seq, 'topic') ?? '';
    const count = trace.int(seq, 'partitions') ?? 0;
    const before = this.#topics.get(topic) ?? 0;
    this.#topics.set(topic, count);
    const atUs = trace.atUs(seq);
    for (const [id, group] of this.#groups) {
      if (!group.topics.has(topic)) continue;
      this.subscribe(id, [topic], atUs);
      for (let number = 0; number < before; number++) {
        const known = group.partitions.get(partitionKey(topic, number));
        if (known) this.#judge(group, known, atUs);
      }
    }
  }

  takeGeneration(group: string, topics: ReadonlySet<string>, atUs: number): void {
    this.#group(group).counted = topics;
    this.#judgeAll(group, atUs);
  }

  #judgeAll(id: string, atUs: number): void {
    const group = this.#group(id);
    for (const partition of group.partitions.values()) this.#judge(group, partition, atUs);
  }

  /** Ends the last stretch of the partition, or begins one, where it is another from now on. */
  #judge(
    { counted }: GroupOwnership,
    { topic, partition, stretches }: PartitionSpans,
    atUs: number,
  ) {
    const exists = partition < (this.#topics.get(topic) ?? 0);
    const counts = counted.has(topic);
    const last = stretches.at(-1);
    const open = last?.toUs === Infinity ? last : undefined;
    if (open && exists && open.counts === counts) return;
    if (open?.fromUs === atUs) stretches.pop();
    else if (open) open.toUs = atUs;
    if (exists) stretches.push({ fromUs: atUs, toUs: Infinity, counts });
  }

  takeStart(trace: TraceReader, seq: number): void {
    const name = trace.process(seq) ?? '';
    const group = trace.text(seq, 'group');
    if (typeof group !== 'string') return;
    const atUs = trace.atUs(seq);
    const before = this.#holders.get(name);
    const slot = before?.slot ?? trace.int(seq, 'slot') ?? 0;
    const sinceUs = before?.sinceUs ?? atUs;
    // A new life has forgotten what the old one held.
    this.forget(name, atUs);
    this.#holders.set(name, { slot, sinceUs, group, held: new Set(), holding: 'reads' });
    this.subscribe(group, topicsAt(trace, seq), atUs);
  }

  takeStatus(trace: TraceReader, seq: number, holding: Holding): void {
    const name = trace.process(seq) ?? '';
    const holder = this.#holders.get(name);
    if (!holder) return;
    holder.holding = holding;
    const atUs = trace.atUs(seq);
    for (const key of holder.held) {
      const change = (claim: Claim) => (claim.consumer === name ? { ...claim, holding } : claim);
      this.#change(holder.group, key, atUs, (claims) => claims.map(change));
    }
  }

  takeAcquired(trace: TraceReader, seq: number): void {
    const consumer = trace.process(seq) ?? '';
    const holder = this.#holders.get(consumer);
    if (!holder) return;
    const { slot, group, holding } = holder;
    const atUs = trace.atUs(seq);
    const topic = trace.text(seq, 'topic') ?? '';
    const partition = trace.int(seq, 'partition') ?? 0;
    this.#know(group, topic, partition, atUs);
    const key = partitionKey(topic, partition);
    holder.held.add(key);
    const claim: Claim = { consumer, slot, holding, seq };
    this.#change(group, key, atUs, (claims) => [
      ...claims.filter((other) => other.holding !== 'dead' && other.consumer !== consumer),
      claim,
    ]);
  }

  takeReleased(trace: TraceReader, seq: number): void {
    const consumer = trace.process(seq) ?? '';
    const partition = trace.int(seq, 'partition') ?? 0;
    const key = partitionKey(trace.text(seq, 'topic') ?? '', partition);
    const holder = this.#holders.get(consumer);
    if (!holder?.held.delete(key)) return;
    this.#drop(holder.group, key, consumer, trace.atUs(seq));
  }

  /** Whoever is dead holds nothing any more; whoever lives still believes. */
  forget(name: string, atUs: number): void {
    const holder = this.#holders.get(name);
    if (holder?.holding !== 'dead') return;
    for (const key of holder.held) this.#drop(holder.group, key, name, atUs);
    holder.held.clear();
  }

  subscribe(id: string, topics: readonly string[], atUs: number): void {
    const group = this.#group(id);
    for (const topic of topics) {
      group.topics.add(topic);
      const count = this.#topics.get(topic) ?? 0;
      for (let number = 0; number < count; number++) this.#know(id, topic, number, atUs);
    }
  }

  #know(id: string, topic: string, partition: number, sinceUs: number): void {
    const group = this.#group(id);
    const key = partitionKey(topic, partition);
    const before = group.partitions.get(key);
    if (before) return this.#judge(group, before, sinceUs);
    const known = { key, topic, partition, sinceUs, stretches: [], spans: [] };
    group.partitions.set(key, known);
    group.sorted = null;
    this.#judge(group, known, sinceUs);
  }

  #drop(group: string, key: PartitionKey, consumer: string, atUs: number): void {
    this.#change(group, key, atUs, (claims) => claims.filter((one) => one.consumer !== consumer));
  }

  #change(
    group: string,
    key: PartitionKey,
    atUs: number,
    change: (claims: readonly Claim[]) => readonly Claim[],
  ): void {
    const spans = this.#group(group).partitions.get(key)?.spans;
    if (!spans) return;
    const last = spans.at(-1);
    const open = last?.toUs === Infinity ? last : undefined;
    const claims = change(open?.claims ?? []);
    if (open) {
      // Several changes at one moment leave one span behind.
      if (open.fromUs === atUs) spans.pop();
      else open.toUs = atUs;
    }
    if (claims.length > 0) spans.push({ fromUs: atUs, toUs: Infinity, claims });
  }

  #group(id: string): GroupOwnership {
    let group = this.#groups.get(id);
    if (!group) {
      group = { topics: new Set(), counted: new Set(), partitions: new Map(), sorted: null };
      this.#groups.set(id, group);
    }
    return group;
  }
}

function byTopicAndNumber(a: PartitionSpans, b: PartitionSpans): number {
  if (a.topic !== b.topic) return a.topic < b.topic ? -1 : 1;
  return a.partition - b.partition;
}
