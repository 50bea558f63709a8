import { describe, expect, test } from 'vitest';
import { nextInt, randomStream } from '../lib/random.ts';
import { emptyWorld } from './fold/empty.ts';
import { applyEvent } from './fold/fold.ts';
import type { NewEvent } from './events.ts';
import type { TraceReader } from './reader.ts';
import { Trace } from './trace.ts';
import type { World } from './world.ts';
import { WorldReader } from './world-reader.ts';

/** Events that all leave something in the world; about `wide` links in the end. */
function told(index: number, wide: number): NewEvent {
  const common = { atUs: index * 10, cause: null, rules: [] };
  const peers = ['b', `c-${index % wide}`] as const;
  return { ...common, kind: 'link-changed', peers, latencyMs: [1, index], cut: false };
}

function traceOf(length: number, wide = 10): Trace {
  const trace = new Trace();
  for (let index = 0; index < length; index++) trace.append(told(index, wide));
  return trace;
}

/** Counts the events that are made for the fold. */
function counting(trace: Trace): { reader: TraceReader; count: () => number } {
  let count = 0;
  const reader = new Proxy(trace, {
    get: (target, name) => {
      if (name === 'event') count += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return {
    reader,
    count: () => {
      const before = count;
      count = 0;
      return before;
    },
  };
}

function folded(trace: TraceReader, seq: number): World {
  const world = emptyWorld();
  while (world.seq < seq) applyEvent(world, trace.event(world.seq + 1));
  return world;
}

describe('the world at any event', () => {
  test('before the first event it is empty; beyond the last it is the last', () => {
    const reader = new WorldReader(traceOf(3));
    expect(reader.worldAt(-1)).toEqual(emptyWorld());
    expect(reader.worldAt(99).seq).toBe(2);
    expect(new WorldReader(new Trace()).worldAt(5)).toEqual(emptyWorld());
  });

  test('at a moment it has every event of that moment', () => {
    const trace = traceOf(3);
    trace.append({ ...told(2, 10), atUs: 20 } as NewEvent);
    trace.append(told(4, 10));
    const reader = new WorldReader(trace);
    expect(reader.worldAtTime(20).seq).toBe(3);
    expect(reader.worldAtTime(19).seq).toBe(1);
  });

  test('whichever way one gets there', () => {
    const trace = traceOf(9000);
    const reader = new WorldReader(trace);
    const stream = randomStream(3, 'seeks');
    for (let count = 0; count < 30; count++) {
      const seq = nextInt(stream, -1, trace.length - 1);
      expect(reader.worldAt(seq)).toEqual(folded(trace, seq));
    }
  });

  test('forward each event is folded once; backward a stretch between checkpoints', () => {
    const { reader: trace, count } = counting(traceOf(9000));
    const reader = new WorldReader(trace);
    for (let seq = 0; seq < 9000; seq += 7) reader.worldAt(seq);
    expect(count()).toBe(8996);
    reader.worldAt(4000);
    expect(count()).toBeLessThanOrEqual(1024);
    reader.worldAt(8990);
    expect(count()).toBeLessThanOrEqual(1024);
  });

  test('the trace may grow', () => {
    const trace = traceOf(1500);
    const reader = new WorldReader(trace);
    expect(reader.worldAt(1499).seq).toBe(1499);
    for (let index = 1500; index < 4000; index++) trace.append(told(index, 10));
    expect(reader.worldAt(3999)).toEqual(folded(trace, 3999));
  });

  test('a fork has the checkpoints of what is shared, and a future of its own', () => {
    const trace = traceOf(6000);
    const reader = new WorldReader(trace);
    reader.worldAt(5999);
    const fork = trace.fork(4999);
    const { reader: counted, count } = counting(fork);
    const forked = reader.fork(counted);
    for (let index = 5000; index < 6000; index++) fork.append(told(index, 3));
    const world = forked.worldAt(5500);
    expect(count()).toBeLessThanOrEqual(500 + 1024);
    expect(world).toEqual(folded(fork, 5500));
    expect(reader.worldAt(5500)).toEqual(folded(trace, 5500));
  });

  test('checkpoints of a large world stand farther apart', () => {
    const { reader: trace, count } = counting(traceOf(40_000, 12_000));
    const reader = new WorldReader(trace);
    reader.worldAt(39_999);
    count();
    let most = 0;
    for (let seq = 39_000; seq > 20_000; seq -= 997) {
      reader.worldAt(seq);
      most = Math.max(most, count());
    }
    expect(most).toBeGreaterThan(1024);
    expect(most).toBeLessThanOrEqual(3001);
  });

  test('so many weigh too much: every second one goes, seeking still works', () => {
    const { reader: trace, count } = counting(traceOf(60_000));
    const reader = new WorldReader(trace, undefined, 100);
    reader.worldAt(59_999);
    count();
    let most = 0;
    for (let seq = 59_000; seq >= 0; seq -= 997) {
      expect(reader.worldAt(seq).seq).toBe(seq);
      most = Math.max(most, count());
    }
    expect(most).toBeGreaterThan(1024);
    expect(most).toBeLessThanOrEqual(16 * 1024);
    expect(reader.worldAt(31_415)).toEqual(folded(trace, 31_415));
  });
});
