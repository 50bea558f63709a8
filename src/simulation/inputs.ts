/** What a process gets to handle becomes an input of one step, with the event that says so. */
import { unreachable } from '../lib/assert.ts';
import type { Input } from '../protocol/step.ts';
import type { Us } from '../lib/time.ts';
import { noteEnded, noteOpened } from './arrivals.ts';
import { append } from './kernel.ts';
import type { Kernel } from './kernel.ts';
import { holdMessage, otherEnd } from './parcels.ts';
import type { Ended, Message, Opening, ProcessRecord, Waiting } from './state.ts';
import { fireTimer } from './timers.ts';

export interface Step {
  readonly ask: 'step';
  readonly process: string;
  readonly index: number;
  readonly input: Input;
  readonly nowUs: Us;
  readonly record: ProcessRecord;
  /** The event that says that the process handles this input. */
  readonly cause: number;
  readonly handled: Waiting;
}

/** The step that a process takes now; a frozen one puts it on its pile, a dead one takes none. */
export function admit(kernel: Kernel, record: ProcessRecord, handled: Waiting): Step | null {
  if (record.status === 'frozen') {
    record.pile.push(handled);
    if (handled.kind === 'message') {
      holdMessage(kernel, handled.message, 'receiver-frozen', handled.cause);
    }
    return null;
  }
  return record.status === 'running' ? stepOf(kernel, record, handled) : null;
}

function stepOf(kernel: Kernel, record: ProcessRecord, handled: Waiting): Step | null {
  switch (handled.kind) {
    case 'message':
      return messageStep(kernel, record, handled);
    case 'timer': {
      const { timer, subject } = handled;
      const cause = fireTimer(kernel, handled);
      return step(kernel, record, handled, { kind: 'timer', timer, subject }, cause);
    }
    case 'open':
    case 'accept':
      return openedStep(kernel, record, handled);
    case 'ended':
      return endedStep(kernel, record, handled);
    case 'thawed': {
      const { frozenAtUs } = record;
      return step(kernel, record, handled, { kind: 'thawed', frozenAtUs }, handled.cause);
    }
    case 'told':
      return step(kernel, record, handled, handled.input, handled.cause);
    case 'started':
    case 'stop':
      return step(kernel, record, handled, { kind: handled.kind }, handled.cause);
    default:
      return unreachable(handled);
  }
}

function step(
  { state }: Kernel,
  record: ProcessRecord,
  handled: Waiting,
  input: Input,
  cause: number,
): Step {
  const { name: process } = record;
  return {
    ask: 'step',
    process,
    index: record.index,
    input,
    nowUs: state.nowUs,
    record,
    cause,
    handled,
  };
}

function messageStep(kernel: Kernel, record: ProcessRecord, handled: Message): Step {
  const { message, from, about, bytes } = handled;
  const cause = append(kernel, {
    kind: 'message-delivered',
    atUs: kernel.state.nowUs,
    process: record.name,
    message,
    from,
    api: about.api,
    direction: about.direction,
    cause: handled.cause,
    rules: [],
  });
  const input = { kind: 'message', connection: handled.connection.id, bytes } as const;
  return step(kernel, record, handled, input, cause);
}

function openedStep(kernel: Kernel, record: ProcessRecord, handled: Opening): Step | null {
  const cause = noteOpened(kernel, record, handled);
  if (cause === null) return null;
  const { connection } = handled;
  const peer = otherEnd(connection, record.name);
  const input = { kind: 'connection-opened', connection: connection.id, peer } as const;
  return step(kernel, record, handled, input, cause);
}

function endedStep(kernel: Kernel, record: ProcessRecord, handled: Ended): Step | null {
  const cause = noteEnded(kernel, record, handled);
  if (cause === null) return null;
  const { connection, reason } = handled;
  const peer = otherEnd(connection, record.name);
  const input = { kind: 'connection-closed', connection: connection.id, peer, reason } as const;
  return step(kernel, record, handled, input, cause);
}
