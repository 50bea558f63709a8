/** What stands in a window of real runs. */
import { describe, expect, test } from 'vitest';
import { registerProtocol } from '../../../protocol/register/index.ts';
import { builtins } from '../../../simulation/builtins.ts';
import { createInlineSimulation } from '../../../simulation/inline.ts';
import type { Trace } from '../../../trace/trace.ts';
import { dimmedAlpha } from '../../lit.ts';
import { timeIndexOf } from '../index-of.ts';
import { isComb, strengthOf } from './message-style.ts';
import { momentRowsOf } from './moment-rows.ts';
import { pickIn } from './pick.ts';
import { sceneOf } from './scene.ts';
import type { Scene, SceneParts } from './scene.ts';
import { laneInWords, timerInWords } from './spacetime-words.ts';

const lookOfNothing = { selection: null, lit: null, beatsAsLines: false };

function traceOf(id: string, untilUs: number): Trace {
  const builtin = builtins.find((one) => one.id === id);
  const simulation = createInlineSimulation(builtin!.experiment, registerProtocol);
  simulation.advance(untilUs);
  return simulation.trace;
}

const plotOf = (fromUs: number, spanUs: number, seenUs: number) =>
  ({
    width: 1000,
    height: 280,
    scrollTop: 0,
    window: { mode: 'free', fromUs, spanUs },
    cursorUs: seenUs,
    seenUs,
  }) as const;

function sceneAt(trace: Trace, plot: ReturnType<typeof plotOf>, more: Partial<SceneParts> = {}) {
  const { lanes } = timeIndexOf(trace);
  return sceneOf(plot, {
    trace,
    lanes,
    shown: lanes.lanes,
    rowHeight: 40,
    lastSeq: trace.lastAtOrBefore(plot.seenUs),
    withTimers: true,
    process: null,
    always: new Set<number>(),
    ...more,
  });
}

const expiries = ({ bars }: Scene) =>
  bars.flatMap(({ row, timer, expiry }) => (expiry ? `${timer} ${row.lane.process}` : []));

describe('a group with a frozen consumer', () => {
  const trace = traceOf('zombie', 16e6);
  const { lanes } = timeIndexOf(trace);
  const [thaw, freeze] = ['process-thawed', 'process-frozen'].map((kind) =>
    Array.from({ length: trace.length }, (_, seq) => seq).find((seq) => trace.kind(seq) === kind),
  );
  const name = trace.process(freeze ?? -1) ?? '';
  const frozenUs = trace.atUs(freeze ?? 0);

  test('is told by an hourglass on its lane, where its coordinator has counted to the end', () => {
    const scene = sceneAt(trace, plotOf(0, 16e6, 16e6));
    expect(expiries(scene)).toContain(`dead-after ${name}`);
    expect(expiries(scene).filter((one) => /lease|heartbeat/.test(one))).toEqual([]);
    const bar = scene.bars.find(({ expiry, timer }) => expiry && timer === 'dead-after');
    expect(timerInWords(bar!.expiry!, lanes)).toMatch(
      new RegExp(`^broker-\\d's timer for ${name}, started at [\\d.]+ s, ran out at [\\d.]+ s$`),
    );
  });

  test('has a gap in its comb from then on, and the others have none', () => {
    const untilUs = thaw === undefined ? 16e6 : trace.atUs(thaw);
    const scene = sceneAt(trace, plotOf(frozenUs, untilUs - frozenUs, 16e6));
    const beatsOf = (process: string) =>
      scene.lines.filter(
        (line) =>
          isComb(line, lookOfNothing) &&
          line.message.direction === 'request' &&
          line.from.lane.process === process &&
          line.message.sentUs > frozenUs &&
          line.message.sentUs < untilUs,
      ).length;
    expect(beatsOf(name)).toBe(0);
    const others = lanes.lanes.filter(
      ({ role, process }) => role === 'consumer' && process !== name,
    );
    expect(others.length).toBeGreaterThan(0);
    for (const { process } of others) expect(beatsOf(process)).toBeGreaterThan(0);
  });

  test('shows nothing that began after what was seen', () => {
    const scene = sceneAt(trace, plotOf(0, 16e6, frozenUs));
    expect(scene.lines.length).toBeGreaterThan(0);
    expect(scene.lines.filter(({ message }) => message.sentUs > frozenUs)).toEqual([]);
    expect(expiries(scene)).not.toContain(`dead-after ${name}`);
  });

  test('is picked by its lane, a message by its line', () => {
    const plot = plotOf(0, 16e6, 16e6);
    const scene = sceneAt(trace, plot);
    const line = scene.lines.find(({ message }) => message.api === 'RegisterConsumer')!;
    const x = (line.message.sentUs / 16e6) * 1000;
    expect(pickIn(plot, scene, lookOfNothing, { x, y: line.fromY })).toMatchObject({
      kind: 'line',
      line: { message: { api: 'RegisterConsumer' } },
    });
    const row = scene.rows.find(({ lane }) => lane.process === name)!;
    const y = row.top + (row.parts.top + row.parts.bottom) / 2;
    const spot = { x: (frozenUs / 16e6) * 1000 + 8, y };
    const dim = { ...lookOfNothing, beatsAsLines: true };
    expect(pickIn(plot, { ...scene, lines: [] }, dim, spot)).toMatchObject({
      kind: 'lane',
      lane: { process: name },
    });
    expect(laneInWords(row.lane, frozenUs + 1)).toContain(`${name}: is frozen since`);
  });

  test('what a lit chain does not touch is dimmed, what it touches is not', () => {
    const scene = sceneAt(trace, plotOf(0, 16e6, 16e6));
    const [one, another] = scene.lines.filter(({ message }) => !message.isBeat);
    const lit = {
      events: new Set<number>(),
      messages: new Set([one!.message.message]),
      processes: new Set<string>(),
      partitions: new Set<string>(),
    };
    expect(strengthOf(one!, { ...lookOfNothing, lit })).toBe(1);
    expect(strengthOf(another!, { ...lookOfNothing, lit })).toBe(dimmedAlpha);
  });

  test('has a row of the table for each message of its own, and for its end at the coordinator', () => {
    const own = lanes.laneOf(name)!;
    const rows = momentRowsOf(trace, lanes, own.id);
    const count = rows.countUpTo(trace.length - 1);
    const moments = Array.from({ length: count }, (_, index) => rows.at(index)!);
    const messages = moments.filter(({ kind }) => kind === 'message');
    const sent = Array.from({ length: trace.length }, (_, seq) => seq).filter(
      (seq) =>
        trace.kind(seq) === 'message-sent' &&
        (trace.process(seq) === name || trace.text(seq, 'to') === name),
    );
    expect(messages.map(({ seq }) => seq)).toEqual(sent);
    const timers = moments.filter(({ kind }) => kind === 'timer');
    expect(timers.map(({ row }) => lanes.timers.timerOf(row))).toContain('dead-after');
    expect(moments.map(({ seq }) => seq)).toEqual(
      moments.map(({ seq }) => seq).toSorted((a, b) => a - b),
    );
  });
});

test('of too many messages the telling ones are drawn, and how many the others are', () => {
  const trace = traceOf('sixty', 20e6);
  const scene = sceneAt(trace, plotOf(0, 20e6, 20e6));
  const { density } = scene;
  const apis = new Set(scene.lines.map(({ message }) => message.error ?? message.api));
  expect(apis).toContain('RegisterConsumer');
  expect(apis).not.toContain('Heartbeat');
  expect(density!.fromUs + density!.buckets * density!.bucketUs).toBeLessThanOrEqual(20e6);
  const known = scene.lines[0]!.message.message;
  const beat = Array.from({ length: trace.length }, (_, seq) => seq).find(
    (seq) => trace.kind(seq) === 'message-sent' && trace.text(seq, 'api') === 'Heartbeat',
  );
  const chosen = trace.int(beat ?? 0, 'message') ?? -1;
  const lit = sceneAt(trace, plotOf(0, 20e6, 20e6), { always: new Set([known, chosen]) });
  const numbers = lit.lines.map(({ message }) => message.message);
  expect(numbers).toContain(chosen);
  expect(numbers).toHaveLength(new Set(numbers).size);
});
