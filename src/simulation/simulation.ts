/**
 * The public face of the simulation: give it an experiment, ask it to advance, read the trace.
 * See loop.ts for the one loop that owns time.
 */
import type { Us } from '../lib/time.ts';
import type { Effect, Input, ProcessRole, ProcessStart } from '../protocol/step.ts';
import type { Experiment } from '../trace/experiment.ts';
import type { TraceReader } from '../trace/trace.ts';

/**
 * What the loop asks of a host. The loop is a generator that yields these; a host answers. The
 * inline host keeps states in the same thread, the worker host keeps each in a Web Worker.
 */
export type HostRequest =
  | { readonly ask: 'start'; readonly role: ProcessRole; readonly start: ProcessStart }
  /** The answer is the effects of the step. */
  | { readonly ask: 'step'; readonly process: string; readonly input: Input; readonly nowUs: Us }
  /** The process is gone; its state is dropped. */
  | { readonly ask: 'end'; readonly process: string }
  /** The answer is a deep copy of every process's state. */
  | { readonly ask: 'export' };

export type HostAnswer =
  | { readonly ask: 'step'; readonly effects: readonly Effect[] }
  | { readonly ask: 'export'; readonly states: ReadonlyMap<string, ExportedProcess> }
  | { readonly ask: 'start' | 'end' };

export interface ExportedProcess {
  readonly role: ProcessRole;
  readonly state: unknown;
}

/** Everything needed to go on from one moment, in any host. Opaque plain data; never shared. */
export interface Checkpoint {
  /** Events 0..seq were appended when it was taken. */
  readonly seq: number;
  readonly atUs: Us;
  readonly loop: unknown;
  readonly processes: ReadonlyMap<string, ExportedProcess>;
}

/** A run in the inline host: Node, tests, fast forward, seeking, branching. */
export interface InlineSimulation {
  readonly experiment: Experiment;
  readonly trace: TraceReader;
  /** Handles every queued input up to `untilUs` (inclusive), or until `maxEvents` more events. */
  advance(untilUs: Us, maxEvents?: number): void;
  /** Time up to which everything has been handled. */
  readonly handledUntilUs: Us;
  checkpoint(): Checkpoint;
}
