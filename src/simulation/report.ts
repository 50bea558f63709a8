/**
 * Facts that processes report become events. The loop adds what a process cannot know: the number of
 * a refused message, the groups of a subset; and it notes who holds which role, for the targets of
 * commands.
 */
import type { Fact } from '../protocol/facts.ts';
import type { Effect } from '../protocol/step.ts';
import { subsetOf } from '../protocol/subset.ts';
import { paths } from '../protocol/zookeeper/nodes.ts';
import type { NewEvent } from '../trace/events.ts';
import { duplicatesIn } from './consumption.ts';
import type { Consequence } from './commands/plan.ts';
import type { Step } from './inputs.ts';
import { append } from './kernel.ts';
import type { Kernel } from './kernel.ts';
import { logsFor } from './logs.ts';
import { endOf, otherEnd } from './parcels.ts';
import type { ProcessRecord } from './state.ts';
import { noteMembers } from './strategy.ts';

type Report = Effect & { do: 'report' };
type Refused = Extract<Fact, { kind: 'request-refused' }>;

/** Appends the fact that stands at `index` among the effects of a step; returns what follows at once. */
export function report(
  kernel: Kernel,
  step: Step,
  effects: readonly Effect[],
  index: number,
): Consequence[] {
  const { rules, fact: reported } = effects[index] as Report;
  const fact = completed(kernel, step, reported, effects, index);
  const atUs = kernel.state.nowUs;
  const { cause, process } = step;
  const owner = fact.kind === 'topic-changed' ? {} : { process };
  const seq = append(kernel, { ...fact, atUs, ...owner, cause, rules } as NewEvent);
  noteRoles(kernel, step.record, fact);
  switch (fact.kind) {
    case 'topic-changed':
      return logsFor(kernel, kernel.state.processes.keys(), seq);
    default:
      return noteMembers(kernel.state, fact);
  }
}

function completed(
  kernel: Kernel,
  step: Step,
  fact: Fact,
  effects: readonly Effect[],
  index: number,
): Fact {
  switch (fact.kind) {
    case 'request-refused': {
      const message = refusedMessage(kernel, step, fact, effects.slice(index));
      return message === undefined ? fact : { ...fact, message };
    }
    case 'coordinator-elected':
    case 'coordinator-lost': {
      const { groups } = kernel.experiment.scenario;
      const ids = groups.map(({ id }) => id).filter((id) => subsetOf(id) === fact.subset);
      return { ...fact, groups: ids };
    }
    case 'records-consumed': {
      const duplicates = duplicatesIn(kernel.state.consumption, step.process, fact);
      return { ...fact, duplicates };
    }
    default:
      return fact;
  }
}

/** The request that the refusal answers; the one being handled if nobody is there to be answered. */
function refusedMessage(
  { state }: Kernel,
  { record, handled }: Step,
  { to, api, error }: Refused,
  effects: readonly Effect[],
): number | undefined {
  for (const effect of effects) {
    if (effect.do !== 'send') continue;
    const { about } = effect;
    if (about.direction !== 'response' || about.api !== api || about.error !== error) continue;
    const connection = state.connections.get(effect.connection);
    if (!connection || otherEnd(connection, record.name) !== to) continue;
    return endOf(connection, to)?.requests.get(about.correlationId);
  }
  const isIt = handled.kind === 'message' && handled.from === to && handled.about.api === api;
  return isIt ? handled.message : undefined;
}

const coordinatorPrefix = `${paths.coordinators}/`;

function noteRoles({ state }: Kernel, { name }: ProcessRecord, fact: Fact): void {
  switch (fact.kind) {
    case 'controller-elected':
      state.controller = name;
      return;
    case 'metadata-written': {
      const { path, broker } = fact;
      if (broker === undefined || !path.startsWith(coordinatorPrefix)) return;
      state.coordinators.set(Number(path.slice(coordinatorPrefix.length)), broker);
      return;
    }
    default:
  }
}
