/**
 * The light on a why-chain: while it is on, what the chain touches is lit in every view and all else
 * is dimmed. Outside the playground: it is a way of looking, and belongs to no run.
 */
import { createStore } from 'zustand/vanilla';
import { oncePer } from '../lib/once-per.ts';
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

/** How much of what is not lit is seen where it is drawn. */
export const dimmedAlpha = 0.25;

let last: { trace: TraceReader; seq: number; lit: Ancestors } | null = null;

/** What the chain of an event touches; the last one that was asked for is kept. */
export function ancestorsAt(trace: TraceReader, seq: number): Ancestors {
  if (last?.trace !== trace || last.seq !== seq)
    last = { trace, seq, lit: ancestorsOf(trace, seq) };
  return last.lit;
}

/** What is lit in the run that is shown; null: nothing is, so nothing is dimmed. */
export function litNow(state: Playground): Ancestors | null {
  const { on } = whyLight.getState();
  const { id, trace } = activeRun(state);
  return on?.run === id && on.seq < trace.length ? ancestorsAt(trace, on.seq) : null;
}

/** Changes with what is lit: a part of the key of every picture. */
export function litKey(): string {
  const { on } = whyLight.getState();
  return on ? `lit ${on.run} ${on.seq}` : '';
}

/** The alpha of something that is drawn. */
export function litAlpha(isLit: boolean): number {
  return isLit ? 1 : dimmedAlpha;
}

const momentsOf = oncePer((lit: Ancestors, trace: TraceReader): readonly number[] =>
  [...lit.events].map((seq) => trace.atUs(seq)).toSorted((a, b) => a - b),
);

/** When the steps of a chain were, in order. */
export function momentsLit(trace: TraceReader, lit: Ancestors): readonly number[] {
  return momentsOf(lit, trace);
}
