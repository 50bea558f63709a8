/** A request and its answer, each with its bytes as they were sent and as they arrived. Pure. */
import type { TraceReader } from '../../../trace/reader.ts';
import { inSeconds } from '../../amounts.ts';
import type { MessageIndex } from '../message-index.ts';

export interface Sent {
  readonly message: number;
  readonly api: string;
  readonly direction: string;
  readonly from: string;
  readonly to: string;
  readonly seq: number;
  readonly atUs: number;
  readonly bytes: Uint8Array;
  /** Where they are other bytes than were sent. */
  readonly arrived: Uint8Array | null;
  /** What has become of it: `arrived at 4.321 s`. */
  readonly fate: string;
}

export interface Pair {
  /** Null: it answers nothing (a watch notice), or its request is not known. */
  readonly request: Sent | null;
  readonly response: Sent | null;
}

/** The message and its counterpart, as far as they have been sent by event `last`. */
export function pairOf(
  trace: TraceReader,
  index: MessageIndex,
  message: number,
  last: number,
): Pair {
  const [sent] = index.eventsOf(message);
  if (sent === undefined) return { request: null, response: null };
  const asked = trace.int(sent, 'request');
  const isResponse = trace.text(sent, 'direction') === 'response';
  const request = isResponse ? asked : message;
  const response = isResponse ? message : index.answerTo(message);
  const read = (id: number | null | undefined) =>
    typeof id === 'number' ? sentBy(trace, index, id, last) : null;
  return { request: read(request), response: read(response) };
}

function sentBy(
  trace: TraceReader,
  index: MessageIndex,
  message: number,
  last: number,
): Sent | null {
  const events = index.eventsOf(message).filter((seq) => seq <= last);
  const [seq] = events;
  const bytes = seq === undefined ? null : trace.bytes(seq, 'bytes');
  if (seq === undefined || !bytes) return null;
  // It is damaged as it is sent: message-sent has what goes over the link, the other what was meant.
  const changed = index
    .eventsOf(message)
    .find((other) => trace.kind(other) === 'message-corrupted');
  const meant = changed === undefined ? null : (trace.bytes(changed, 'bytes') ?? null);
  return {
    message,
    api: trace.text(seq, 'api') ?? '',
    direction: trace.text(seq, 'direction') ?? '',
    from: trace.process(seq) ?? '',
    to: trace.text(seq, 'to') ?? '',
    seq,
    atUs: trace.atUs(seq),
    bytes: meant ?? bytes,
    arrived: meant ? bytes : null,
    fate: fateOf(trace, events),
  };
}

/** In the words of its last event. */
function fateOf(trace: TraceReader, events: readonly number[]): string {
  const told = events.findLast((seq) => trace.kind(seq) !== 'message-corrupted') ?? -1;
  const at = told < 0 ? '' : inSeconds(trace.atUs(told));
  switch (told < 0 ? '' : trace.kind(told)) {
    case 'message-delivered':
      return `arrived at ${at}`;
    case 'message-dropped':
      return `lost at ${at}: ${trace.text(told, 'reason')?.replaceAll('-', ' ')}`;
    case 'message-held':
      return trace.text(told, 'reason') === 'link-cut'
        ? 'waits on a cut link'
        : 'waits at a frozen receiver';
    default:
      return 'under way';
  }
}

/** Where two frames differ, byte by byte. */
export function differences(sent: Uint8Array, arrived: Uint8Array): readonly number[] {
  const length = Math.max(sent.length, arrived.length);
  return Array.from({ length }, (_, index) => index).filter(
    (index) => sent[index] !== arrived[index],
  );
}

export function hexByte(byte: number | undefined): string {
  return byte === undefined ? '--' : byte.toString(16).padStart(2, '0');
}
