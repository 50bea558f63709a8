/**
 * Everything the time views ask of a trace, gathered in one pass that goes on where it stopped:
 * reading on costs only what is new. What is gathered at a moment never changes by what comes
 * later, but for where the stretch that lasted then ended.
 */
import type { TraceReader } from '../reader.ts';
import { ActionCollector } from './actions.ts';
import { ActivityCollector } from './activity.ts';
import { BandCollector } from './bands.ts';
import { LagCollector } from './lag.ts';
import { BreakpointCollector } from './breakpoints.ts';
import { LaneCollector } from './lanes.ts';
import { MomentCollector } from './moments.ts';
import { OwnershipCollector } from './ownership.ts';

export class TimeIndex {
  readonly bands = new BandCollector();
  readonly ownership = new OwnershipCollector();
  readonly activity = new ActivityCollector();
  readonly lags = new LagCollector();
  readonly lanes = new LaneCollector();
  readonly moments = new MomentCollector(this.lanes.messages);
  readonly breakpoints = new BreakpointCollector(this);
  readonly #actions = new ActionCollector();
  #length = 0;

  /** Events that are in. */
  get length(): number {
    return this.#length;
  }

  get actions(): ActionCollector['actions'] {
    return this.#actions.actions;
  }

  /** Takes in what the trace has got since the last call; always the same trace. */
  readOn(trace: TraceReader): void {
    for (let seq = this.#length; seq < trace.length; seq++) {
      const kind = trace.kind(seq);
      this.bands.take(trace, seq, kind);
      this.ownership.take(trace, seq, kind);
      this.activity.take(trace, seq, kind);
      this.lags.take(trace, seq, kind);
      this.lanes.take(trace, seq, kind);
      this.moments.take(trace, seq, kind);
      this.breakpoints.take(trace, seq, kind);
      this.#actions.take(trace, seq, kind);
    }
    this.#length = trace.length;
  }
}

/** Index of the first stretch that ends after `atUs`; they are in order and do not overlap. */
export function firstEndingAfter(
  stretches: readonly { readonly toUs: number }[],
  atUs: number,
): number {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((stretches[middle]?.toUs ?? Infinity) > atUs) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The stretch that holds `atUs`, if there is one. */
export function stretchAt<T extends { readonly fromUs: number; readonly toUs: number }>(
  stretches: readonly T[],
  atUs: number,
): T | undefined {
  const stretch = stretches[firstEndingAfter(stretches, atUs)];
  return stretch && stretch.fromUs <= atUs ? stretch : undefined;
}
