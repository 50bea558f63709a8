/**
 * What the loop asks of a host, and what a host answers. See loop.ts for the one loop that owns time
 * and inline.ts for the public face: give it an experiment, ask it to advance, read the trace.
 */
import type { Us } from '../lib/time.ts';
import type { Effect, Input, ProcessRole, ProcessStart } from '../protocol/step.ts';

/**
 * What the loop asks of a host. The loop is a generator that yields these; a host answers. The
 * inline host keeps states in the same thread, the worker host keeps each in a Web Worker. A process
 * is told by its name and by its number, which is quicker to look up.
 */
export type HostRequest =
  | {
      readonly ask: 'start';
      readonly index: number;
      readonly role: ProcessRole;
      readonly start: ProcessStart;
    }
  /** The answer is the effects of the step. */
  | {
      readonly ask: 'step';
      readonly index: number;
      readonly process: string;
      readonly input: Input;
      readonly nowUs: Us;
    }
  /** The process is gone; its state is dropped. */
  | { readonly ask: 'end'; readonly index: number; readonly process: string };

export type HostAnswer =
  | { readonly ask: 'step'; readonly effects: readonly Effect[] }
  | { readonly ask: 'start' | 'end' };

/** One of the processes' states that a host exports, for another to adopt. */
export interface ExportedProcess {
  readonly role: ProcessRole;
  readonly state: unknown;
}
