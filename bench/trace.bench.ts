/** How fast events go into the trace and come out of it; a heartbeat's round as the engine writes it. */
import { bench, describe } from 'vitest';
import { readTrace } from '../src/trace/codec-read.ts';
import { writeTrace } from '../src/trace/codec.ts';
import type { NewEvent } from '../src/trace/events.ts';
import { randomExperiment } from '../src/trace/random/experiment.ts';
import { Trace } from '../src/trace/trace.ts';

const count = 100_000;
const consumers = 100;

/** Eight events a heartbeat, one heartbeat of each consumer. */
function heartbeats(): NewEvent[] {
  const bytes = Uint8Array.from({ length: 50 }, (_, index) => index);
  const events: NewEvent[] = [];
  for (let beat = 0; beat < consumers; beat++) {
    const consumer = `c-${1 + beat}`;
    const subject = `billing/billing-host-${1 + beat}-${1 + beat}`;
    const atUs = beat * 3333;
    const cause = events.length;
    const own = { atUs, process: consumer, cause, rules: ['HB-1' as const] };
    const at = { atUs: atUs + 500, process: 'broker-1', cause: cause + 3, rules: [] };
    const sent = { connection: `${consumer}/1/1`, correlationId: beat, api: 'Heartbeat' };
    const more = { byteCount: 50, bytes, arrivesAtUs: atUs + 500, group: 'billing', generation: 3 };
    const request = { ...sent, ...more, message: 2 * beat, direction: 'request' as const };
    const response = { ...sent, ...more, message: 2 * beat + 1, direction: 'response' as const };
    const delivered = { api: 'Heartbeat' };
    events.push(
      {
        ...own,
        cause: null,
        kind: 'timer-fired',
        timer: 'heartbeat',
        subject: '',
        deadlineUs: atUs,
      },
      { ...own, kind: 'message-sent', to: 'broker-1', ...request },
      {
        ...own,
        kind: 'timer-started',
        timer: 'heartbeat',
        subject: '',
        deadlineUs: atUs + 333_333,
      },
      {
        ...at,
        kind: 'message-delivered',
        from: consumer,
        ...delivered,
        message: 2 * beat,
        direction: 'request',
      },
      { ...at, kind: 'timer-started', timer: 'dead-after', subject, deadlineUs: atUs + 1_000_500 },
      { ...at, kind: 'message-sent', to: consumer, ...response, request: 2 * beat, error: 'None' },
      {
        ...own,
        kind: 'message-delivered',
        from: 'broker-1',
        ...delivered,
        message: 2 * beat + 1,
        direction: 'response',
      },
      { ...own, kind: 'timer-started', timer: 'coordinator-failed', subject: '', deadlineUs: atUs },
    );
  }
  return events;
}

const events = heartbeats();
const experiment = randomExperiment(1);

function filled(): Trace {
  const trace = new Trace();
  for (let seq = 0; seq < count; seq++) trace.append(events[seq % events.length] as NewEvent);
  return trace;
}

describe(`${count} events`, () => {
  const trace = filled();

  bench('append', () => {
    filled();
  });

  bench('event(): make every event', () => {
    let last = 0;
    for (let seq = 0; seq < trace.length; seq++) last = trace.event(seq).atUs;
    if (last < 0) throw new Error();
  });

  bench('single fields: time, kind and process of every event', () => {
    let sum = 0;
    for (let seq = 0; seq < trace.length; seq++) {
      sum += trace.atUs(seq) + trace.kind(seq).length + (trace.process(seq)?.length ?? 0);
    }
    if (sum < 0) throw new Error();
  });

  bench('fork at the end, append one', () => {
    trace.fork(trace.length - 1).append({ ...(events[0] as NewEvent), cause: null });
  });

  bench('take a chunk of 1,000 events and adopt it', () => {
    const part = new Trace();
    for (let seq = 0; seq < 1000; seq++) part.append(events[seq % events.length] as NewEvent);
    new Trace().adopt(part.take());
  });

  // Round after round of the same events would go back in time, which no reader takes.
  const timed = new Trace();
  for (let seq = 0; seq < count; seq++) {
    const event = events[seq % events.length] as NewEvent;
    timed.append({ ...event, atUs: seq, cause: null } as NewEvent);
  }

  bench('write the file, with its hash', () => {
    let length = 0;
    for (const piece of writeTrace(timed, experiment)) length += piece.length;
    if (length === 0) throw new Error();
  });

  const file = [...writeTrace(timed, experiment)];

  bench('read the file, every line checked', () => {
    if (!readTrace(file).ok) throw new Error();
  });
});
