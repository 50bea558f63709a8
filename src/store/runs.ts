/**
 * Runs: one experiment each, with its trace. Acting in the past makes a new run that shares the
 * prefix; a run stays listed as a branch when something that was seen lies beyond the fork.
 */
import { namedIn } from '../trace/describe-command.ts';
import { limits } from '../trace/experiment-fields.ts';
import type { Command, CommandAction, Experiment } from '../trace/experiment.ts';
import type { Trace } from '../trace/trace.ts';
import type { WorldReader } from '../trace/world-reader.ts';

export interface Run {
  readonly id: number;
  readonly experiment: Experiment;
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

/**
 * The experiment with more commands, all of one moment. What the person had already seen beyond it
 * stays in the old future; what is scheduled and not yet seen stays scheduled.
 */
export function withCommands(
  experiment: Experiment,
  added: readonly Command[],
  atUs: number,
  seenUs: number,
): Experiment {
  const keeps = ({ atMs }: Command) => atMs < atUs / 1000 || atMs * 1000 > seenUs;
  const kept = experiment.commands.filter(keeps);
  const commands = [...kept, ...added].toSorted((a, b) => a.atMs - b.atMs);
  // In one division: a sum of fractions has decimals that no file may have.
  const runOnMs = (atUs + 20_000_000) / 1000;
  const untilMs = Math.min(limits.ms, Math.max(experiment.untilMs, runOnMs));
  return { ...experiment, commands, untilMs };
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
