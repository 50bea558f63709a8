/**
 * The one loop that owns time: it takes the smallest queued input, has its process step, and carries
 * out the effects. A generator that yields what it asks of a host, so that one piece of code serves
 * processes in the same thread and processes in Web Workers.
 */
import { known, unreachable } from '../lib/assert.ts';
import { msToUs } from '../lib/time.ts';
import type { Us } from '../lib/time.ts';
import type { Effect, Input } from '../protocol/step.ts';
import type { Fact } from '../protocol/facts.ts';
import { subsetOf } from '../protocol/subset.ts';
import { paths } from '../protocol/zookeeper/nodes.ts';
import { append, processOf, schedule } from './kernel.ts';
import type { Kernel } from './kernel.ts';
import { runCommand, scheduleNextCommand } from './commands.ts';
import { cancelTimer, dueTimer, exitProcess, isUp, startProcess, startTimer } from './processes.ts';
import { nextTimeUs, pop } from './queue.ts';
import { planBroker } from './scenario.ts';
import type { HostAnswer, HostRequest } from './simulation.ts';
import type { Item, ProcessRecord } from './state.ts';
import { timedOutEnds } from './links.ts';
import { holdEvent } from './parcels.ts';
import {
  acceptClosed,
  acceptOpened,
  closeConnection,
  openConnection,
  receive,
  sendMessage,
} from './transport.ts';

export type Loop = Generator<HostRequest, void, HostAnswer>;

/**
 * Handles everything queued up to `untilUs`, inclusive. With `maxEvents` it stops early, between two
 * inputs, once that many more events were appended.
 */
export function* runLoop(kernel: Kernel, untilUs: Us, maxEvents = Infinity): Loop {
  const { state, recorder } = kernel;
  const stopAt = recorder.trace.length + maxEvents;
  while (nextTimeUs(state.queue) <= untilUs) {
    if (recorder.trace.length >= stopAt) return;
    const entry = known(pop(state.queue), 'next entry');
    state.nowUs = entry.atUs;
    yield* handle(kernel, entry.item);
    // All that shares this instant may not be in yet; the instant before is complete.
    state.handledUntilUs = Math.max(state.handledUntilUs, Math.min(untilUs, entry.atUs - 1));
  }
  state.nowUs = Math.max(state.nowUs, untilUs);
  state.handledUntilUs = Math.max(state.handledUntilUs, untilUs);
}

function* handle(kernel: Kernel, item: Item): Loop {
  switch (item.kind) {
    case 'command': {
      const command = known(kernel.experiment.commands[kernel.state.nextCommand++], 'command');
      const items = runCommand(kernel, command);
      scheduleNextCommand(kernel);
      for (const next of items) yield* handle(kernel, next);
      return;
    }
    case 'start':
      return yield* start(kernel, item);
    case 'transport-timeout':
      for (const closed of timedOutEnds(kernel, item)) yield* handle(kernel, closed);
      return;
    case 'parcel': {
      const received = receive(kernel, item);
      if (received) yield* admit(kernel, received);
      return;
    }
    case 'timer':
      if (dueTimer(kernel, item)) yield* admit(kernel, item);
      return;
    default:
      return yield* admit(kernel, item);
  }
}

/** Hands an item to its process, or puts it on the pile of a frozen one. */
function* admit(kernel: Kernel, item: Item): Loop {
  const process = processOf(kernel, receiverOf(item));
  if (!isUp(process)) return;
  if (process.status === 'frozen') {
    process.pile.push(item);
    if (item.kind === 'parcel' && item.parcel.kind === 'message') {
      holdEvent(kernel, item.parcel.message.message, 'receiver-frozen', item.cause);
    }
    return;
  }
  const admitted = inputOf(kernel, process, item);
  if (admitted) yield* step(kernel, process, admitted.input, admitted.cause, item);
}

function receiverOf(item: Item): string {
  if (item.kind === 'parcel') return item.to;
  if (item.kind === 'command') throw new Error('a command has no receiver');
  if (item.kind === 'transport-timeout') throw new Error('a timeout has no receiver');
  return item.process;
}

interface Admitted {
  readonly input: Input;
  readonly cause: number;
}

/** The input that an item is by now, with its event appended; null where it has come to nothing. */
function inputOf(kernel: Kernel, process: ProcessRecord, item: Item): Admitted | null {
  switch (item.kind) {
    case 'thawed':
      return { input: { kind: 'thawed' }, cause: item.cause };
    case 'stop':
      return { input: { kind: 'stop' }, cause: item.cause };
    case 'timer':
      return timerInput(kernel, process, item);
    case 'closed':
      return closedInput(kernel, item);
    case 'parcel':
      return item.parcel.kind === 'message'
        ? messageInput(kernel, process, item)
        : openedInput(kernel, item);
    case 'command':
    case 'start':
    case 'transport-timeout':
      return null;
    default:
      return unreachable(item);
  }
}

function timerInput(
  kernel: Kernel,
  process: ProcessRecord,
  item: Item & { kind: 'timer' },
): Admitted | null {
  const running = dueTimer(kernel, item);
  if (!running) return null;
  process.timers.delete(item.key);
  const { timer, subject, deadlineUs, rules } = running;
  const cause = append(kernel, {
    kind: 'timer-fired',
    process: process.name,
    timer,
    subject,
    deadlineUs,
    cause: null,
    rules,
  });
  return { input: { kind: 'timer', timer, subject }, cause };
}

function closedInput(kernel: Kernel, item: Item & { kind: 'closed' }): Admitted | null {
  const { ends } = kernel.state.connections.get(item.connection) ?? {};
  const peer = [...(ends?.keys() ?? [])].find((name) => name !== item.process);
  const target = kernel.state.connections.get(item.connection)?.target ?? '';
  const cause = acceptClosed(kernel, item);
  if (cause === null) return null;
  const { connection, reason } = item;
  const input = { kind: 'connection-closed', connection, peer: peer ?? target, reason } as const;
  return { input, cause };
}

function openedInput(kernel: Kernel, item: Item & { kind: 'parcel' }): Admitted | null {
  if (item.parcel.kind === 'message') return null;
  const cause = acceptOpened(kernel, item);
  if (cause === null) return null;
  const { connection } = item.parcel;
  const ends = known(kernel.state.connections.get(connection), connection);
  const peer = ends.opener === item.to ? ends.target : ends.opener;
  return { input: { kind: 'connection-opened', connection, peer }, cause };
}

function messageInput(
  kernel: Kernel,
  process: ProcessRecord,
  item: Item & { kind: 'parcel' },
): Admitted | null {
  // While it lay on the pile its connection may have been closed.
  const received = receive(kernel, item);
  if (!received || item.parcel.kind !== 'message') return null;
  const { message, connection, from, bytes, about } = item.parcel.message;
  const cause = append(kernel, {
    kind: 'message-delivered',
    process: process.name,
    message,
    from,
    api: about.api,
    direction: about.direction,
    cause: item.cause,
    rules: [],
  });
  return { input: { kind: 'message', connection, bytes }, cause };
}

function* start(kernel: Kernel, item: Item & { kind: 'start' }): Loop {
  const { state } = kernel;
  const planned =
    item.role === 'broker'
      ? planBroker(kernel.experiment, item.process)
      : (state.planned.get(item.process) ?? known(lastLife(kernel, item.process), item.process));
  const cause = startProcess(kernel, item.process, planned, item.cause);
  const process = processOf(kernel, item.process);
  const { name, incarnation, settings, role } = process;
  yield { ask: 'start', role, start: { name, incarnation, seed: state.seed, settings } };
  yield* step(kernel, process, { kind: 'started' }, cause, item);
}

function lastLife({ state }: Kernel, name: string) {
  const process = state.processes.get(name);
  return process && { role: process.role, host: process.host, settings: process.settings };
}

/** One step of a process, and what it asks for. */
function* step(
  kernel: Kernel,
  process: ProcessRecord,
  input: Input,
  cause: number,
  item: Item,
): Loop {
  const nowUs = kernel.state.nowUs;
  const answer = yield { ask: 'step', process: process.name, input, nowUs };
  if (answer.ask !== 'step') throw new Error('a step is answered with effects');
  for (const effect of answer.effects) carryOut(kernel, process, effect, cause, item);
  if (!isUp(process)) yield { ask: 'end', process: process.name };
}

function carryOut(
  kernel: Kernel,
  process: ProcessRecord,
  effect: Effect,
  cause: number,
  item: Item,
): void {
  switch (effect.do) {
    case 'send':
      return sendMessage(kernel, process, effect, cause);
    case 'start-timer':
      return startTimer(kernel, process, effect, cause);
    case 'cancel-timer':
      return cancelTimer(kernel, process, effect, cause);
    case 'open-connection':
      return openConnection(kernel, process, effect.connection, effect.to, cause);
    case 'close-connection':
      return closeConnection(kernel, process, effect.connection, cause);
    case 'report':
      return report(kernel, process, effect, cause, item);
    case 'exit':
      return exitProcess(kernel, process, effect.reason, cause);
    default:
      return unreachable(effect);
  }
}

/** A fact becomes an event; topics and elections are also noted for the targets of commands. */
function report(
  kernel: Kernel,
  process: ProcessRecord,
  effect: Effect & { do: 'report' },
  cause: number,
  item: Item,
): void {
  const { rules } = effect;
  const fact = withGroups(kernel, refusedMessage(effect.fact, item));
  const owner = fact.kind === 'topic-changed' ? {} : { process: process.name };
  append(kernel, { ...fact, ...owner, cause, rules } as never);
  noteRoles(kernel, process, fact);
}

/** A refusal names the message that is being handled, if that is the one refused. */
function refusedMessage(fact: Fact, item: Item): Fact {
  if (fact.kind !== 'request-refused' || item.kind !== 'parcel') return fact;
  if (item.parcel.kind !== 'message') return fact;
  const { message, from, about } = item.parcel.message;
  return from === fact.to && about.api === fact.api ? { ...fact, message } : fact;
}

/** A controller elects for subsets and knows no groups; the trace says which ones it is about. */
function withGroups({ experiment }: Kernel, fact: Fact): Fact {
  if (fact.kind !== 'coordinator-elected' && fact.kind !== 'coordinator-lost') return fact;
  const ids = experiment.scenario.groups.map(({ id }) => id);
  return { ...fact, groups: ids.filter((id) => subsetOf(id) === fact.subset) };
}

function noteRoles({ state }: Kernel, process: ProcessRecord, fact: Fact): void {
  if (fact.kind === 'controller-elected') state.controller = process.name;
  if (fact.kind === 'controller-lost' && state.controller === process.name) state.controller = null;
  if (fact.kind !== 'metadata-written' || fact.broker === undefined) return;
  const prefix = `${paths.coordinators}/`;
  if (fact.path.startsWith(prefix)) {
    state.coordinators.set(Number(fact.path.slice(prefix.length)), fact.broker);
  }
}

/** States the world at time 0 and queues what the scenario starts with. */
export function prepare(kernel: Kernel, initialBrokers: readonly string[]): void {
  const { scenario } = kernel.experiment;
  for (const { name: topic, partitions, recordsPerSecond } of scenario.topics) {
    append(kernel, {
      kind: 'topic-changed',
      topic,
      partitions,
      recordsPerSecond,
      cause: null,
      rules: [],
    });
  }
  for (const { id: group, consumers: _, ...timing } of scenario.groups) {
    const { protocol } = scenario;
    append(kernel, {
      kind: 'group-configured',
      group,
      protocol,
      ...timing,
      cause: null,
      rules: ['CFG-1'],
    });
  }
  schedule(kernel, 0, 'command', 'user', {
    kind: 'start',
    process: 'zookeeper',
    role: 'zookeeper',
    cause: null,
  });
  for (const process of initialBrokers) {
    schedule(kernel, 0, 'command', 'user', { kind: 'start', process, role: 'broker', cause: null });
  }
  for (const { consumers } of scenario.groups) {
    for (const { name: process, startAtMs } of consumers) {
      const item = { kind: 'start', process, role: 'consumer', cause: null } as const;
      schedule(kernel, msToUs(startAtMs), 'command', 'user', item);
    }
  }
  scheduleNextCommand(kernel);
}
