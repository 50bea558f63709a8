/**
 * The state table of a consumer, as data: the code asserts against it and the inspector draws it.
 */
import { assert } from '../../../lib/assert.ts';
import type { ConsumerStateName } from '../../facts.ts';
import type { RuleId } from '../../rules.ts';
import type { Effects } from '../../step.ts';
import type { ConsumerState } from './state.ts';

export interface StateRow {
  /** What a consumer does in this state. */
  readonly behaviour: string;
  readonly leavesTo: Readonly<Partial<Record<ConsumerStateName, string>>>;
}

export const consumerStateTable: Readonly<Record<ConsumerStateName, StateRow>> = {
  Down: {
    behaviour: 'Does not run, or was stopped by a fatal refusal.',
    leavesTo: { Discovering: 'started' },
  },
  Discovering: {
    behaviour: 'Asks one broker after the other who coordinates its group. It has no id.',
    leavesTo: { Registering: 'coordinator found', Down: 'stop' },
  },
  Registering: {
    behaviour: 'Has sent its registration and waits. It sends no heartbeats and reads nothing.',
    leavesTo: {
      PartOfGroup: 'answered',
      Registering: 'its id is unknown: registers as new',
      Discovering: 'coordinator lost or refused, without an id',
      Rediscovering: 'coordinator lost or refused, with an id',
      Down: 'stop, or a fatal refusal',
    },
  },
  PartOfGroup: {
    behaviour: 'Has an id and a generation: sends heartbeats, reads its partitions, commits.',
    leavesTo: {
      Registering: 'its generation or id is refused, or it wants other topics',
      Rediscovering: 'coordinator lost or refused',
      Down: 'stop',
    },
  },
  Rediscovering: {
    behaviour:
      'Has lost its coordinator and looks for it, then sends a heartbeat. Goes on reading if it did.',
    leavesTo: {
      PartOfGroup: 'heartbeat accepted',
      Registering: 'its generation or id is refused',
      Rediscovering: 'coordinator lost or refused again',
      Down: 'stop',
    },
  },
};

/** Moves the consumer to another state, if the table knows the way, and says so. */
export function enter(
  state: ConsumerState,
  out: Effects,
  next: ConsumerStateName,
  reason: string,
  rules: readonly RuleId[],
): void {
  const previous = state.state;
  assert(consumerStateTable[previous].leavesTo[next] !== undefined, `${previous} leads to ${next}`);
  state.state = next;
  const { member, generation, fetching, settings } = state;
  const { group } = settings;
  const fact = { group, member, generation, fetching, previous, state: next, reason };
  out.report({ kind: 'consumer-state', ...fact }, rules);
}
