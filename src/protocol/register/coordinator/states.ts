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
  /** Where it leads, and when. */
  readonly leavesTo: Readonly<Partial<Record<GroupStateName, string>>>;
}

const roleLost = { Down: 'the broker loses the role, or dies' };

export const groupStateTable: Readonly<Record<GroupStateName, StateRow>> = {
  Down: {
    answers: 'Every group request: NotCoordinatorForGroup.',
    leavesTo: { CatchUp: 'elected' },
  },
  CatchUp: {
    answers: 'Every group request: CoordinatorStartupNotComplete.',
    leavesTo: { Ready: 'loaded', ...roleLost },
  },
  Ready: {
    answers:
      'Heartbeats and commits of the stored generation are accepted; any registration starts a ' +
      'rebalance.',
    leavesTo: {
      Steady: "every known member's heartbeat has been accepted since loading",
      PreparingRebalance: 'a trigger',
      ...roleLost,
    },
  },
  PreparingRebalance: {
    answers:
      'Every heartbeat: IllegalGeneration. Commits of the old generation are accepted; ' +
      'registrations are parked.',
    leavesTo: {
      Rebalancing: 'all live members have registered, or nobody is left',
      Ready: 'nobody is left and there is no record',
      ...roleLost,
    },
  },
  Rebalancing: {
    answers:
      "Heartbeats and commits: IllegalGeneration. A member's registration with the same topics " +
      'gets this result; others are parked for the next attempt.',
    leavesTo: {
      Steady: 'ZooKeeper has taken the new generation',
      Ready: 'it has, and there are no members',
      PreparingRebalance: 'it has, and something is parked or has changed for the next attempt',
      ...roleLost,
    },
  },
  Steady: {
    answers: 'Heartbeats and commits of the current generation are accepted.',
    leavesTo: { PreparingRebalance: 'a trigger', ...roleLost },
  },
};

/** Moves a group to another state, which the table must know as a way out, and reports it. */
export function enter(
  { out }: CoordinatorContext,
  group: Group,
  state: GroupStateName,
  reason: string,
  rules: readonly RuleId[],
): void {
  const { id, generation, epoch, state: previous } = group;
  assert(groupStateTable[previous].leavesTo[state] !== undefined, `${previous} leads to ${state}`);
  group.state = state;
  out.report({ kind: 'group-state', group: id, generation, epoch, previous, state, reason }, rules);
}
