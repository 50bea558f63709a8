/** Changes to the list of breakpoints; one of a sort, told apart by what it must say. */
import type { RuleId } from '../../protocol/rules.ts';
import { activeRun, currentWorld } from '../../store/playground.ts';
import type { Playground } from '../../store/playground.ts';
import { parametersOf } from '../../trace/queries/breakpoint.ts';
import type { Breakpoint, BreakpointId } from '../../trace/queries/breakpoint.ts';

type Armed = readonly Breakpoint[];

export function armed(breakpoints: Armed, id: BreakpointId): Breakpoint | undefined {
  return breakpoints.find((one) => one.id === id);
}

/** With this one, in the place of another of its sort. */
export function arm(breakpoints: Armed, breakpoint: Breakpoint): Armed {
  if (!armed(breakpoints, breakpoint.id)) return [...breakpoints, breakpoint];
  return breakpoints.map((one) => (one.id === breakpoint.id ? breakpoint : one));
}

export function disarm(breakpoints: Armed, id: BreakpointId): Armed {
  return breakpoints.filter((one) => one.id !== id);
}

/** With what it must say taken from what is selected or shown. */
export function usualBreakpoint(state: Playground, id: BreakpointId): Breakpoint {
  const { must } = parametersOf(id);
  if (must.includes('rule')) return { id, rule: ruleInHand(state) };
  return must.includes('process') ? { id, process: processInHand(state) } : { id };
}

function ruleInHand(state: Playground): RuleId {
  const { selection, cursor } = state;
  const { trace } = activeRun(state);
  const seq = selection?.kind === 'event' ? selection.seq : cursor.seq;
  return (seq >= 0 && seq < trace.length ? trace.rules(seq)[0] : undefined) ?? 'HB-3';
}

function processInHand(state: Playground): string {
  const { selection } = state;
  if (selection?.kind === 'process') return selection.process;
  return processNames(state)[0] ?? 'c-1';
}

/** Consumers first, whom most is about. */
export function processNames(state: Playground): string[] {
  const processes = [...currentWorld(state).processes.values()];
  const consumers = processes.filter(({ consumer }) => consumer);
  const others = processes.filter(({ consumer }) => !consumer);
  return [...consumers, ...others].map(({ name }) => name);
}
