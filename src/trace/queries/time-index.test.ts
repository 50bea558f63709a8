import { describe, expect, test } from 'vitest';
import { registerProtocol } from '../../protocol/register/index.ts';
import { builtins } from '../../simulation/builtins.ts';
import { createInlineSimulation } from '../../simulation/inline.ts';
import { Story } from '../story.ts';
import type { Trace } from '../trace.ts';
import { WorldReader } from '../world-reader.ts';
import type { GroupWorld, World } from '../world.ts';
import { bucketUs } from './activity.ts';
import type { Band } from './bands.ts';
import { stretchAt, TimeIndex } from './time-index.ts';

function traceOf(id: string, untilUs: number): Trace {
  const builtin = builtins.find((one) => one.id === id);
  const simulation = createInlineSimulation(builtin!.experiment, registerProtocol);
  simulation.advance(untilUs);
  return simulation.trace;
}

function indexOf(trace: Trace): TimeIndex {
  const index = new TimeIndex();
  index.readOn(trace);
  return index;
}

/** Who reads a partition, and who holds it frozen, in a world. */
function holders(world: World, group: string, key: string): string[] {
  const found = [];
  for (const { name, status, consumer } of world.processes.values()) {
    if (consumer?.group !== group || !consumer.held.has(key)) continue;
    if (status === 'running') found.push(`${name} reads`);
    if (status === 'frozen') found.push(`${name} frozen`);
  }
  return found.toSorted();
}

function bandKindOf({ state, rebalance, coordinated }: GroupWorld): Band['kind'] | 'other' {
  if (!coordinated) return 'uncoordinated';
  if (rebalance) return 'rebalance';
  return state === 'Steady' ? 'generation' : 'other';
}

describe.each([
  ['zombie', 20e6],
  ['kill', 14e6],
  ['stop', 14e6],
  ['quick-restart', 14e6],
  ['two-groups', 6e6],
  ['coordinator-killed', 20e6],
  ['cut-link', 20e6],
])('%s: the index says of every moment what the world at it shows', (id, untilUs) => {
  const trace = traceOf(id, untilUs);
  const index = indexOf(trace);
  const reader = new WorldReader(trace);

  /** The last event of every moment. */
  const ends = Array.from({ length: trace.length }, (_, seq) => seq).filter(
    (seq) => seq + 1 === trace.length || trace.atUs(seq + 1) > trace.atUs(seq),
  );

  test('who holds what', () => {
    let compared = 0;
    const wrong: string[] = [];
    for (const seq of ends) {
      const world = reader.worldAt(seq);
      for (const group of world.groups.keys()) {
        for (const { key, spans } of index.ownership.partitionsOf(group)) {
          const span = stretchAt(spans, trace.atUs(seq));
          const alive = (span?.claims ?? []).filter(({ holding }) => holding !== 'dead');
          const claimed = alive.map(({ consumer, holding }) => `${consumer} ${holding}`);
          const told = claimed.toSorted().join();
          const expected = holders(world, group, key).join();
          if (told !== expected) wrong.push(`${key} at event ${seq}: ${told}, not ${expected}`);
          if (expected !== '') compared += 1;
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(100);
  });

  test('which generation is in force', () => {
    const seen = new Set<string>();
    const wrong: string[] = [];
    for (const seq of ends) {
      for (const [id, group] of reader.worldAt(seq).groups) {
        const kind = bandKindOf(group);
        const band = stretchAt(index.bands.bandsOf(id), trace.atUs(seq));
        // Before there has been a coordinator there is nothing to show.
        if (kind === 'other' || (kind === 'uncoordinated' && !band)) continue;
        seen.add(kind);
        const isRight =
          band?.kind === kind && (kind !== 'generation' || band.generation === group.generation);
        if (!isRight) wrong.push(`${id} at event ${seq}: ${JSON.stringify(band)}, not ${kind}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(seen.size).toBeGreaterThan(1);
  });
});

test('read on bit by bit it is the same as read at once', () => {
  const trace = traceOf('zombie', 16e6);
  const whole = indexOf(trace);
  const bitwise = new TimeIndex();
  for (let length = 0; length <= trace.length; length += 97) {
    bitwise.readOn(trace.fork(Math.min(trace.length, length) - 1));
  }
  bitwise.readOn(trace);
  const picture = ({ bands, ownership, actions }: TimeIndex) => ({
    bands: bands.bandsOf('billing'),
    rows: ownership.partitionsOf('billing'),
    actions,
  });
  expect(picture(bitwise)).toEqual(picture(whole));
  expect(whole.actions.map(({ atUs, command }) => [atUs, command.do])).toEqual([
    [8e6, 'freeze'],
    [14e6, 'thaw'],
  ]);
});

test('activity counts messages sent in whole buckets', () => {
  const sent = { kind: 'message-sent', process: 'c-1' };
  const story = new Story();
  for (const atUs of [0, bucketUs - 1, bucketUs, 3 * bucketUs]) {
    story.tell(String(atUs), { ...sent, atUs, bytes: new Uint8Array() });
  }
  story.tell('other', { kind: 'message-delivered', process: 'c-1', atUs: 3 * bucketUs });
  const { activity } = indexOf(story.trace);
  expect(activity.sentBetween(0, bucketUs)).toBe(2);
  expect(activity.sentBetween(bucketUs, 3 * bucketUs)).toBe(1);
  expect(activity.sentBetween(0, Infinity)).toBe(4);
  expect(activity.sentBetween(4 * bucketUs, 1e12)).toBe(0);
});
