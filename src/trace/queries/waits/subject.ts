/** The consumer that a question is about. */
import type { ConsumerWorld, GroupWorld, ProcessWorld } from '../../world.ts';
import { lastEvent } from './wait.ts';
import type { Look } from './wait.ts';

/** A consumer with the group that it belongs to. */
export interface Subject {
  readonly process: ProcessWorld;
  readonly consumer: ConsumerWorld;
  readonly group: GroupWorld;
}

/** Null: it is no consumer. */
export function subjectOf({ world }: Look, process: ProcessWorld): Subject | null {
  const { consumer } = process;
  const group = world.groups.get(consumer?.group ?? '');
  return consumer && group ? { process, consumer, group } : null;
}

/** The event by which it came into its state. */
export function sinceState(look: Look, { process }: Subject): number | null {
  return lastEvent(look, 'consumer-state', { process: process.name });
}
