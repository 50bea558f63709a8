/**
 * The one loop that owns time: it takes the smallest queued input, has its process step, and carries
 * out the effects. A generator that yields what it asks of a host, so that one piece of code serves
 * processes in the same thread and processes in Web Workers.
 */
import { assert, known, unreachable } from '../lib/assert.ts';
import type { Us } from '../lib/time.ts';
import { receive, receiveMessage } from './arrivals.ts';
import { runCommand } from './commands.ts';
import type { Consequence } from './commands/plan.ts';
import { admit } from './inputs.ts';
import type { Step } from './inputs.ts';
import { isUp, processOf, recordOf } from './kernel.ts';
import { logsFor } from './logs.ts';
import { ownEnd } from './parcels.ts';
import type { Kernel } from './kernel.ts';
import { timedOutEnds } from './links.ts';
import { beginProcess, exitProcess } from './processes.ts';
import { nextTimeUs, pop } from './queue.ts';
import { report } from './report.ts';
import type { HostAnswer, HostRequest } from './simulation.ts';
import type { Item, LoopState, StartItem } from './state.ts';
import { isHeldBack } from './strategy.ts';
import { cancelTimer, comesDue, startTimer } from './timers.ts';
import { closeConnection, openConnection, sendMessage } from './transport.ts';

export type Loop = Generator<HostRequest, void, HostAnswer>;

/** A step keeps what its effects need to know; everything else is just asked. */
type Request = Step | Exclude<HostRequest, { ask: 'step' }>;

/**
 * Handles everything queued up to `untilUs`, inclusive. With `maxEvents` it stops early, between two
 * inputs, once that many more events were appended.
 */
export function* runLoop(kernel: Kernel, untilUs: Us, maxEvents = Infinity): Loop {
  const { state, recorder } = kernel;
  const stopAt = recorder.trace.length + maxEvents;
  /** What follows at once, before anything else that is queued. */
  const agenda: Consequence[] = [];
  for (;;) {
    let request: Request | null;
    if (agenda.length > 0) request = follow(kernel, agenda);
    else {
      if (nextTimeUs(state.queue) > untilUs) break;
      if (recorder.trace.length >= stopAt) return;
      request = handle(kernel, takeItem(state), agenda);
    }
    if (request === null) continue;
    const answer = yield request;
    if (request.ask === 'step') carryOut(kernel, request, answer, agenda);
  }
  state.nowUs = Math.max(state.nowUs, untilUs);
  state.handledUntilUs = Math.max(state.handledUntilUs, untilUs);
}

function takeItem(state: LoopState): Item {
  const item = known(pop(state.queue), 'next item');
  state.nowUs = item.atUs;
  // All that shares this instant may not be in yet; the instant before is complete.
  state.handledUntilUs = Math.max(state.handledUntilUs, item.atUs - 1);
  return item;
}

/** What an item from the queue asks of its process, or null. */
function handle(kernel: Kernel, item: Item, agenda: Consequence[]): Request | null {
  switch (item.kind) {
    case 'timer':
      return comesDue(kernel, item) ? admit(kernel, item.process, item) : null;
    case 'command':
      agenda.push(...runCommand(kernel));
      return null;
    case 'start':
      agenda.push(item);
      return null;
    case 'transport-timeout':
      agenda.push(...timedOutEnds(kernel, item));
      return null;
    default: {
      const arrived = receive(kernel, item);
      if (arrived === null) return null;
      const end = ownEnd(arrived.connection, arrived.to);
      return admit(kernel, recordOf(kernel, end), arrived);
    }
  }
}

/** What the next point of the agenda asks. Those before it may have made it void. */
function follow(kernel: Kernel, agenda: Consequence[]): Request | null {
  const next = known(agenda.shift(), 'point of the agenda');
  switch (next.kind) {
    case 'start':
      return begin(kernel, next, agenda);
    case 'end':
      return { ask: 'end', process: next.process, index: processOf(kernel, next.process).index };
    case 'timer':
      return next.due ? admit(kernel, next.process, next) : null;
    case 'message':
      // While it lay on the pile its connection may have been closed.
      return receiveMessage(kernel, next) && admit(kernel, processOf(kernel, next.to), next);
    default:
      return admit(kernel, processOf(kernel, next.to), next);
  }
}

function begin(kernel: Kernel, item: StartItem, agenda: Consequence[]): Request | null {
  const before = kernel.state.processes.get(item.process);
  // Somebody started it before its time had come.
  if (before && isUp(before)) return null;
  if (isHeldBack(kernel.state, item.process)) return null;
  const cause = beginProcess(kernel, item);
  const { name, role, incarnation, index, settings } = processOf(kernel, item.process);
  agenda.unshift({ kind: 'started', to: name, cause }, ...logsFor(kernel, [name], cause));
  return {
    ask: 'start',
    index,
    role,
    start: { name, incarnation, seed: kernel.state.seed, settings },
  };
}

/** Carries out the effects of a step, in order, at the same instant. */
function carryOut(kernel: Kernel, step: Step, answer: HostAnswer, agenda: Consequence[]): void {
  assert(answer.ask === 'step', 'a step is answered with effects');
  const { record, cause } = step;
  for (let i = 0; i < answer.effects.length; i++) {
    const effect = known(answer.effects[i], 'effect');
    switch (effect.do) {
      case 'send':
        sendMessage(kernel, record, effect, cause);
        break;
      case 'start-timer':
        startTimer(kernel, record, effect, cause);
        break;
      case 'cancel-timer':
        cancelTimer(kernel, record, effect, cause);
        break;
      case 'open-connection':
        openConnection(kernel, record, effect.connection, effect.to, cause);
        break;
      case 'close-connection':
        closeConnection(kernel, record, effect.connection, cause);
        break;
      case 'report':
        agenda.push(...report(kernel, step, answer.effects, i));
        break;
      case 'exit':
        exitProcess(kernel, record, effect.reason, cause);
        break;
      default:
        unreachable(effect);
    }
  }
  if (!isUp(record)) agenda.unshift({ kind: 'end', process: record.name });
}
