/**
 * The state table of a consumer, as data: the code asserts against it and the inspector draws it.
 */
import { assert } from '../../../lib/assert.ts';
import type { ConsumerStateName } from '../../facts.ts';
import type { RuleId } from '../../rules.ts';
import type { Effects } from '../../step.ts';
import type { ConsumerState } from './state.ts';

export interface ConsumerStateRow {
  /** What a consumer does in this state. */
  readonly behaviour: string;
  /** Where it leads, and when. */
  readonly leavesTo: Readonly<Partial<Record<ConsumerStateName, string>>>;
}

export const consumerStateTable: Readonly<Record<ConsumerStateName, ConsumerStateRow>> = {
  Down: {
    behaviour: 'Does not run, or was stopped by a fatal refusal.',
    leavesTo: { Discovering: 'started' },
  },
  Discovering: {
    behaviour:
      'Asks one broker after the other who coordinates its group. It has no id. With patterns it asks the coordinator for all topics first.',
    leavesTo: { Registering: 'coordinator found, and its topics known', Down: 'stop or kill' },
  },
  Registering: {
    behaviour: 'Has sent its registration and waits. It sends no heartbeats and reads nothing.',
    leavesTo: {
      PartOfGroup: 'answered',
      Registering: 'its id is unknown: registers as new',
      Discovering: 'connection lost, no answer in time, or refused; it has no id',
      Rediscovering: 'connection lost, no answer in time, or refused; it has an id',
      Down: 'stop, kill or a fatal refusal',
    },
  },
  PartOfGroup: {
    behaviour:
      'Has an id and a generation: sends heartbeats, reads its partitions, commits. With patterns it asks for all topics again and again.',
    leavesTo: {
      Registering: 'its generation or its id is refused, or it wants other topics',
      Rediscovering: 'coordinator silent, connection lost, or refused',
      Down: 'stop or kill',
    },
  },
  Rediscovering: {
    behaviour:
      'Has lost its coordinator, looks for it and sends it a heartbeat. Goes on reading if it was.',
    leavesTo: {
      PartOfGroup: 'heartbeat accepted',
      Registering: 'its generation or its id is refused',
      Down: 'stop or kill',
    },
  },
};

/** Moves the consumer to a state that the table knows as a way out, and reports it. */
export function transition(
  state: ConsumerState,
  out: Effects,
  next: ConsumerStateName,
  reason: string,
  rules: readonly RuleId[],
): void {
  const previous = state.state;
  const { leavesTo } = consumerStateTable[previous];
  assert(leavesTo[next] !== undefined, `a way leads from ${previous} to ${next}`);
  state.state = next;
  const { member, generation, fetching, settings } = state;
  const { group } = settings;
  const fact = { group, member, generation, fetching, previous, state: next, reason };
  out.report({ kind: 'consumer-state', ...fact }, rules);
}
