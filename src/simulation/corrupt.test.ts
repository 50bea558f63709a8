/** A damaged message of every api, in both directions, stops nobody. */
import { describe, expect, it, test } from 'vitest';
import { catalogue } from '../protocol/register/catalogue.ts';
import { randomStream } from '../lib/random.ts';
import type { EventOf } from '../trace/events.ts';
import { WorldReader } from '../trace/world-reader.ts';
import { whyChain } from '../trace/why.ts';
import { decodeFrame } from '../wire/codec.ts';
import { explain } from '../wire/explain.ts';
import { damaged } from './damage.ts';
import { eventsOf, experimentOf, run } from './testing.ts';

const scenario = {
  topics: [{ name: 'orders', partitions: 4 }],
  client: { metadataRefreshMs: 2000 },
  groups: [
    {
      id: 'billing',
      sessionTimeoutMs: 1000,
      consumers: [
        { name: 'c-1', topics: ['orders'] },
        { name: 'c-2', allow: ['ord.*'], startAtMs: 3000 },
      ],
    },
  ],
};
/** So that every message is sent at some time, also the last of a session. */
const commands = [
  { atMs: 5000, do: 'add-partitions', topic: 'orders', partitions: 5 },
  { atMs: 6000, do: 'stop', target: 'broker-3' },
  { atMs: 7000, do: 'start-broker', name: 'broker-3' },
];
const untilMs = 20_000;

const play = (more: readonly object[]) =>
  run(experimentOf({ scenario, commands: [...more, ...commands] }), untilMs);

type Sent = EventOf<'message-sent'>;

const calm = eventsOf(play([]).trace, 'message-sent');

/** Of each kind one that nothing else is sent with, so that a command can hit it. */
function sample(api: string, direction: string): Sent | undefined {
  return calm.find((sent, index) => {
    if (sent.api !== api || sent.direction !== direction) return false;
    const justBefore = calm.slice(0, index).filter(({ atUs }) => atUs >= sent.atUs - 1);
    return !justBefore.some(({ process, to }) => process === sent.process && to === sent.to);
  });
}

const kinds = [...catalogue.values()].flatMap((pair) =>
  [pair.request, pair.response].flatMap((schema) => (schema ? [schema] : [])),
);

describe.each(kinds.map(({ api, direction }) => [`${api} ${direction}`, api, direction] as const))(
  '%s',
  (_, api, direction) => {
    const sent = sample(api, direction);

    it('[WIRE-0] arrives damaged and is refused, or its connection ends; all go on', () => {
      const target = [sent?.process, sent?.to];
      const atMs = ((sent?.atUs ?? 0) - 1) / 1000;
      const { trace } = play([{ atMs, do: 'corrupt-message', target }]);
      const [hit] = eventsOf(trace, 'message-corrupted');
      const arrived = eventsOf(trace, 'message-sent').find(
        ({ message }) => message === hit?.message,
      );
      expect(arrived).toMatchObject({ api, direction, process: sent?.process, to: sent?.to });
      expect(hit?.bytes).toEqual(sent?.bytes);
      expect(decodeFrame(arrived?.bytes ?? new Uint8Array(), catalogue).ok).toBe(false);
      expect(explain(arrived?.bytes ?? new Uint8Array(), catalogue).problem).not.toBeNull();
      expect(eventsOf(trace, 'process-crashed')).toEqual([]);
      expect(eventsOf(trace, 'consumer-failed')).toEqual([]);
      expect(eventsOf(trace, 'process-stopped').map(({ process }) => process)).toEqual([
        'broker-3',
      ]);
      const world = new WorldReader(trace).worldAt(trace.length - 1);
      const group = world.groups.get('billing');
      expect(group?.state).toBe('Steady');
      expect([...(group?.readers.values() ?? [])]).toEqual([1, 1, 1, 1, 1]);
    });
  },
);

test('why a connection ended that a damaged message had come over: the user', () => {
  const { trace } = play([{ atMs: 4000, do: 'corrupt-message', target: ['@billing', 'c-1'] }]);
  const closed = eventsOf(trace, 'connection-closed').find(({ atUs }) => atUs > 4_000_000);
  const chain = whyChain(trace, closed?.seq ?? -1).map(({ kind }) => kind);
  expect(chain.slice(-2)).toEqual(['message-corrupted', 'command']);
});

test('whatever is drawn, damaged bytes do not decode, and the bytes of the sender stay', () => {
  for (const [index, { bytes }] of calm.slice(0, 400).entries()) {
    const before = bytes.slice();
    const changed = damaged(bytes, randomStream(index, 'damage'));
    expect(decodeFrame(changed, catalogue).ok).toBe(false);
    expect(bytes).toEqual(before);
  }
});
