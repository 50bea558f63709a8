/**
 * The thread boundary, all of it: what the page and the simulation worker say to each other, and
 * what the simulation worker and a process worker say. Everything is structured-cloneable.
 *
 * A *run* is one experiment being simulated. Acting in the past makes a new run that shares a
 * prefix with the old one; chunks of a run that the page has left are ignored when they arrive.
 */
import type { Effect, Input, ProcessRole, ProcessStart } from '../protocol/step.ts';
import type { Experiment } from '../trace/experiment.ts';
import type { TraceChunk } from '../trace/trace.ts';

/** Which host steps the processes: a Web Worker each, or the simulation worker's own thread. */
export type HostKind = 'workers' | 'inline';

/** Where a run leaves another: that run's events 0..seq, which are all up to `atUs`, are its own too. */
export interface ForkFrom {
  readonly run: number;
  readonly seq: number;
  readonly atUs: number;
}

/** Page -> simulation worker. */
export type ToSimulation =
  /** Starts a run. With `from`, it shares events 0..seq with that run and goes on from there. */
  | {
      readonly type: 'open';
      readonly run: number;
      readonly experiment: Experiment;
      readonly from?: ForkFrom;
      /** More processes than this are stepped inline (a setting, default 16). */
      readonly maxProcessWorkers: number;
    }
  /**
   * The only flow control: simulate up to and including `untilUs`. Also makes `run` the current one,
   * or the one beside it, which has its turn where the current one has what was asked for.
   */
  | {
      readonly type: 'advance';
      readonly run: number;
      readonly untilUs: number;
      readonly beside?: true;
    }
  | { readonly type: 'close'; readonly run: number };

/** Simulation worker -> page. */
export type FromSimulation =
  | {
      /** Events that the page has already (a fork's prefix) come again: only their tables are news. */
      readonly type: 'events';
      readonly run: number;
      readonly chunk: TraceChunk;
      readonly handledUntilUs: number;
      readonly host: HostKind;
    }
  /** A worker crashed or the simulation hit a defect: the run ends; outside the trace. */
  | {
      readonly type: 'failed';
      readonly run: number;
      readonly where: string;
      readonly text: string;
    };

/** Simulation worker -> process worker. */
export type ToProcess =
  /** Asked once at first: the answer says that the thread has started. */
  | { readonly type: 'wake' }
  | { readonly type: 'start'; readonly role: ProcessRole; readonly start: ProcessStart }
  | { readonly type: 'adopt'; readonly role: ProcessRole; readonly state: unknown }
  | { readonly type: 'step'; readonly input: Input; readonly nowUs: number }
  | { readonly type: 'export' };

/** Process worker -> simulation worker; one answer to each question, in order. */
export type FromProcess =
  | { readonly type: 'ready' }
  | { readonly type: 'effects'; readonly effects: readonly Effect[] }
  | { readonly type: 'state'; readonly state: unknown };
