/** A message at the cursor, also when it has arrived or was lost: its way, its pair, its cause. */
import { describe } from '../../../trace/describe.ts';
import type { TraceReader } from '../../../trace/reader.ts';
import { inSeconds } from '../../amounts.ts';
import { usePlayground, usePlaygroundStore, useRun, useWorld } from '../../context.tsx';
import { pairOf } from '../bytes/pair.ts';
import type { Sent } from '../bytes/pair.ts';
import { Facts } from '../facts.tsx';
import type { Row } from '../facts.tsx';
import { messagesOf } from '../message-index.ts';

export function MessageNow({ message }: { message: number }) {
  const world = useWorld();
  const { trace } = useRun();
  const last = usePlayground(({ cursor }) => cursor.seq);
  const pair = pairOf(trace, messagesOf(trace), message, last);
  const own = pair.request?.message === message ? pair.request : pair.response;
  const other = own === pair.request ? pair.response : pair.request;
  const dueUs = world.messages.get(message)?.arrivesAtUs ?? null;
  const millis = usePlayground(({ cursor }) =>
    dueUs === null ? null : Math.max(0, Math.ceil((dueUs - cursor.atUs) / 1000)),
  );
  if (!own) return null;
  return (
    <>
      <Facts rows={[...rowsOf(trace, own), ...dueRows(millis, own)]} />
      <Counterpart own={own} other={other} />
      <Cause seq={own.seq} />
    </>
  );
}

function dueRows(millis: number | null, { fate }: Sent): Row[] {
  if (millis === null) return [{ name: 'what became of it', value: fate }];
  const value = fate.startsWith('waits') ? fate : `arrives in ${inSeconds(millis * 1000)}`;
  return [{ name: 'now', value }];
}

function rowsOf(trace: TraceReader, { from, to, atUs, seq, bytes, arrived }: Sent): Row[] {
  const generation = trace.int(seq, 'generation');
  const error = trace.text(seq, 'error');
  return [
    { name: 'from, to', value: `${from} to ${to}` },
    { name: 'sent', value: `at ${inSeconds(atUs)}` },
    { name: 'correlation id', value: String(trace.int(seq, 'correlationId') ?? '') },
    { name: 'generation', value: typeof generation === 'number' ? String(generation) : 'none' },
    { name: 'error', value: error ?? 'none' },
    {
      name: 'bytes',
      value: arrived ? `${bytes.length}, damaged on the way` : String(bytes.length),
    },
  ];
}

function Counterpart({ own, other }: { own: Sent; other: Sent | null }) {
  const store = usePlaygroundStore();
  const isRequest = own.direction === 'request';
  if (!other) {
    return (
      <p className="hint">
        {isRequest ? 'No answer has been sent yet.' : 'It answers no request.'}
      </p>
    );
  }
  return (
    <p className="pair">
      {isRequest ? 'Its answer: ' : 'It answers: '}
      <button
        type="button"
        onClick={() => store.getState().select({ kind: 'message', message: other.message })}
      >
        {other.api} {other.direction}, {other.fate}
      </button>
    </p>
  );
}

/** What its sender was doing when it sent it. */
function Cause({ seq }: { seq: number }) {
  const store = usePlaygroundStore();
  const { trace } = useRun();
  const cause = trace.cause(seq);
  if (cause === null) return null;
  return (
    <p className="pair">
      Sent when:{' '}
      <button type="button" onClick={() => store.getState().select({ kind: 'event', seq: cause })}>
        {describe(trace.event(cause), trace)}
      </button>
    </p>
  );
}
