/**
 * [OFF-2] Lag over time: the log's end, a closed form, less the committed offset, which steps. What
 * is kept is when the logs and the committed offsets changed; lag at a moment is worked out from it.
 */
import { changedLog, endOffset } from '../../protocol/logs.ts';
import type { TopicLog } from '../../protocol/logs.ts';
import type { EventKind } from '../events.ts';
import type { TraceReader } from '../reader.ts';
import { partitionKey } from '../world.ts';
import type { PartitionKey } from '../world.ts';

/** Something as it was from a moment on; several of them in order of time. */
interface Since<T> {
  readonly atUs: number;
  readonly value: T;
}

export class LagCollector {
  readonly #logs = new Map<string, Since<TopicLog | undefined>[]>();
  readonly #committed = new Map<string, Map<PartitionKey, Since<number>[]>>();

  take(trace: TraceReader, seq: number, kind: EventKind): void {
    if (kind === 'topic-changed') this.#takeTopic(trace, seq);
    if (kind === 'offset-committed') this.#takeCommit(trace, seq);
  }

  /** Records that had come in by then and that the group had not committed. */
  lagAt(group: string, topic: string, partition: number, atUs: number): number {
    const end = endOffset(lastBy(this.#logs.get(topic), atUs), partition, atUs);
    const steps = this.#committed.get(group)?.get(partitionKey(topic, partition));
    return Math.max(0, end - (lastBy(steps, atUs) ?? 0));
  }

  /** Moments in a stretch at which the group's committed offset of the partition changed. */
  commitsIn(
    group: string,
    topic: string,
    partition: number,
    { fromUs, toUs }: { readonly fromUs: number; readonly toUs: number },
  ): readonly number[] {
    const steps = this.#committed.get(group)?.get(partitionKey(topic, partition)) ?? [];
    const first = countBy(steps, fromUs - 1);
    return steps.slice(first, countBy(steps, toUs)).map(({ atUs }) => atUs);
  }

  /** When that offset changed last by then; null: it has not. */
  lastChangeUs(group: string, topic: string, partition: number, atUs: number): number | null {
    const steps = this.#committed.get(group)?.get(partitionKey(topic, partition)) ?? [];
    return steps[countBy(steps, atUs) - 1]?.atUs ?? null;
  }

  #takeTopic(trace: TraceReader, seq: number): void {
    const topic = trace.text(seq, 'topic') ?? '';
    const partitions = trace.int(seq, 'partitions') ?? 0;
    const recordsPerSecond = trace.int(seq, 'recordsPerSecond') ?? 0;
    const atUs = trace.atUs(seq);
    const steps = known(this.#logs, topic);
    const before = steps.at(-1)?.value;
    const value = changedLog(before, { topic, partitions, recordsPerSecond }, atUs);
    steps.push({ atUs, value });
    if (value === undefined) this.#forget(topic, before?.partitions ?? 0, atUs);
  }

  /** [TOP-2] The committed offsets of a topic that is deleted go with it. */
  #forget(topic: string, partitions: number, atUs: number): void {
    for (const committed of this.#committed.values()) {
      for (let partition = 0; partition < partitions; partition++) {
        committed.get(partitionKey(topic, partition))?.push({ atUs, value: 0 });
      }
    }
  }

  /** [TOP-2] What is heard too late may be of a topic that is gone or made anew by then. */
  #takeCommit(trace: TraceReader, seq: number): void {
    const topic = trace.text(seq, 'topic') ?? '';
    const partition = trace.int(seq, 'partition') ?? 0;
    const value = trace.int(seq, 'offset') ?? 0;
    const atUs = trace.atUs(seq);
    const log = this.#logs.get(topic)?.at(-1)?.value;
    if (!log || value > endOffset(log, partition, atUs)) return;
    const group = trace.text(seq, 'group') ?? '';
    let committed = this.#committed.get(group);
    if (!committed) this.#committed.set(group, (committed = new Map()));
    known(committed, partitionKey(topic, partition)).push({ atUs, value });
  }
}

function known<K, T>(map: Map<K, T[]>, key: K): T[] {
  let list = map.get(key);
  if (!list) map.set(key, (list = []));
  return list;
}

/** How many of the steps had been taken by then. */
function countBy(steps: readonly Since<unknown>[], atUs: number): number {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((steps[middle]?.atUs ?? Infinity) <= atUs) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lastBy<T>(steps: readonly Since<T>[] | undefined, atUs: number): T | undefined {
  return steps?.[countBy(steps, atUs) - 1]?.value;
}
