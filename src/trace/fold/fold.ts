/** The fold: one event after the other into the world, by a table from kind to handler. */
import type { EventKind, EventOf, TraceEvent } from '../events.ts';
import type { World } from '../world.ts';
import { groupFolds } from './groups.ts';
import { processFolds } from './processes.ts';
import { transportFolds } from './transport.ts';

/** Handlers of some kinds; a kind that changes nothing a person sees has none. */
export type Folds = {
  readonly [K in EventKind]?: (world: World, event: EventOf<K>) => void;
};

const folds: Folds = { ...processFolds, ...transportFolds, ...groupFolds };

/** How long a lost message is shown. */
const lostForUs = 1_000_000;

/** Takes one more event into the world, in place. */
export function applyEvent(world: World, event: TraceEvent): void {
  const fold = folds[event.kind] as ((world: World, event: TraceEvent) => void) | undefined;
  world.seq = event.seq;
  world.atUs = event.atUs;
  while (world.lost[0] && world.lost[0].atUs + lostForUs < event.atUs) world.lost.shift();
  fold?.(world, event);
}
