/**
 * The one event that best says why another happened. `because`, where there is one; else what the
 * table has for its kind; else its cause, the input in whose handling it came about.
 */
import type { EventKind } from '../events.ts';
import type { TraceReader } from '../reader.ts';
import { lastBefore, lastInStep } from './look-back.ts';
import { otherTopics } from './other-topics.ts';
import { searchBegan } from './search.ts';
import { settingOf } from './settings.ts';

/** Null: nothing to say beside the cause. */
type Row = (trace: TraceReader, seq: number) => number | null;

/** What a process reports that says more than the message which it then sends. */
const telling: ReadonlySet<EventKind> = new Set([
  'rebalance-completed',
  'rebalance-started',
  'request-refused',
  'consumer-state',
  'coordinator-elected',
  'controller-elected',
]);

const rows: { readonly [K in EventKind]?: Row } = {
  'message-delivered': toldBySender,
  'message-sent': toldInStep,
  'group-state': toldInStep,
  'member-added': toldInStep,
  'metadata-written': whyWritten,
  'message-dropped': whyDropped,
  'request-refused': whyRefused,
  'partition-released': otherTopics,
  'consumer-state': (trace, seq) => {
    const other = otherTopics(trace, seq);
    if (other !== null) return other;
    const began = searchBegan(trace, trace.process(seq) ?? '', seq);
    return began === seq ? null : began;
  },
  'timer-fired': whyFired,
};

/** The event before `seq` in a chain of reasons, or null at its end. */
export function reasonOf(trace: TraceReader, seq: number): number | null {
  const reason = trace.because(seq) ?? rows[trace.kind(seq)]?.(trace, seq) ?? trace.cause(seq);
  if (reason === null) return null;
  switch (trace.kind(reason)) {
    case 'message-delivered':
      // What its sender reported says all that a delivery could say.
      return toldBySender(trace, reason) ?? reason;
    case 'registration-parked':
      // Whose registration waited is said by the rebalance that it started.
      return reasonOf(trace, reason);
    default:
      return reason;
  }
}

function toldInStep(trace: TraceReader, seq: number): number | null {
  const cause = trace.cause(seq);
  return cause === null ? null : lastInStep(trace, seq, cause, telling);
}

/** A delivery came about by what its sender reported in the step that sent it. */
function toldBySender(trace: TraceReader, seq: number): number | null {
  const message = trace.int(seq, 'message');
  if (message === null || message === undefined) return null;
  const sent = lastBefore(trace, seq, 'message-sent', { message });
  if (sent === null) return null;
  return isCorrupted(trace, sent, message) ? sent + 1 : toldInStep(trace, sent);
}

/** What was damaged says nothing of its sender: that it was comes right after it was sent. */
function isCorrupted(trace: TraceReader, sent: number, message: number): boolean {
  const next = sent + 1;
  if (next >= trace.length || trace.kind(next) !== 'message-corrupted') return false;
  return trace.int(next, 'message') === message;
}

/** A group's record is written at the end of a rebalance. */
function whyWritten(trace: TraceReader, seq: number): number | null {
  const group = trace.text(seq, 'group');
  return typeof group === 'string' ? lastBefore(trace, seq, 'rebalance-started', { group }) : null;
}

/** Its receiver was gone, or had closed the connection. */
function whyDropped(trace: TraceReader, seq: number): number | null {
  const message = trace.int(seq, 'message') ?? -1;
  const sent = lastBefore(trace, seq, 'message-sent', { message });
  if (sent === null) return null;
  const process = trace.text(sent, 'to') ?? '';
  const connection = trace.text(sent, 'connection') ?? '';
  switch (trace.text(seq, 'reason')) {
    case 'connection-closed':
      return lastBefore(trace, seq, 'connection-closed', { process, connection });
    case 'receiver-down':
      return (
        lastBefore(trace, seq, 'process-crashed', { process }) ??
        lastBefore(trace, seq, 'process-stopped', { process })
      );
    default:
      return null;
  }
}

/** Who is unknown was removed; who is stale missed a generation. */
function whyRefused(trace: TraceReader, seq: number): number | null {
  const group = trace.text(seq, 'group') ?? '';
  const member = trace.text(seq, 'member');
  switch (trace.text(seq, 'reason')) {
    case 'unknown-member':
      return member ? lastBefore(trace, seq, 'member-removed', { group, member }) : null;
    case 'stale':
      return lastBefore(trace, seq, 'rebalance-completed', { group });
    default:
      return null;
  }
}

/** Timers that only keep a rhythm: it comes of the settings. */
const rhythms: ReadonlySet<string> = new Set([
  'heartbeat',
  'commit',
  'session-ping',
  'metadata-refresh',
]);

/** Others run out because of what set them, or of the search that they are a part of. */
function whyFired(trace: TraceReader, seq: number): number | null {
  const process = trace.process(seq) ?? '';
  const timer = trace.text(seq, 'timer') ?? '';
  if (rhythms.has(timer)) return settingOf(trace, process, seq);
  const began = searchBegan(trace, process, seq);
  if (began !== null) return began;
  const subject = trace.text(seq, 'subject') ?? '';
  const started = lastBefore(trace, seq, 'timer-started', { process, timer, subject });
  return started === null ? null : trace.cause(started);
}
