/**
 * [OWN-6] When a group begins to have partitions that two or more believe they own. Whoever is frozen
 * still believes; whoever is dead does not.
 */
import type { EventKind } from '../events.ts';
import type { TraceReader } from '../reader.ts';
import { partitionKey } from '../world.ts';
import type { PartitionKey } from '../world.ts';

interface GroupBelief {
  /** How many believe that a partition is theirs. */
  readonly counts: Map<PartitionKey, number>;
  /** Partitions of which two or more do. */
  shared: number;
}

interface Believer {
  readonly group: GroupBelief;
  readonly held: Set<PartitionKey>;
}

type Take = (believers: Believers, trace: TraceReader, seq: number) => boolean;

const takes: Readonly<Partial<Record<EventKind, Take>>> = {
  'process-started': (believers, trace, seq) => believers.start(trace, seq),
  'process-crashed': (believers, trace, seq) => believers.forget(trace.process(seq) ?? ''),
  'process-stopped': (believers, trace, seq) => believers.forget(trace.process(seq) ?? ''),
  'partition-acquired': (believers, trace, seq) => believers.acquire(trace, seq),
  'partition-released': (believers, trace, seq) => believers.release(trace, seq),
};

export class Believers {
  readonly #groups = new Map<string, GroupBelief>();
  readonly #believers = new Map<string, Believer>();

  /** True where this event is the first by which two believe that one partition is theirs. */
  take(trace: TraceReader, seq: number, kind: EventKind): boolean {
    return takes[kind]?.(this, trace, seq) ?? false;
  }

  start(trace: TraceReader, seq: number): boolean {
    const process = trace.process(seq) ?? '';
    this.forget(process);
    const id = trace.text(seq, 'group');
    if (typeof id !== 'string') return false;
    let group = this.#groups.get(id);
    if (!group) this.#groups.set(id, (group = { counts: new Map(), shared: 0 }));
    this.#believers.set(process, { group, held: new Set() });
    return false;
  }

  /** A process has ended: it believes nothing. */
  forget(process: string): boolean {
    const believer = this.#believers.get(process);
    for (const key of believer?.held ?? []) drop(believer, key);
    return false;
  }

  acquire(trace: TraceReader, seq: number): boolean {
    const believer = this.#believers.get(trace.process(seq) ?? '');
    const key = keyAt(trace, seq);
    if (!believer || believer.held.has(key)) return false;
    const { group, held } = believer;
    held.add(key);
    const count = (group.counts.get(key) ?? 0) + 1;
    group.counts.set(key, count);
    if (count !== 2) return false;
    group.shared += 1;
    return group.shared === 1;
  }

  release(trace: TraceReader, seq: number): boolean {
    drop(this.#believers.get(trace.process(seq) ?? ''), keyAt(trace, seq));
    return false;
  }
}

function drop(believer: Believer | undefined, key: PartitionKey): void {
  if (!believer?.held.delete(key)) return;
  const { counts } = believer.group;
  const count = (counts.get(key) ?? 0) - 1;
  counts.set(key, count);
  if (count === 1) believer.group.shared -= 1;
}

function keyAt(trace: TraceReader, seq: number): PartitionKey {
  return partitionKey(trace.text(seq, 'topic') ?? '', trace.int(seq, 'partition') ?? 0);
}
