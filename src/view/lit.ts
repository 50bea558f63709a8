/**
 * The light on a why-chain: while it is on, what the chain touches is lit in every view and all else
 * is dimmed. Outside the playground: it is a way of looking, and belongs to no run.
 */
import { createStore } from 'zustand/vanilla';
import { activeRun } from '../store/playground.ts';
import type { Playground } from '../store/playground.ts';
import type { TraceReader } from '../trace/reader.ts';
import { ancestorsOf } from '../trace/why/ancestors.ts';
import type { Ancestors } from '../trace/why/ancestors.ts';

interface WhyLight {
  /** The run and the event whose chain is lit; null: the light is off. */
  readonly on: { readonly run: number; readonly seq: number } | null;
}

export const whyLight = createStore<WhyLight>(() => ({ on: null }));

let last: { trace: TraceReader; seq: number; lit: Ancestors } | null = null;

/** What is lit in the run that is shown; null: nothing is, so nothing is dimmed. */
export function litNow(state: Playground): Ancestors | null {
  const { on } = whyLight.getState();
  const { id, trace } = activeRun(state);
  if (on?.run !== id || on.seq >= trace.length) return null;
  if (last?.trace !== trace || last.seq !== on.seq) {
    last = { trace, seq: on.seq, lit: ancestorsOf(trace, on.seq) };
  }
  return last.lit;
}
