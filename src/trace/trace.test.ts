import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NewEvent, TraceEvent } from './events.ts';
import { eventShapes } from './events.ts';
import { pageSize } from './page.ts';
import { randomEvents } from './random-event.ts';
import { Trace } from './trace.ts';

function traceOf(events: readonly NewEvent[]): Trace {
  const trace = new Trace();
  for (const event of events) trace.append(event);
  return trace;
}

function contents(trace: Trace): TraceEvent[] {
  return Array.from({ length: trace.length }, (_, seq) => trace.event(seq));
}

const anyEvents = fc
  .record({ seed: fc.integer(), count: fc.nat(120) })
  .map(({ seed, count }) => randomEvents(seed, count));

/** Ticks that differ in nothing but their time. */
function ticks(count: number): NewEvent[] {
  return Array.from({ length: count }, (_, seq) => ({
    atUs: 10 * Math.floor(seq / 3),
    kind: 'timer-fired',
    process: `p-${seq % 7}`,
    timer: 'heartbeat',
    subject: '',
    deadlineUs: seq,
    cause: seq - 1 < 0 ? null : seq - 1,
    rules: ['HB-1'],
  }));
}

describe('appending', () => {
  test('what goes in comes out, for every kind of event', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const trace = traceOf(events);
        expect(trace.length).toBe(events.length);
        for (const [seq, event] of events.entries()) {
          const { because, ...rest } = trace.event(seq);
          expect(rest).toStrictEqual({ seq, ...event });
          expect(because === null || because < seq).toBe(true);
        }
      }),
    );
  });

  test('keys come in file order', () => {
    for (const event of contents(traceOf(randomEvents(3, 300)))) {
      const own = Object.keys(eventShapes[event.kind]);
      const order = ['seq', 'atUs', 'kind', 'process', ...own, 'cause', 'because', 'rules'];
      const keys = Object.keys(event);
      expect(keys).toEqual(order.filter((key) => keys.includes(key)));
    }
  });

  test('a missing key and null are told apart', () => {
    const trace = traceOf([
      {
        atUs: 0,
        kind: 'request-refused',
        process: 'broker-1',
        to: 'c-1',
        api: 'Heartbeat',
        group: 'g',
        member: null,
        error: 'UnknownConsumer',
        reason: 'unknown-member',
        cause: null,
        rules: [],
      },
    ]);
    expect(trace.text(0, 'member')).toBeNull();
    expect(trace.int(0, 'currentGeneration')).toBeUndefined();
    expect('currentGeneration' in trace.event(0)).toBe(false);
    expect(trace.event(0)).toHaveProperty('member', null);
  });

  test('single fields are those of the event', () => {
    const events = randomEvents(11, 400);
    const trace = traceOf(events);
    for (const [seq, event] of contents(trace).entries()) {
      expect(trace.atUs(seq)).toBe(event.atUs);
      expect(trace.kind(seq)).toBe(event.kind);
      expect(trace.process(seq)).toBe(event.process);
      expect(trace.cause(seq)).toBe(event.cause);
      expect(trace.because(seq)).toBe(event.because);
      expect(trace.rules(seq)).toEqual(event.rules);
      const own = event as unknown as Record<string, unknown>;
      for (const name of Object.keys(eventShapes[event.kind])) {
        expect(trace.json(seq, name)).toEqual(own[name]);
      }
    }
  });

  test('a fraction where an integer belongs is a defect and is refused', () => {
    const trace = new Trace();
    const event = { ...(ticks(1)[0] as NewEvent), deadlineUs: 0.5 } as NewEvent;
    expect(() => trace.append(event)).toThrow('deadlineUs is an integer');
  });

  test('bytes of an event are its own', () => {
    const trace = traceOf(randomEvents(5, 200));
    const seq = contents(trace).findIndex((event) => event.kind === 'message-sent');
    const event = trace.event(seq);
    if (event.kind !== 'message-sent') throw new Error('no message');
    const before = event.bytes.slice();
    event.bytes.fill(255);
    expect(trace.bytes(seq, 'bytes')).toEqual(before);
    expect(event.bytes.buffer.byteLength).toBe(before.length);
  });
});

describe('finding by time', () => {
  test('the last event at or before a moment', () => {
    const trace = traceOf(ticks(9));
    expect(trace.lastAtOrBefore(-1)).toBe(-1);
    expect(trace.lastAtOrBefore(0)).toBe(2);
    expect(trace.lastAtOrBefore(9)).toBe(2);
    expect(trace.lastAtOrBefore(10)).toBe(5);
    expect(trace.lastAtOrBefore(1e9)).toBe(8);
    expect(new Trace().lastAtOrBefore(5)).toBe(-1);
  });
});

describe('forks', () => {
  test('a fork is the prefix, and neither side sees what the other appends', () => {
    fc.assert(
      fc.property(anyEvents, anyEvents, fc.nat(), (events, others, cut) => {
        const trace = traceOf(events);
        const seq = events.length === 0 ? -1 : (cut % (events.length + 1)) - 1;
        const fork = trace.fork(seq);
        const before = contents(trace);
        const causeless = others.map((event) => ({ ...event, cause: null }) as NewEvent);
        for (const event of causeless) fork.append(event);
        expect(contents(trace)).toStrictEqual(before);
        const straight = traceOf([...events.slice(0, seq + 1), ...causeless]);
        expect(contents(fork)).toStrictEqual(contents(straight));
        for (const event of causeless.slice(0, 5)) trace.append(event);
        expect(contents(fork)).toStrictEqual(contents(straight));
      }),
    );
  });

  test.each([pageSize - 1, pageSize, pageSize + 1, 2 * pageSize])(
    'across pages: a fork after %i events',
    (length) => {
      const trace = traceOf(ticks(2 * pageSize + 5));
      const fork = trace.fork(length - 1);
      expect(fork.length).toBe(length);
      expect(fork.event(length - 1)).toStrictEqual(trace.event(length - 1));
      const more = { ...(ticks(1)[0] as NewEvent), process: 'other', cause: null };
      fork.append(more);
      expect(fork.process(length)).toBe('other');
      expect(trace.process(length)).toBe(`p-${length % 7}`);
    },
  );

  test('a fork starts at an event of the trace', () => {
    expect(() => traceOf(ticks(3)).fork(3)).toThrow('a fork starts at an event');
    expect(new Trace().fork(-1).length).toBe(0);
  });
});

describe('chunks', () => {
  test('adopting every chunk gives an equal trace', () => {
    fc.assert(
      fc.property(anyEvents, fc.integer({ min: 1, max: 50 }), (events, every) => {
        const trace = new Trace();
        const replica = new Trace();
        for (const [seq, event] of events.entries()) {
          trace.append(event);
          if (seq % every === 0) replica.adopt(transferred(trace.take()));
        }
        replica.adopt(transferred(trace.take()));
        expect(contents(replica)).toStrictEqual(contents(trace));
      }),
    );
  });

  test('a chunk may span pages', () => {
    const trace = traceOf(ticks(2 * pageSize + 100));
    const replica = new Trace();
    replica.adopt(transferred(trace.take()));
    expect(replica.length).toBe(trace.length);
    for (const seq of [0, pageSize - 1, pageSize, 2 * pageSize, trace.length - 1]) {
      expect(replica.event(seq)).toStrictEqual(trace.event(seq));
    }
  });

  test('a branch on both sides goes on, also when chunks of the old future are ignored', () => {
    const [shared, old, fresh] = [randomEvents(1, 60), randomEvents(2, 40), randomEvents(3, 40)];
    const trace = traceOf(shared);
    const replica = new Trace();
    replica.adopt(transferred(trace.take()));
    for (const event of old) trace.append(event);
    const ignored = transferred(trace.take());
    const branch = trace.fork(29);
    for (const event of fresh) branch.append({ ...event, cause: null } as NewEvent);
    const shownBranch = replica.fork(29);
    shownBranch.adoptTables(ignored);
    shownBranch.adopt(transferred(branch.take()));
    expect(contents(shownBranch)).toStrictEqual(contents(branch));
    expect(contents(replica)).toStrictEqual(contents(trace).slice(0, 60));
  });

  test('a chunk out of order is a defect', () => {
    const trace = traceOf(ticks(4));
    trace.take();
    trace.append(ticks(1)[0] as NewEvent);
    expect(() => new Trace().adopt(trace.take())).toThrow('chunks are adopted in order');
    expect(() => new Trace().adoptTables(traceOf(ticks(1)).take())).not.toThrow();
  });

  test('a replica can be written on', () => {
    const events = randomEvents(9, 80);
    const trace = traceOf(events.slice(0, 50));
    const replica = new Trace();
    replica.adopt(transferred(trace.take()));
    for (const event of events.slice(50)) replica.append(event);
    expect(contents(replica)).toStrictEqual(contents(traceOf(events)));
  });
});

/** As another thread gets it. */
function transferred<T extends { readonly buffers: readonly ArrayBuffer[] }>(chunk: T): T {
  return structuredClone(chunk, { transfer: [...chunk.buffers] });
}
