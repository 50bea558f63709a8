/** How the cursor moves, over hand-made worlds and timelines. */
import { describe, expect, it } from 'vitest';
import { emptyWorld } from '../trace/fold/empty.ts';
import type { MessageWorld, World } from '../trace/world.ts';
import { adaptiveFactor, advance, attentiveFlightMs, leadUs } from './playback.ts';
import type { Timeline } from './playback.ts';

/** Something that takes `flightMs`, sent at 0. */
function flying(api: string, flightMs: number, more: Partial<MessageWorld> = {}): MessageWorld {
  return {
    message: 1,
    connection: 'c-1/1/1',
    from: 'c-1',
    to: 'broker-1',
    api,
    direction: 'request',
    correlationId: 1,
    request: null,
    group: 'g',
    generation: null,
    error: null,
    reason: null,
    sentAtUs: 0,
    arrivesAtUs: flightMs * 1000,
    held: null,
    heldAtUs: 0,
    sentSeq: 0,
    corrupted: false,
    ...more,
  };
}

function worldWith(...messages: MessageWorld[]): World {
  const world = emptyWorld();
  messages.forEach((message, index) => world.messages.set(index, message));
  return world;
}

/** A timeline of events at these times; every world is quiet but where `worlds` says otherwise. */
function timeline(times: number[], endUs: number, worlds: Record<number, World> = {}): Timeline {
  return {
    endUs,
    length: times.length,
    atUs: (seq) => times[seq] ?? Number.NaN,
    lastAtOrBefore: (atUs) => times.filter((time) => time <= atUs).length - 1,
    worldAt: (seq) => worlds[seq] ?? emptyWorld(),
  };
}

describe('adaptive speed', () => {
  it('hurries while nothing is under way, and through what only keeps things as they are', () => {
    expect(adaptiveFactor(emptyWorld())).toBe(4);
    expect(adaptiveFactor(worldWith(flying('Heartbeat', 60), flying('ZooKeeperPing', 5)))).toBe(4);
  });

  it('shows a registration for 600 ms of the viewer’s time', () => {
    const factor = adaptiveFactor(worldWith(flying('RegisterConsumer', 60)));
    expect(60 / factor).toBeCloseTo(attentiveFlightMs, 9);
  });

  it('a refused heartbeat is worth seeing, an accepted one is not', () => {
    const refused = flying('Heartbeat', 30, { direction: 'response', error: 'IllegalGeneration' });
    expect(adaptiveFactor(worldWith(refused))).toBeCloseTo(30 / attentiveFlightMs, 9);
  });

  it('what waits at a cut link holds nobody up', () => {
    expect(adaptiveFactor(worldWith(flying('RegisterConsumer', 60, { held: 'link-cut' })))).toBe(4);
  });

  it('never stands still', () => {
    expect(adaptiveFactor(worldWith(flying('RegisterConsumer', 0)))).toBe(0.01);
  });
});

describe('moving on', () => {
  const calm = timeline([0, 1000, 5000, 9000], 10_000);

  it('at a constant speed, by real time times that speed', () => {
    const { cursor, factor } = advance(calm, { atUs: 1000, seq: 1 }, 2, 2);
    expect([cursor, factor]).toEqual([{ atUs: 5000, seq: 2 }, 2]);
  });

  it('never past what has been simulated, and never back', () => {
    expect(advance(calm, { atUs: 9000, seq: 3 }, 100, 1).cursor.atUs).toBe(10_000);
    expect(advance(calm, { atUs: 12_000, seq: 3 }, 5, 1).cursor.atUs).toBe(12_000);
    expect(advance(calm, { atUs: 12_000, seq: 3 }, 5, 'adaptive').cursor.atUs).toBe(12_000);
  });

  it('adaptively, with the speed of each stretch', () => {
    // Quiet up to the event at 4 ms of virtual time, then a message of 6 ms is in the air.
    const slow = { 1: worldWith(flying('RegisterConsumer', 6)) };
    const line = timeline([0, 4000], 1_000_000, slow);
    const { cursor, factor } = advance(line, { atUs: 0, seq: 0 }, 3, 'adaptive');
    // 1 ms for the first 4 ms, and 2 ms at a hundredth for the rest.
    expect(cursor).toEqual({ atUs: 4020, seq: 1 });
    expect(factor).toBeCloseTo(0.01, 9);
  });

  it('asks for a second of playback ahead, and a little at the slowest', () => {
    expect([leadUs(1), leadUs(100), leadUs(0.05), leadUs('adaptive')]).toEqual([
      1_000_000, 100_000_000, 100_000, 4_000_000,
    ]);
  });
});
