/** Whom the targets of a command stand for at this moment. */
import { subsetOf } from '../../protocol/subset.ts';
import type { Command } from '../../trace/experiment.ts';
import type { Kernel } from '../kernel.ts';
import type { LoopState } from '../state.ts';

/**
 * `@group` is that group's coordinator at this moment, `@controller` the controller; while there is
 * none, the one that was last. Null: there has been none yet.
 */
export function resolve({ state }: Kernel, target: string): string | null {
  if (!target.startsWith('@')) return target;
  if (target === '@controller') return state.controller;
  return state.coordinators.get(subsetOf(target.slice(1))) ?? null;
}

/** The command with the targets that its key stands for, where it asks for them; null: none yet. */
export function recalled({ remembered }: LoopState, command: Command): Command | null {
  if (!('recall' in command) || !command.recall) return command;
  const names = remembered.get(command.key ?? '');
  if (!names) return null;
  const target = typeof command.target === 'string' ? names[0] : names;
  return { ...command, target } as Command;
}

/** What was hit under a key is remembered for later commands. */
export function remember(
  { remembered }: LoopState,
  command: Command,
  targets: readonly string[],
): void {
  if (!('key' in command) || command.key === undefined || command.recall) return;
  if (targets.length > 0) remembered.set(command.key, targets);
}
