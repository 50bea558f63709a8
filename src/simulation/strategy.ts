/**
 * A group that changes its strategy (protocol.md, section 10): all its consumers are stopped, and
 * started again, with those started meanwhile, when its record in ZooKeeper has no members.
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
  return state.memberCounts.get(group) ? [] : release(state, group);
}

/** Whether a start has to wait: the consumer's group still has members of the old strategy. */
export function isHeldBack(state: LoopState, name: string): boolean {
  const settings = state.planned.get(name)?.settings;
  const held = settings?.role === 'consumer' ? state.heldBack.get(settings.group) : undefined;
  if (!held) return false;
  if (!held.waiting.includes(name)) held.waiting.push(name);
  return true;
}

/** Notes how many members a group's record has; returns whom that lets start. */
export function noteMembers(state: LoopState, fact: Fact): StartItem[] {
  if (fact.kind !== 'metadata-written') return [];
  const { group, assignment } = fact;
  if (group === undefined || assignment === undefined) return [];
  state.memberCounts.set(group, assignment.length);
  return assignment.length === 0 ? release(state, group) : [];
}

function release(state: LoopState, group: string): StartItem[] {
  const held = state.heldBack.get(group);
  if (!held) return [];
  state.heldBack.delete(group);
  const { waiting, cause } = held;
  return waiting.map((process) => ({ kind: 'start', process, role: 'consumer', cause }));
}
