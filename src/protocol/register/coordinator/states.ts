/**
 * The state table of a group at its coordinator, as data: the code asserts against it and the
 * inspector draws it.
 */
import { assert } from '../../../lib/assert.ts';
import type { GroupStateName } from '../../facts.ts';
import type { RuleId } from '../../rules.ts';
import type { CoordinatorContext } from './context.ts';
import type { Group } from './state.ts';

export interface StateRow {
  /** How requests are answered in this state. */
  readonly answers: string;
  readonly leavesTo: Readonly<Partial<Record<GroupStateName, string>>>;
}

export const groupStateTable: Readonly<Record<GroupStateName, StateRow>> = {
  Down: {
    answers: 'Every group request: NotCoordinatorForGroup.',
    leavesTo: { CatchUp: 'elected' },
  },
  CatchUp: {
    answers: 'Every group request: CoordinatorStartupNotComplete.',
    leavesTo: { Ready: 'loaded', Down: 'role lost' },
  },
  Ready: {
    answers:
      'Heartbeats and commits of the stored generation are accepted; any registration starts a rebalance.',
    leavesTo: {
      Steady: 'every known member’s heartbeat has been accepted since loading',
      PreparingRebalance: 'a trigger',
      Down: 'role lost',
    },
  },
  PreparingRebalance: {
    answers:
      'Every heartbeat: IllegalGeneration. Commits of the old generation are accepted. Registrations are parked.',
    leavesTo: {
      Rebalancing: 'all live members have registered, or nobody is left',
      Ready: 'nobody is left and there is no record',
      Down: 'role lost',
    },
  },
  Rebalancing: {
    answers:
      'Heartbeats and commits: IllegalGeneration. A member’s registration with the same topics gets this result; others wait for the next attempt.',
    leavesTo: {
      Steady: 'written to ZooKeeper',
      Ready: 'written, and there are no members',
      PreparingRebalance: 'written, and something is parked for the next attempt',
      Down: 'role lost',
    },
  },
  Steady: {
    answers: 'Heartbeats and commits of the current generation are accepted.',
    leavesTo: { PreparingRebalance: 'a trigger', Down: 'role lost' },
  },
};

/** Moves a group to another state, if the table knows the way, and says so. */
export function enter(
  context: CoordinatorContext,
  group: Group,
  state: GroupStateName,
  reason: string,
  rules: readonly RuleId[],
): void {
  const previous = group.state;
  assert(groupStateTable[previous].leavesTo[state] !== undefined, `${previous} leads to ${state}`);
  group.state = state;
  const { id, generation, epoch } = group;
  context.out.report(
    { kind: 'group-state', group: id, generation, epoch, previous, state, reason },
    rules,
  );
}
