/** From one event that the log's filter lets through to the next. */
import type { Playground } from '../../../store/playground.ts';
import type { LogFilter } from '../../../trace/queries/log-filter.ts';

/** The event that one stands at: the selected one, else the last shown. */
export function eventInHand({ selection, cursor }: Playground): number {
  return selection?.kind === 'event' ? selection.seq : cursor.seq;
}

/** The nearest of the first `count` matches after or before an event; null: there is none. */
export function matchBeside(
  filter: LogFilter,
  count: number,
  seq: number,
  direction: 1 | -1,
): number | null {
  const place = direction > 0 ? filter.countUpTo(seq) : filter.countUpTo(seq - 1) - 1;
  return place >= 0 && place < count ? filter.at(place) : null;
}

export function goToEvent({ select, seekToEvent }: Playground, seq: number): void {
  select({ kind: 'event', seq });
  seekToEvent(seq);
}
