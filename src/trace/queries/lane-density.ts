/** How many messages each lane sent, in equal parts of a window: for when there are too many to draw. */
import type { MessageLines } from './lane-messages.ts';

export interface Density {
  readonly fromUs: number;
  readonly bucketUs: number;
  readonly buckets: number;
  /** Signs of life: drawn as a comb. At `lane * buckets + bucket`, and so are the others. */
  readonly beats: Uint32Array;
  /** Refusals. */
  readonly refusals: Uint32Array;
  readonly others: Uint32Array;
}

/** Counts messages sent from `fromUs` to before `toUs`, by lane and bucket. */
export function densityOf(
  messages: MessageLines,
  laneCount: number,
  fromUs: number,
  toUs: number,
  buckets: number,
): Density {
  const bucketUs = (toUs - fromUs) / buckets;
  const counts = () => new Uint32Array(laneCount * buckets);
  const density = {
    fromUs,
    bucketUs,
    buckets,
    beats: counts(),
    refusals: counts(),
    others: counts(),
  };
  const end = messages.times.firstFrom(toUs);
  for (let row = messages.times.firstFrom(fromUs); row < end; row++) {
    const lane = messages.fromOf(row);
    if (lane < 0) continue;
    const bucket = Math.min(
      buckets - 1,
      Math.floor((messages.times.fromUs(row) - fromUs) / bucketUs),
    );
    const place = lane * buckets + bucket;
    const list = listOf(density, messages, row);
    list[place] = (list[place] ?? 0) + 1;
  }
  return density;
}

function listOf(density: Density, messages: MessageLines, row: number): Uint32Array {
  if (messages.isBeat(row)) return density.beats;
  return messages.isRefusal(row) ? density.refusals : density.others;
}
