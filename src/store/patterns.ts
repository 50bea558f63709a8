/**
 * Experiments may have patterns, and the engine of patterns comes when first needed: whoever reads an
 * experiment, from a file or from the list, waits for it here.
 */
import type { BuiltinExperiment } from '../simulation/builtins.ts';
import type { PlaygroundStore } from './playground.ts';

export async function patternsReady(): Promise<void> {
  await import('../lib/pattern-engine.ts');
}

/** Opens a built-in experiment and plays it. */
export async function openBuiltin(
  store: PlaygroundStore,
  builtin: BuiltinExperiment,
): Promise<void> {
  try {
    await patternsReady();
  } catch {
    const text = 'A part of the page could not be loaded: is there a network?';
    return store.getState().say({ tone: 'error', text });
  }
  store.getState().open(builtin.experiment, { play: true });
}
