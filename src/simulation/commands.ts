/**
 * What a user's action does (protocol.md, section 10). A command on what cannot take it is recorded,
 * with no targets, and has no effect.
 */
import { known } from '../lib/assert.ts';
import { msToUs } from '../lib/time.ts';
import type { Command } from '../trace/experiment.ts';
import { configurePlanners } from './commands/configure.ts';
import { linkPlanners } from './commands/links.ts';
import { nothing } from './commands/plan.ts';
import type { Consequence, Plan, Planners } from './commands/plan.ts';
import { processPlanners } from './commands/processes.ts';
import { recalled, remember } from './commands/targets.ts';
import { topicPlanners } from './commands/topics.ts';
import { append, nextNumber } from './kernel.ts';
import type { Kernel } from './kernel.ts';
import { classes, push } from './queue.ts';

const planners: Planners<Command['do']> = {
  ...processPlanners,
  ...linkPlanners,
  ...topicPlanners,
  ...configurePlanners,
};

/** Records the next command and carries it out; returns what follows at once, in order. */
export function runCommand(kernel: Kernel): Consequence[] {
  const { experiment, state } = kernel;
  const command = known(experiment.commands[state.nextCommand++], 'command');
  scheduleNextCommand(kernel);
  const plan = planOf(kernel, recalled(state, command));
  remember(state, command, plan.targets);
  const cause = append(kernel, {
    kind: 'command',
    atUs: state.nowUs,
    command,
    targets: plan.targets,
    cause: null,
    rules: [],
  });
  return plan.targets.length === 0 ? [] : plan.run(cause);
}

function planOf(kernel: Kernel, command: Command | null): Plan {
  if (command === null) return nothing;
  const planner = planners[command.do] as (kernel: Kernel, command: Command) => Plan;
  return planner(kernel, command);
}

/** Queues the experiment's next command, so that one is always waiting. */
export function scheduleNextCommand({ experiment, state }: Kernel): void {
  const command = experiment.commands[state.nextCommand];
  if (!command) return;
  push(state.queue, {
    kind: 'command',
    atUs: Math.max(state.nowUs, msToUs(command.atMs)),
    class: classes.command,
    source: 'user',
    number: nextNumber(state),
  });
}
