/** The fold: one event after the other into the world, by a table from kind to handler. */
import type { EventKind, TraceEvent } from '../events.ts';
import type { World } from '../world.ts';
import { consumerFolds } from './consumers.ts';
import { coordinatorFolds } from './coordinators.ts';
import type { Folds } from './folds.ts';
import { groupFolds } from './groups.ts';
import { memberFolds } from './members.ts';
import { processFolds } from './processes.ts';
import { rebalanceFolds } from './rebalances.ts';
import { timerFolds } from './timers.ts';
import { transportFolds } from './transport.ts';

const folds: Folds = {
  ...processFolds,
  ...consumerFolds,
  ...timerFolds,
  ...transportFolds,
  ...coordinatorFolds,
  ...groupFolds,
  ...memberFolds,
  ...rebalanceFolds,
};

type Fold = (world: World, event: TraceEvent) => void;

const foldOf = new Map(Object.entries(folds) as [EventKind, Fold][]);

/** How long a lost message is shown. */
const lostForUs = 1_000_000;

/** Takes one more event into the world, in place. */
export function applyEvent(world: World, event: TraceEvent): void {
  const { lost } = world;
  world.seq = event.seq;
  world.atUs = event.atUs;
  while (lost[0] && lost[0].atUs + lostForUs < event.atUs) lost.shift();
  foldOf.get(event.kind)?.(world, event);
}
