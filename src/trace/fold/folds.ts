/** What a part of the fold is. */
import type { EventKind, EventOf } from '../events.ts';
import type { World } from '../world.ts';

/** Handlers of some kinds; a kind that changes nothing a person sees has none. */
export type Folds = {
  readonly [K in EventKind]?: (world: World, event: EventOf<K>) => void;
};
