/**
 * What is to be done in a run, and when. An action that is switched off stays in the list; those that
 * are on are the experiment's commands. Pure.
 */
import { known } from '../lib/assert.ts';
import { msToUs } from '../lib/time.ts';
import { describeCommand } from '../trace/describe-command.ts';
import { limits } from '../trace/experiment-fields.ts';
import type { Command, Experiment } from '../trace/experiment.ts';

export interface PlannedAction {
  readonly command: Command;
  readonly isOn: boolean;
}

/** In order of time; those of one moment in the order in which they are done. */
export type Plan = readonly PlannedAction[];

/** What is changed of one action. */
export type Revision = { readonly isOn: boolean } | { readonly atMs: number };

export function planOf({ commands }: Experiment): Plan {
  return commands.map((command) => ({ command, isOn: true }));
}

function inOrder(plan: Plan): Plan {
  return plan.toSorted((a, b) => a.command.atMs - b.command.atMs);
}

/**
 * The plan with more commands, all of one moment. What the person had already seen beyond it stays in
 * the old future; what is scheduled and not yet seen stays scheduled.
 */
export function withCommands(
  plan: Plan,
  added: readonly Command[],
  atUs: number,
  seenUs: number,
): Plan {
  const keeps = ({ command: { atMs }, isOn }: PlannedAction) =>
    !isOn || atMs < atUs / 1000 || atMs * 1000 > seenUs;
  return inOrder([...plan.filter(keeps), ...added.map((command) => ({ command, isOn: true }))]);
}

/** The plan with one of its actions revised, and that action as it is then. */
export function revised(plan: Plan, index: number, revision: Revision) {
  const old = known(plan[index], 'planned action');
  const action: PlannedAction =
    'isOn' in revision
      ? { ...old, isOn: revision.isOn }
      : { ...old, command: { ...old.command, atMs: revision.atMs } };
  return { action, plan: inOrder(plan.with(index, action)) };
}

/** The revision in words: `freeze c-2 off`, `freeze c-2 at 4.20 s instead of 3.90 s`. */
export function revisionLabel({ command }: PlannedAction, revision: Revision): string {
  const what = describeCommand(command);
  if ('isOn' in revision) return `${what} ${revision.isOn ? 'on' : 'off'}`;
  const [now, before] = apart(revision.atMs, command.atMs);
  return `${what} at ${now} s instead of ${before} s`;
}

/** Two times in seconds, with as many decimals as it takes to tell them apart. */
function apart(aMs: number, bMs: number): readonly [string, string] {
  for (const decimals of [2, 3]) {
    const [a, b] = [(aMs / 1000).toFixed(decimals), (bMs / 1000).toFixed(decimals)];
    if (a !== b) return [a, b];
  }
  return [(aMs / 1000).toFixed(6), (bMs / 1000).toFixed(6)];
}

function commandsOf(plan: Plan): readonly Command[] {
  return plan.flatMap(({ command, isOn }) => (isOn ? [command] : []));
}

/** The first moment at which two plans do not do the same; null: they do the same. */
export function firstChangeUs(before: Plan, after: Plan): number | null {
  const [a, b] = [commandsOf(before), commandsOf(after)];
  const index = Array.from({ length: Math.max(a.length, b.length) }).findIndex(
    (_, at) => JSON.stringify(a[at]) !== JSON.stringify(b[at]),
  );
  if (index < 0) return null;
  return msToUs(Math.min(a[index]?.atMs ?? Infinity, b[index]?.atMs ?? Infinity));
}

/** The experiment that does what is planned, and goes on for a while after `atUs`. */
export function planned(experiment: Experiment, plan: Plan, atUs: number): Experiment {
  // In one division: a sum of fractions has decimals that no file may have. While time plays the
  // cursor stands between two microseconds.
  const runOnMs = (Math.ceil(atUs) + 20_000_000) / 1000;
  const untilMs = Math.min(limits.ms, Math.max(experiment.untilMs, runOnMs));
  return { ...experiment, commands: commandsOf(plan), untilMs };
}
