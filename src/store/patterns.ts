/**
 * Experiments may have patterns, and the engine of patterns comes when first needed: whoever reads an
 * experiment, from a file or from the list, waits for it here.
 */
import type { BuiltinExperiment } from '../simulation/builtins.ts';
import type { PlaygroundStore } from './playground.ts';

let lastAsked = 0;

/** Of several experiments asked for in quick succession the last one opens, whichever is read first. */
export function lastAskedFor(): () => boolean {
  lastAsked += 1;
  const mine = lastAsked;
  return () => mine === lastAsked;
}

export async function patternsReady(): Promise<void> {
  await import('../lib/pattern-engine.ts');
}

/** Opens a built-in experiment and plays it. */
export function openBuiltin(store: PlaygroundStore, builtin: BuiltinExperiment): Promise<void> {
  return withPatterns(store, () => store.getState().open(builtin.experiment, { play: true }));
}

/** Runs a built-in experiment beside the one that is open. */
export function compareBuiltin(store: PlaygroundStore, builtin: BuiltinExperiment): Promise<void> {
  return withPatterns(store, () => store.getState().compareExperiment(builtin.experiment));
}

async function withPatterns(store: PlaygroundStore, open: () => void): Promise<void> {
  const isLast = lastAskedFor();
  try {
    await patternsReady();
  } catch {
    const text = 'A part of the page could not be loaded: is there a network?';
    return store.getState().say({ tone: 'error', text });
  }
  if (isLast()) open();
}
