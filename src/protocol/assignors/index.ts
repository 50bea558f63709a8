/** The assignors by the name of their strategy. */
import type { StrategyName } from '../settings.ts';
import type { Dealt, Subscriber, TopicSize } from './members.ts';
import { range } from './range.ts';
import { roundrobin } from './roundrobin.ts';

export type Assignor = (members: readonly Subscriber[], topics: readonly TopicSize[]) => Dealt;

export const assignors: ReadonlyMap<string, Assignor> = new Map<StrategyName, Assignor>([
  ['range', range],
  ['roundrobin', roundrobin],
]);
