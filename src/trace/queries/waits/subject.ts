/** The consumer that a question is about. */
import type { ConsumerWorld, GroupWorld, ProcessWorld } from '../../world.ts';
import { lastEvent, underWay } from './wait.ts';
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

/**
 * [REG-6] [FO-9] The id is none that the process has, or is about to be told: it was given to an earlier
 * life of it, or the answer that told it was lost. Nobody will ever answer for it again.
 */
export function isPastId(look: Look, { name, consumer }: ProcessWorld, id: string): boolean {
  const member = consumer?.member ?? null;
  if (member !== null) return member !== id;
  return !underWay(look, { to: name, api: 'RegisterConsumer', direction: 'response' });
}
