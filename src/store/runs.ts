/**
 * Runs: one experiment each, with its trace. Acting in the past makes a new run that shares the
 * prefix; a run stays listed as a branch when something that was seen lies beyond the fork.
 */
import { namedIn } from '../trace/describe-command.ts';
import type { CommandAction, Experiment } from '../trace/experiment.ts';
import { Trace } from '../trace/trace.ts';
import { WorldReader } from '../trace/world-reader.ts';
import { planOf } from './plan.ts';
import type { Plan } from './plan.ts';

export interface Run {
  readonly id: number;
  readonly experiment: Experiment;
  /** What is done in it, and what has been switched off. */
  readonly plan: Plan;
  readonly trace: Trace;
  readonly reader: WorldReader;
  readonly parent: ForkPoint | null;
  /** A person's word for it; the branch list shows it. */
  readonly name: string;
  /** Furthest moment the cursor has been at. Changed in place: it moves with every frame. */
  seenUs: number;
  /** Everything up to here has been simulated and has arrived. Changed in place. */
  handledUntilUs: number;
  /** Shown in the branch list. */
  readonly listed: boolean;
  /** Why it cannot go on: a crashed worker, a trace recorded under other rules. */
  readonly ended: string | null;
}

export interface ForkPoint {
  readonly run: number;
  readonly seq: number;
  readonly atUs: number;
}

/** Where a run parts from the nearest one before it that is kept; null: there is none. */
export function partsAt(
  { parent }: Run,
  runs: ReadonlyMap<number, Run>,
  keeps: (id: number) => boolean,
): ForkPoint | null {
  let point = parent;
  while (point && !keeps(point.run)) {
    const next: ForkPoint | null = runs.get(point.run)?.parent ?? null;
    point = next && {
      run: next.run,
      seq: Math.min(next.seq, point.seq),
      atUs: Math.min(next.atUs, point.atUs),
    };
  }
  return point;
}

/** A run of which nothing has been simulated. */
export function newRun(id: number, experiment: Experiment): Run {
  const trace = new Trace();
  return {
    id,
    experiment,
    plan: planOf(experiment),
    trace,
    reader: new WorldReader(trace),
    parent: null,
    name: experiment.title,
    seenUs: 0,
    handledUntilUs: 0,
    listed: true,
    ended: null,
  };
}

/** The moment at which an action at the cursor takes effect: it never changes what was shown. */
export function actionTimeUs(cursorAtUs: number): number {
  return Math.floor(cursorAtUs) + 1;
}

/** A short name for the branch that an action makes. */
export function branchName(action: CommandAction, atUs: number): string {
  const what = namedIn(action).join(' - ');
  const words = action.do.replaceAll('-', ' ');
  return `${words.replace(' consumer', '')} ${what}, ${(atUs / 1e6).toFixed(2)} s`;
}
