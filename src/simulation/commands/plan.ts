/** What a command comes to: whom it hits, and how that is done. */
import type { ActionOf, Command } from '../../trace/experiment.ts';
import type { Kernel } from '../kernel.ts';
import type { StartItem, Waiting } from '../state.ts';

/** What follows from a command at once: starts, ends, and what processes have to handle. */
export type Consequence = StartItem | Waiting | { readonly kind: 'end'; readonly process: string };

type CommandOf<D extends Command['do']> = Command & ActionOf<D>;

export interface Plan {
  /** The names that the command hits; empty: it has no effect. */
  readonly targets: readonly string[];
  /** Does it; returns what is to be handled at once. `cause` is the event that says the command. */
  readonly run: (cause: number) => Consequence[];
}

type Planner<D extends Command['do']> = (kernel: Kernel, command: CommandOf<D>) => Plan;

/** Planners of some of the commands. */
export type Planners<D extends Command['do']> = { readonly [K in D]: Planner<K> };

export const nothing: Plan = { targets: [], run: () => [] };
