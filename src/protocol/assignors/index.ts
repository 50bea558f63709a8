/** The assignors by the name of their strategy. */
import type { StrategyName } from '../settings.ts';
import type { Dealt, Subscriber, TopicSize } from './members.ts';
import { range } from './range.ts';
import { roundrobin } from './roundrobin.ts';

export type Assignor = (members: readonly Subscriber[], topics: readonly TopicSize[]) => Dealt;

export const assignors: Readonly<Record<StrategyName, Assignor>> = { range, roundrobin };

/** Whether a name in a message is one of a strategy that brokers know (REG-2). */
export function isStrategy(name: string): name is StrategyName {
  return Object.hasOwn(assignors, name);
}
