/** How much was sent when: messages counted in buckets of one length, for a histogram. */
import type { EventKind } from '../events.ts';
import type { TraceReader } from '../reader.ts';

/** Length of a bucket. */
export const bucketUs = 50_000;

export class ActivityCollector {
  #counts = new Uint32Array(256);
  #length = 0;

  take(trace: TraceReader, seq: number, kind: EventKind): void {
    if (kind !== 'message-sent') return;
    const bucket = Math.floor(trace.atUs(seq) / bucketUs);
    if (bucket >= this.#counts.length) {
      const grown = new Uint32Array(Math.max(2 * this.#counts.length, bucket + 1));
      grown.set(this.#counts);
      this.#counts = grown;
    }
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#length = Math.max(this.#length, bucket + 1);
  }

  /** Messages sent in the buckets that begin from `fromUs` to before `toUs`. */
  sentBetween(fromUs: number, toUs: number): number {
    let sum = 0;
    const end = Math.min(this.#length, Math.ceil(toUs / bucketUs));
    for (let bucket = Math.ceil(fromUs / bucketUs); bucket < end; bucket++) {
      sum += this.#counts[bucket] ?? 0;
    }
    return sum;
  }
}
