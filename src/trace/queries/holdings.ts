/** The ownership spans the other way round: what each consumer holds from when to when. */
import { firstEndingAfter } from './time-index.ts';
import type { Holding, PartitionSpans } from './ownership.ts';

/** A stretch in which a consumer holds the same partitions in the same way. */
export interface HeldSpan {
  readonly fromUs: number;
  /** Infinity while it lasts. */
  readonly toUs: number;
  readonly holding: Holding;
  /** In order of topic and number; never empty. */
  readonly partitions: readonly PartitionSpans[];
}

interface Stretch {
  readonly fromUs: number;
  readonly toUs: number;
}

/** One partition in the hand of one consumer. */
interface Held extends Stretch {
  readonly partition: PartitionSpans;
  readonly holding: Holding;
}

/**
 * What each consumer holds in a stretch of time, by its name, in order of time; what lasts longer
 * than the stretch keeps its own beginning and end where nothing else changed in between.
 */
export function holdingsIn(
  rows: readonly PartitionSpans[],
  { fromUs, toUs }: Stretch,
): ReadonlyMap<string, readonly HeldSpan[]> {
  const byConsumer = new Map<string, Held[]>();
  for (const partition of rows) {
    const { spans } = partition;
    for (let index = firstEndingAfter(spans, fromUs); index < spans.length; index++) {
      const span = spans[index];
      if (!span || span.fromUs >= toUs) break;
      for (const { consumer, holding } of span.claims) {
        const held = { partition, holding, fromUs: span.fromUs, toUs: span.toUs };
        const list = byConsumer.get(consumer);
        if (list) list.push(held);
        else byConsumer.set(consumer, [held]);
      }
    }
  }
  return new Map([...byConsumer].map(([consumer, held]) => [consumer, spansOf(held)]));
}

function spansOf(held: readonly Held[]): HeldSpan[] {
  const bounds = new Set(held.flatMap(({ fromUs, toUs }) => [fromUs, toUs]));
  const cuts = [...bounds].toSorted((a, b) => a - b);
  const spans: HeldSpan[] = [];
  for (const [fromUs, toUs, now] of stretchesOf(held, cuts)) {
    const [first] = now;
    if (!first) continue;
    const partitions = now.map(({ partition }) => partition);
    const last = spans.at(-1);
    const continues = last?.toUs === fromUs && last.holding === first.holding;
    if (continues && sameList(last.partitions, partitions)) {
      spans[spans.length - 1] = { ...last, toUs };
    } else {
      spans.push({ fromUs, toUs, holding: first.holding, partitions });
    }
  }
  return spans;
}

/** What is held between each cut and the next, in the order of `held`. */
function* stretchesOf(held: readonly Held[], cuts: readonly number[]) {
  const places = new Map(held.map((one, place) => [one, place]));
  const starting = held.toSorted((a, b) => a.fromUs - b.fromUs);
  let next = 0;
  let now: Held[] = [];
  for (const [index, fromUs] of cuts.entries()) {
    const toUs = cuts[index + 1];
    if (toUs === undefined) return;
    now = now.filter((one) => one.toUs > fromUs);
    for (let one = starting[next]; one && one.fromUs <= fromUs; one = starting[++next]) {
      if (one.toUs > fromUs) now.push(one);
    }
    now.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
    yield [fromUs, toUs, now] as const;
  }
}

function sameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((one, place) => one === b[place]);
}
