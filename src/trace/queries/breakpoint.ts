/** Breakpoints as plain data, fit for a link, and what they say. The words stand by `breakpointWords`. */
import { rules } from '../../protocol/rules.ts';
import type { RuleId } from '../../protocol/rules.ts';

/** What can be waited for, each as a person would say it. */
export const breakpointWords = {
  'member-dead': 'A member is declared dead',
  'refused-stale': 'A stale request is refused',
  'two-believe': 'Two believe they own one partition',
  stable: 'A group becomes stable',
  rebalance: 'A rebalance begins',
  generation: 'A generation is complete',
  'coordinator-lost': 'A group loses its coordinator',
  'gives-up': 'A consumer gives up its partitions',
  'message-lost': 'A message is lost',
  'consumer-failed': 'A consumer is refused for good',
  invariant: 'An invariant is broken',
  rule: 'A rule applies',
  process: 'Something happens at a process',
} as const;

export type BreakpointId = keyof typeof breakpointWords;

/** In the order of a menu. */
export const breakpointIds = Object.keys(breakpointWords) as readonly BreakpointId[];

export interface Breakpoint {
  readonly id: BreakpointId;
  /** Of `rule`, which must have it. */
  readonly rule?: RuleId;
  /** Only where this process has to do with it. `process` must have it; `invariant` has none. */
  readonly process?: string;
  /** Only where it is about this consumer group; `rule`, `process` and `invariant` have none. */
  readonly group?: string;
}

type Parameter = 'rule' | 'process' | 'group';

interface Parameters {
  readonly must: readonly Parameter[];
  readonly may: readonly Parameter[];
}

const usual: Parameters = { must: [], may: ['process', 'group'] };

const unusual: Readonly<Partial<Record<BreakpointId, Parameters>>> = {
  invariant: { must: [], may: [] },
  rule: { must: ['rule'], may: ['process'] },
  process: { must: ['process'], may: [] },
};

/** What a breakpoint must say beside its id, and what it may. */
export function parametersOf(id: BreakpointId): Parameters {
  return unusual[id] ?? usual;
}

const isValid: Readonly<Record<Parameter, (value: unknown) => boolean>> = {
  rule: (value) => typeof value === 'string' && Object.hasOwn(rules, value),
  process: (value) => typeof value === 'string' && value !== '',
  group: (value) => typeof value === 'string' && value !== '',
};

/** Whether what a link or a file brought is a breakpoint, with nothing missing and nothing more. */
export function isBreakpoint(value: unknown): value is Breakpoint {
  if (typeof value !== 'object' || value === null || !('id' in value)) return false;
  const { id, ...own } = value;
  if (typeof id !== 'string' || !Object.hasOwn(breakpointWords, id)) return false;
  const { must, may } = parametersOf(id as BreakpointId);
  if (must.some((name) => !Object.hasOwn(own, name))) return false;
  return Object.entries(own).every(([name, given]) => {
    const known = [...must, ...may].find((parameter) => parameter === name);
    return known !== undefined && isValid[known](given);
  });
}

/** In words: `A member is declared dead (c-2)`, `A rule applies (HB-3)`. */
export function sayBreakpoint({ id, rule, process, group }: Breakpoint): string {
  const narrowed = [rule, process, group].filter((name) => name !== undefined);
  const words = breakpointWords[id];
  return narrowed.length === 0 ? words : `${words} (${narrowed.join(', ')})`;
}
