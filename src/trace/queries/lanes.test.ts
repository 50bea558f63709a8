/** Lifelines, messages and timers of real runs, held against their events and the folded world. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { registerProtocol } from '../../protocol/register/index.ts';
import { builtins } from '../../simulation/builtins.ts';
import { createInlineSimulation } from '../../simulation/inline.ts';
import { experimentOf, groupOf, run } from '../../simulation/testing.ts';
import { Story } from '../story.ts';
import type { Trace } from '../trace.ts';
import { WorldReader } from '../world-reader.ts';
import { messageAsOf, timerAsOf } from './lane-as-of.ts';
import type { LaneCollector } from './lanes.ts';
import { stretchAt, TimeIndex } from './time-index.ts';

function traceOf(id: string, untilUs: number): Trace {
  const builtin = builtins.find((one) => one.id === id);
  const simulation = createInlineSimulation(builtin!.experiment, registerProtocol);
  simulation.advance(untilUs);
  return simulation.trace;
}

function lanesOf(trace: Trace): LaneCollector {
  const index = new TimeIndex();
  index.readOn(trace);
  return index.lanes;
}

function rowsOf(lanes: LaneCollector) {
  const { messages, timers } = lanes.visible(0, Infinity);
  return {
    messages: [...messages].map((row) => lanes.messages.at(row)),
    timers: [...timers].map((row) => lanes.timers.at(row)),
  };
}

describe.each([
  ['zombie', 20e6],
  ['kill', 14e6],
  ['quick-restart', 14e6],
  ['coordinator-killed', 20e6],
  ['cut-link', 20e6],
  ['corrupt', 14e6],
])('%s: the lanes say of every moment what the world at it shows', (id, untilUs) => {
  const trace = traceOf(id, untilUs);
  const lanes = lanesOf(trace);
  const { messages, timers } = rowsOf(lanes);
  const reader = new WorldReader(trace);
  /** The last event of some moments. */
  const ends = Array.from({ length: trace.length }, (_, seq) => seq).filter(
    (seq) => seq % 7 === 0 && (seq + 1 === trace.length || trace.atUs(seq + 1) > trace.atUs(seq)),
  );

  test('what everybody is and does', () => {
    let compared = 0;
    for (const seq of ends) {
      const atUs = trace.atUs(seq);
      for (const { name, status, incarnation, consumer } of reader
        .worldAt(seq)
        .processes.values()) {
        const lane = lanes.laneOf(name);
        expect(stretchAt(lane?.statuses ?? [], atUs)).toMatchObject({ status, incarnation });
        const state = stretchAt(lane?.states ?? [], atUs);
        if (!consumer) continue;
        compared += 1;
        expect(state?.state ?? 'Down').toBe(consumer.state);
        if (!state) continue;
        const { member, generation, fetching } = state;
        expect({ member, generation, fetching }).toEqual({
          member: consumer.member,
          generation: consumer.generation,
          fetching: consumer.fetching,
        });
      }
    }
    expect(compared).toBeGreaterThan(50);
  });

  test('which messages are under way, and which are held', () => {
    let compared = 0;
    for (const seq of ends) {
      const world = reader.worldAt(seq);
      const atUs = trace.atUs(seq);
      const underWay = messages.filter((one) => one.sentUs <= atUs && one.endedUs > atUs);
      expect(underWay.map(({ message }) => message)).toEqual(
        [...world.messages.keys()].toSorted((a, b) => a - b),
      );
      for (const { message, from, to, api, direction, generation, holds } of underWay) {
        const now = world.messages.get(message)!;
        compared += 1;
        expect([lanes.laneAt(from)?.process, lanes.laneAt(to)?.process]).toEqual([
          now.from,
          now.to,
        ]);
        expect({ api, direction, generation }).toEqual({
          api: now.api,
          direction: now.direction,
          generation: now.generation,
        });
        expect(stretchAt(holds, atUs)?.reason ?? null).toBe(now.held);
      }
    }
    expect(compared).toBeGreaterThan(50);
  });

  test('which timers run, and until when', () => {
    let compared = 0;
    for (const seq of ends) {
      const atUs = trace.atUs(seq);
      const running = timers.filter((one) => one.fromUs <= atUs && one.toUs > atUs);
      const told = running.map(({ lane, timer, subject, deadlineUs }) =>
        [lanes.laneAt(lane)?.process, timer, subject, deadlineUs].join(),
      );
      const { timers: now } = reader.worldAt(seq);
      const expected = [...now.values()].map(({ process, timer, subject, deadlineUs }) =>
        [process, timer, subject, deadlineUs].join(),
      );
      compared += expected.length;
      expect(told.toSorted()).toEqual(expected.toSorted());
    }
    expect(compared).toBeGreaterThan(500);
  });

  test('a window shows what touches it, and nothing else', () => {
    const moment = fc.integer({ min: 0, max: untilUs });
    const span = fc.oneof(
      fc.integer({ min: 0, max: 50_000 }),
      fc.integer({ min: 0, max: untilUs }),
    );
    const laneIds = fc.option(fc.uniqueArray(fc.nat(lanes.lanes.length - 1), { maxLength: 3 }));
    const property = fc.property(moment, span, laneIds, (fromUs, spanUs, ids) => {
      const toUs = fromUs + spanUs;
      const only = ids && new Set(ids);
      const seen = lanes.visible(fromUs, toUs, only ? { lanes: only } : {});
      const shown = (lane: number) => !only || only.has(lane);
      expect([...seen.messages]).toEqual(
        [...messages.keys()].filter((row) => {
          const { sentUs, endedUs, from, to } = messages[row]!;
          return sentUs <= toUs && endedUs >= fromUs && (shown(from) || shown(to));
        }),
      );
      expect([...seen.timers]).toEqual(
        [...timers.keys()].filter((row) => {
          const timer = timers[row]!;
          return timer.fromUs <= toUs && timer.toUs >= fromUs && shown(timer.lane);
        }),
      );
    });
    fc.assert(property, { numRuns: 100, seed: 7 });
  });
});

describe('a group with a frozen consumer', () => {
  const trace = traceOf('zombie', 20e6);
  const lanes = lanesOf(trace);
  const { messages, timers } = rowsOf(lanes);

  test('lanes stand as on the stage', () => {
    expect(lanes.lanes.map(({ process }) => process)).toEqual([
      'zookeeper',
      'broker-1',
      'broker-2',
      'broker-3',
      'c-1',
      'c-2',
      'c-3',
    ]);
  });

  test('its lifeline: it runs, is frozen, runs', () => {
    const spans = lanes
      .laneOf('c-2')
      ?.statuses.map(({ status, fromUs, toUs }) => [status, fromUs, toUs]);
    expect(spans).toEqual([
      ['running', expect.any(Number), 8e6],
      ['frozen', 8e6, 14e6],
      ['running', 14e6, Infinity],
    ]);
  });

  test('every event of a message is found by its number', () => {
    for (const { message, sentSeq, endSeq } of messages) {
      const seqs = Array.from({ length: trace.length }, (_, seq) => seq).filter(
        (seq) => trace.kind(seq).startsWith('message-') && trace.int(seq, 'message') === message,
      );
      expect(lanes.messages.seqsOf(message)).toEqual(seqs);
      expect(sentSeq).toBe(seqs[0]);
      expect(endSeq).toBe(seqs.length > 1 ? seqs.at(-1) : null);
      if (message > 60) break;
    }
    expect(lanes.messages.seqsOf(-7)).toEqual([]);
  });

  test('the timer that ran out has fired at its deadline; the comb before it was restarted', () => {
    const fired = timers.filter(({ timer, end }) => timer === 'dead-after' && end === 'fired');
    expect(fired).toHaveLength(1);
    expect(fired[0]?.toUs).toBe(fired[0]?.deadlineUs);
    expect(trace.kind(fired[0]!.endSeq!)).toBe('timer-fired');
    const { timers: rows } = lanes.visible(2e6, 8e6, { timers: new Set(['dead-after']) });
    const runs = lanes.timers.runsOf(rows).filter(({ rows: starts }) => starts.length > 2);
    expect(runs.map(({ timer }) => timer)).toEqual(['dead-after', 'dead-after', 'dead-after']);
    for (const { rows: starts } of runs) {
      const spans = starts.map((row) => lanes.timers.at(row));
      const ended = spans.slice(0, -1).map(({ end, toUs }) => [end, toUs]);
      expect(ended).toEqual(spans.slice(1).map(({ fromUs }) => ['restarted', fromUs]));
    }
  });

  test('density: beats, refusals and the rest by sender; none of the frozen one', () => {
    const density = lanes.density(8_100_000, 14e6, 59);
    const id = lanes.laneOf('c-2')!.id;
    const ofFrozen = (counts: Uint32Array) => counts.slice(id * 59, (id + 1) * 59);
    expect([...ofFrozen(density.beats), ...ofFrozen(density.others)].filter(Boolean)).toEqual([]);
    const sum = (counts: Uint32Array) => counts.reduce((total, count) => total + count, 0);
    const sent = messages.filter(({ sentUs }) => sentUs >= 8_100_000 && sentUs < 14e6);
    expect(lanes.sentBetween(8_100_000, 14e6)).toBe(sent.length);
    expect(sum(density.beats)).toBe(sent.filter(({ isBeat }) => isBeat).length);
    expect(sum(density.refusals)).toBe(sent.filter(({ error }) => error !== null).length);
    expect(sum(density.beats) + sum(density.refusals) + sum(density.others)).toBe(sent.length);
    expect(sum(density.refusals)).toBeGreaterThan(0);
    const first = sent.find(({ isBeat }) => isBeat)!;
    const bucket = Math.floor((first.sentUs - density.fromUs) / density.bucketUs);
    expect(density.beats[first.from * 59 + bucket]).toBeGreaterThan(0);
  });
});

test('a kill ends the timers of the killed, and what it had under way', () => {
  const commands = [{ atMs: 4000, do: 'kill', target: 'c-2' }];
  const { trace } = run(experimentOf({ seed: 3, scenario: groupOf(3), commands }), 5000);
  const lanes = lanesOf(trace);
  const { timers } = rowsOf(lanes);
  const lane = lanes.laneOf('c-2');
  const gone = timers.filter(({ end }) => end === 'gone');
  expect(gone.length).toBeGreaterThan(1);
  for (const timer of gone) {
    expect([timer.lane, timer.toUs, trace.kind(timer.endSeq!)]).toEqual([
      lane?.id,
      4e6,
      'process-crashed',
    ]);
  }
  expect(lane?.states.at(-1)?.toUs).toBe(4e6);
  expect(lane?.statuses.at(-1)).toMatchObject({ status: 'crashed', fromUs: 4e6, toUs: Infinity });
});

test('a message that is lost while it is held stands still until then', () => {
  const message = 7;
  const sent = { kind: 'message-sent', message, to: 'c-2', api: 'Heartbeat', direction: 'request' };
  const story = new Story()
    .tell('sent', { ...sent, process: 'c-1', arrivesAtUs: 50, bytes: new Uint8Array(), atUs: 10 })
    .tell('held', { kind: 'message-held', message, reason: 'link-cut', atUs: 20 })
    .tell('lost', { kind: 'message-dropped', message, reason: 'timeout', atUs: 90 })
    .tell('late', { kind: 'message-released', message, reason: 'link-cut', atUs: 95 });
  const { messages } = rowsOf(lanesOf(story.trace));
  const hold = { reason: 'link-cut', fromUs: 20, toUs: 90, heldSeq: 1, endSeq: 2 };
  expect(messages).toMatchObject([
    { from: -1, sentUs: 10, plannedUs: 50, endedUs: 90, end: 'dropped', endSeq: 2, holds: [hold] },
  ]);
});

test('who comes later stands below those of its kind, and above none', () => {
  const commands = [
    { atMs: 2000, do: 'start-consumer', name: 'c-9', group: 'billing', topics: ['orders'] },
    { atMs: 3000, do: 'start-broker', name: 'broker-9' },
  ];
  const { trace } = run(experimentOf({ seed: 3, scenario: groupOf(2), commands }), 4000);
  const names = lanesOf(trace).lanes.map(({ process }) => process);
  expect(names[0]).toBe('zookeeper');
  expect(names.slice(-4)).toEqual(['broker-9', 'c-1', 'c-2', 'c-9']);
});

test('as of an event it is what the trace up to there tells', () => {
  for (const id of ['zombie', 'cut-link', 'corrupt']) {
    const trace = traceOf(id, 20e6);
    const lanes = lanesOf(trace);
    for (let lastSeq = 0; lastSeq < trace.length; lastSeq += 397) {
      const seen = lanes.visible(0, Infinity, { lastSeq });
      expect({
        messages: [...seen.messages].map((row) => messageAsOf(lanes.messages.at(row), lastSeq)),
        timers: [...seen.timers].map((row) => timerAsOf(lanes.timers.at(row), lastSeq)),
      }).toEqual(rowsOf(lanesOf(trace.fork(lastSeq))));
    }
  }
});

test('read on bit by bit, or from a fork, it is the same as read at once', () => {
  const trace = traceOf('cut-link', 16e6);
  const picture = (lanes: LaneCollector) => [lanes.lanes, rowsOf(lanes)];
  const whole = picture(lanesOf(trace));
  const bitwise = new TimeIndex();
  for (let length = 0; length <= trace.length; length += 97) {
    bitwise.readOn(trace.fork(Math.min(trace.length, length) - 1));
  }
  bitwise.readOn(trace);
  expect(picture(bitwise.lanes)).toEqual(whole);

  const fork = trace.fork(Math.floor(trace.length / 2));
  const forked = new TimeIndex();
  forked.readOn(fork);
  for (let seq = fork.length; seq < trace.length; seq++) fork.append(trace.event(seq));
  forked.readOn(fork);
  expect(picture(forked.lanes)).toEqual(whole);
});
