/**
 * A group that changes its strategy (protocol.md, section 10): all its consumers are stopped, and
 * started again, with those started meanwhile, when its record in ZooKeeper has no members, and no
 * rebalance under way can give it any of the old strategy (REG-2).
 */
import type { Fact } from '../protocol/facts.ts';
import type { LoopState, StartItem } from './state.ts';

/** Holds the group's consumers back; returns those that may start at once. */
export function beginStrategyChange(
  state: LoopState,
  group: string,
  stopped: readonly string[],
  cause: number,
): StartItem[] {
  const waiting = state.heldBack.get(group)?.waiting ?? [];
  state.heldBack.set(group, { cause, waiting: [...waiting, ...stopped] });
  return releaseIfEmpty(state, group);
}

/** Whether a start has to wait: the consumer's group still has members of the old strategy. */
export function isHeldBack(state: LoopState, name: string): boolean {
  const settings = state.planned.get(name)?.settings;
  const held = settings?.role === 'consumer' ? state.heldBack.get(settings.group) : undefined;
  if (!held) return false;
  if (!held.waiting.includes(name)) held.waiting.push(name);
  return true;
}

/** Notes what there is of the old strategy; returns whom that lets start. */
export function noteMembers(state: LoopState, fact: Fact): StartItem[] {
  switch (fact.kind) {
    case 'metadata-written': {
      const { group, assignment } = fact;
      if (group === undefined || assignment === undefined) return [];
      state.memberCounts.set(group, assignment.length);
      return releaseIfEmpty(state, group);
    }
    case 'group-state': {
      const isUnderWay = fact.state === 'PreparingRebalance' || fact.state === 'Rebalancing';
      if (isUnderWay) state.rebalancing.add(fact.group);
      else state.rebalancing.delete(fact.group);
      return releaseIfEmpty(state, fact.group);
    }
    case 'coordinator-elected':
      // [COORD-7] What the one before it had under way is not written any more.
      return fact.groups.flatMap((group) => {
        state.rebalancing.delete(group);
        return releaseIfEmpty(state, group);
      });
    default:
      return [];
  }
}

function releaseIfEmpty(state: LoopState, group: string): StartItem[] {
  const isEmpty = !state.memberCounts.get(group) && !state.rebalancing.has(group);
  return isEmpty ? release(state, group) : [];
}

function release(state: LoopState, group: string): StartItem[] {
  const held = state.heldBack.get(group);
  if (!held) return [];
  state.heldBack.delete(group);
  const { waiting, cause } = held;
  return waiting.map((process) => ({ kind: 'start', process, role: 'consumer', cause }));
}
