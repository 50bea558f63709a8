/**
 * The simulated transport: connections over links, ordered and reliable while both ends live, with
 * latency, cuts and resets (protocol.md, section 10). It carries bytes and looks into none. This file
 * is what a process asks of it; arrivals.ts what comes of that at the other end.
 */
import { assert } from '../lib/assert.ts';
import { randomStream } from '../lib/random.ts';
import type { CloseReason, ConnectionId, Effect } from '../protocol/step.ts';
import type { RuleId } from '../protocol/rules.ts';
import { damaged } from './damage.ts';
import { append, linkOf } from './kernel.ts';
import type { Kernel } from './kernel.ts';
import { scheduleTimeout } from './links.ts';
import {
  connectionOf,
  directionOf,
  endOf,
  holdMessage,
  otherEnd,
  ownEnd,
  sendParcel,
  signal,
} from './parcels.ts';
import type { Connection, End, ProcessRecord } from './state.ts';

export function newEnd({ incarnation, index }: ProcessRecord, state: End['state']): End {
  return { incarnation, index, state, lastArrivalUs: 0, requests: new Map() };
}

/** Opening takes one round trip; the id is the opener's choice. */
export function openConnection(
  kernel: Kernel,
  from: ProcessRecord,
  id: ConnectionId,
  target: string,
  cause: number,
): void {
  const { state } = kernel;
  assert(!state.connections.has(id), 'the id of a connection is new');
  const link = linkOf(kernel, from.name, target);
  const connection: Connection = {
    id,
    link,
    opener: from.name,
    target,
    openerEnd: newEnd(from, 'opening'),
    targetEnd: null,
    cutSinceUs: link.cut ? state.nowUs : null,
  };
  state.connections.set(id, connection);
  from.connections.add(connection);
  if (link.cut) scheduleTimeout(kernel, connection, state.nowUs, cause);
  signal(kernel, connection, from.name, 'open', cause);
}

/** A process sends only on connections that are open as far as it has been told. */
export function sendMessage(
  kernel: Kernel,
  { name }: ProcessRecord,
  effect: Effect & { do: 'send' },
  cause: number,
): void {
  const { state } = kernel;
  const { about } = effect;
  const connection = connectionOf(kernel, effect.connection);
  const end = ownEnd(connection, name);
  assert(end.state === 'open', 'what is sent goes out on an open connection');
  const to = otherEnd(connection, name);
  const message = state.nextMessage++;
  const corrupting = takeCorruption(connection, name);
  // A sender may keep what it sent, to send it again: its own bytes stay as they are.
  const bytes =
    corrupting === null
      ? effect.bytes
      : damaged(effect.bytes, randomStream(state.seed, `damage ${message}`));
  if (about.direction === 'request') end.requests.set(about.correlationId, message);
  const arrivesAtUs = sendParcel(kernel, connection, name, { message, bytes, about }, cause);
  append(kernel, {
    kind: 'message-sent',
    atUs: state.nowUs,
    process: name,
    message,
    connection: connection.id,
    to,
    api: about.api,
    direction: about.direction,
    correlationId: about.correlationId,
    request: about.direction === 'response' ? takeRequest(connection, to, about) : undefined,
    group: about.group,
    generation: about.generation,
    error: about.error,
    byteCount: bytes.length,
    bytes,
    arrivesAtUs,
    cause,
    rules: effect.rules,
  });
  if (corrupting !== null) {
    append(kernel, {
      kind: 'message-corrupted',
      atUs: state.nowUs,
      message,
      bytes: effect.bytes,
      cause: corrupting,
      rules: ['WIRE-0'],
    });
  }
  if (connection.link.cut) holdMessage(kernel, message, 'link-cut', cause);
}

/** The command that damages what is sent now, once; null: none. */
function takeCorruption({ link }: Connection, from: string): number | null {
  const direction = directionOf(link, from);
  const command = link.corrupt[direction];
  link.corrupt[direction] = null;
  return command;
}

/** The message that a response answers: the other end's request with that correlation id. */
function takeRequest(
  connection: Connection,
  to: string,
  { correlationId }: { readonly correlationId: number },
): number | undefined {
  const requests = endOf(connection, to)?.requests;
  const request = requests?.get(correlationId);
  if (request !== undefined) requests?.delete(correlationId);
  return request;
}

/** This end closes, in order behind its data, and reads nothing more. */
export function closeConnection(
  kernel: Kernel,
  from: ProcessRecord,
  id: ConnectionId,
  cause: number,
): void {
  const connection = kernel.state.connections.get(id);
  if (!connection || !from.connections.has(connection)) return;
  shutEnd(kernel, connection, from, 'closed', cause);
  signal(kernel, connection, from.name, 'close', cause);
}

const closeRules: Readonly<Partial<Record<CloseReason, readonly RuleId[]>>> = {
  timeout: ['LINK-1'],
  reset: ['LINK-2'],
};

/** Marks an end closed and says so in the trace. */
export function shutEnd(
  kernel: Kernel,
  connection: Connection,
  process: ProcessRecord,
  reason: CloseReason,
  cause: number,
): number {
  forgetEnd(connection, process);
  return append(kernel, {
    kind: 'connection-closed',
    atUs: kernel.state.nowUs,
    process: process.name,
    connection: connection.id,
    peer: otherEnd(connection, process.name),
    reason,
    cause,
    rules: closeRules[reason] ?? [],
  });
}

function forgetEnd(connection: Connection, process: ProcessRecord): void {
  ownEnd(connection, process.name).state = 'closed';
  process.connections.delete(connection);
}

/** [LINK-2] A process is gone at once: its peers learn it by a reset of each connection. */
export function resetConnections(kernel: Kernel, process: ProcessRecord, cause: number): void {
  for (const connection of Array.from(process.connections)) {
    forgetEnd(connection, process);
    signal(kernel, connection, process.name, 'reset', cause);
  }
}

/** [LINK-1] Power is gone: nothing tells the peers; the living ends close after the timeout. */
export function abandonConnections(kernel: Kernel, process: ProcessRecord, cause: number): void {
  for (const connection of Array.from(process.connections)) {
    forgetEnd(connection, process);
    scheduleTimeout(kernel, connection, null, cause);
  }
}
