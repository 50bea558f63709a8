/** The design's arithmetic, to the microsecond, in whole runs. */
import { describe, expect, it } from 'vitest';
import { eventsOf, experimentOf, firstOf, groupOf, run } from './testing.ts';

/** c-2 is cut off from its coordinator at 6 s, once all is settled. */
function cutOff(timing: object) {
  const commands = [{ atMs: 6000, do: 'cut-link', target: ['c-2', '@billing'] }];
  return run(experimentOf({ seed: 3, scenario: groupOf(3, timing), commands }), 12_000).trace;
}

describe('heartbeats', () => {
  it('[HB-1] [CFG-1] S = 1000, F = 3: one every 333 333 us', () => {
    const { trace } = run(experimentOf({ scenario: groupOf(1) }), 10_000);
    const sent = eventsOf(trace, 'message-sent').filter(
      ({ api, direction }) => api === 'Heartbeat' && direction === 'request',
    );
    expect(sent.length).toBeGreaterThan(20);
    const gaps = sent.slice(1).map(({ atUs }, index) => atUs - (sent[index]?.atUs ?? 0));
    expect(new Set(gaps)).toEqual(new Set([333_333]));
  });

  it('[HB-1] the first goes out S / F after the consumer entered PartOfGroup', () => {
    const { trace } = run(experimentOf({ scenario: groupOf(1) }), 5000);
    const entered = firstOf(
      eventsOf(trace, 'consumer-state'),
      ({ state }) => state === 'PartOfGroup',
    );
    const sent = firstOf(eventsOf(trace, 'message-sent'), ({ api }) => api === 'Heartbeat');
    expect(sent.atUs - entered.atUs).toBe(333_333);
  });
});

describe('windows', () => {
  it.each([
    ['T = 3', { failedHeartbeatThreshold: 3 }, 1_000_000],
    ['T = 2', { failedHeartbeatThreshold: 2 }, 666_667],
    ['T = 4', { failedHeartbeatThreshold: 4 }, 1_333_333],
  ])(
    '[HB-3] [CFG-1] %s: dead exactly so long after the last heartbeat was delivered',
    (_, timing, windowUs) => {
      const trace = cutOff(timing);
      const dead = firstOf(eventsOf(trace, 'member-removed'), ({ consumer }) => consumer === 'c-2');
      const heard = eventsOf(trace, 'message-delivered').findLast(
        ({ from, api, direction, atUs }) =>
          from === 'c-2' && api === 'Heartbeat' && direction === 'request' && atUs < dead.atUs,
      );
      expect(dead.atUs - (heard?.atUs ?? 0)).toBe(windowUs);
    },
  );

  it('[HB-4] T = 4: the consumer gives its coordinator up first, S after the last answer', () => {
    const trace = cutOff({ failedHeartbeatThreshold: 4 });
    const gaveUp = firstOf(
      eventsOf(trace, 'consumer-state'),
      ({ process, state }) => process === 'c-2' && state === 'Rediscovering',
    );
    const answered = eventsOf(trace, 'message-delivered').findLast(
      ({ process, api, atUs }) => process === 'c-2' && api === 'Heartbeat' && atUs < gaveUp.atUs,
    );
    expect(gaveUp.atUs - (answered?.atUs ?? 0)).toBe(1_000_000);
    const dead = firstOf(eventsOf(trace, 'member-removed'), ({ consumer }) => consumer === 'c-2');
    expect(gaveUp.atUs).toBeLessThan(dead.atUs);
  });

  it('[HB-3] T = 2: the coordinator gives the consumer up first', () => {
    const trace = cutOff({ failedHeartbeatThreshold: 2 });
    const dead = firstOf(eventsOf(trace, 'member-removed'), ({ consumer }) => consumer === 'c-2');
    const gaveUp = firstOf(
      eventsOf(trace, 'consumer-state'),
      ({ process, state }) => process === 'c-2' && state === 'Rediscovering',
    );
    expect(dead.atUs).toBeLessThan(gaveUp.atUs);
  });
});
