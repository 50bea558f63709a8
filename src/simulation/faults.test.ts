/** Each row of the faults' table (protocol.md, section 10), in whole runs. */
import { describe, expect, it } from 'vitest';
import { eventsOf, experimentOf, firstOf, groupOf, run } from './testing.ts';

const steady = { latencyMs: [10, 10] };

function after(commands: object[], untilMs = 14_000, scenario: object = {}) {
  const words = { seed: 3, scenario: groupOf(3, {}, { network: steady, ...scenario }), commands };
  return run(experimentOf(words), untilMs).trace;
}

describe('kill', () => {
  it('[LINK-2] peers are told by a reset, one latency later', () => {
    const trace = after([{ atMs: 6000, do: 'kill', target: 'c-2' }]);
    const crashed = firstOf(eventsOf(trace, 'process-crashed'), () => true);
    const reset = firstOf(eventsOf(trace, 'connection-closed'), ({ reason }) => reason === 'reset');
    expect(reset.atUs - crashed.atUs).toBe(10_000);
    expect(reset.rules).toContain('LINK-2');
  });

  it('[HB-6] [HB-3] the reset tells the coordinator nothing: silence does', () => {
    const trace = after([{ atMs: 6000, do: 'kill', target: 'c-2' }]);
    const removed = firstOf(eventsOf(trace, 'member-removed'), () => true);
    expect(removed.consumer).toBe('c-2');
    expect(removed.atUs).toBeGreaterThan(6_600_000);
    expect(removed.atUs).toBeLessThanOrEqual(7_010_000);
  });

  it('what is sent to it is dropped', () => {
    const beat = firstOf(
      eventsOf(after([]), 'message-sent'),
      ({ api, direction, atUs }) =>
        api === 'Heartbeat' && direction === 'request' && atUs > 6_000_000,
    );
    const trace = after([{ atMs: (beat.atUs + 5000) / 1000, do: 'kill', target: '@billing' }]);
    const dropped = firstOf(eventsOf(trace, 'message-dropped'), () => true);
    expect([dropped.atUs, dropped.reason]).toEqual([beat.arrivesAtUs, 'receiver-down']);
  });
});

describe('power off', () => {
  it('[LINK-1] the living end closes after the transport timeout, not before', () => {
    const commands = [{ atMs: 6000, do: 'power-off', target: '@billing' }];
    const trace = after(commands, 30_000, { network: { ...steady, transportTimeoutMs: 4000 } });
    const crashed = firstOf(eventsOf(trace, 'process-crashed'), () => true);
    const closed = eventsOf(trace, 'connection-closed').filter(({ atUs }) => atUs > crashed.atUs);
    expect(closed.some(({ reason }) => reason === 'reset')).toBe(false);
    const timedOut = closed.filter(({ reason }) => reason === 'timeout');
    for (const { atUs } of timedOut) expect(atUs).toBe(crashed.atUs + 4_000_000);
    expect(timedOut.length).toBeGreaterThan(0);
  });

  it('what is under way still arrives', () => {
    const trace = after([{ atMs: 6000, do: 'power-off', target: 'c-2' }]);
    const late = eventsOf(trace, 'message-delivered').filter(
      ({ from, atUs }) => from === 'c-2' && atUs > 6_000_000,
    );
    const underWay = eventsOf(trace, 'message-sent').filter(
      ({ process, atUs, arrivesAtUs }) =>
        process === 'c-2' && atUs <= 6_000_000 && arrivesAtUs > 6_000_000,
    );
    expect(late.length).toBe(underWay.length);
  });
});

describe('freeze and thaw', () => {
  const commands = [
    { atMs: 6000, do: 'freeze', target: 'c-2' },
    { atMs: 6500, do: 'thaw', target: 'c-2' },
  ];

  it('a heartbeat timer fires once after the thaw, not once a missed period', () => {
    const trace = after(commands);
    const beats = eventsOf(trace, 'timer-fired').filter(
      ({ process, timer, atUs }) =>
        process === 'c-2' && timer === 'heartbeat' && atUs >= 6_000_000 && atUs < 6_600_000,
    );
    expect(beats.map(({ atUs }) => atUs)).toEqual([6_500_000]);
  });

  it('[HB-3] half a second is not death; its connection stayed open', () => {
    const trace = after(commands);
    expect(eventsOf(trace, 'member-removed')).toEqual([]);
    const closed = eventsOf(trace, 'connection-closed').filter(({ atUs }) => atUs > 6_000_000);
    expect(closed).toEqual([]);
  });

  it('what arrived meanwhile waits and is handled at the thaw, in its order', () => {
    const trace = after([
      { atMs: 6000, do: 'freeze', target: '@billing' },
      { atMs: 6900, do: 'thaw', target: '@billing' },
    ]);
    const held = eventsOf(trace, 'message-held').filter(
      ({ reason, atUs }) => reason === 'receiver-frozen' && atUs < 6_900_000,
    );
    const delivered = eventsOf(trace, 'message-delivered').filter(({ atUs }) => atUs === 6_900_000);
    expect(held.length).toBeGreaterThan(3);
    expect(delivered.map(({ message }) => message)).toEqual(held.map(({ message }) => message));
  });
});

describe('cut and restored links', () => {
  it('nothing passes; what was held arrives at once, in its old order', () => {
    const link = ['c-2', '@billing'];
    const trace = after([
      { atMs: 6000, do: 'cut-link', target: link },
      { atMs: 6600, do: 'restore-link', target: link },
    ]);
    const passed = eventsOf(trace, 'message-delivered').filter(
      ({ from, process, atUs }) =>
        (from === 'c-2' || process === 'c-2') && atUs > 6_000_000 && atUs < 6_600_000,
    );
    expect(passed).toEqual([]);
    const released = eventsOf(trace, 'message-released').filter(
      ({ reason }) => reason === 'link-cut',
    );
    expect(released.length).toBeGreaterThan(0);
    for (const { atUs, arrivesAtUs } of released)
      expect([atUs, arrivesAtUs]).toEqual([6_600_000, 6_600_000]);
  });

  it('[LINK-1] a connection cut for longer than the transport timeout closes at both ends', () => {
    const trace = after(
      [{ atMs: 6000, do: 'cut-link', target: ['broker-1', 'broker-2'] }],
      20_000,
      {
        network: { ...steady, transportTimeoutMs: 3000 },
      },
    );
    const timedOut = eventsOf(trace, 'connection-closed').filter(
      ({ reason }) => reason === 'timeout',
    );
    expect(new Set(timedOut.map(({ atUs }) => atUs))).toEqual(new Set([9_000_000]));
    expect(new Set(timedOut.map(({ process }) => process))).toEqual(
      new Set(['broker-1', 'broker-2']),
    );
  });
});

describe('other commands', () => {
  it('[REG-6] a quick restart comes back as a new consumer and waits for the old one’s death', () => {
    const trace = after([{ atMs: 6000, do: 'restart', target: 'c-2' }]);
    const added = eventsOf(trace, 'member-added').filter(({ consumer }) => consumer === 'c-2');
    expect(new Set(added.map(({ member }) => member)).size).toBe(2);
    const removed = firstOf(
      eventsOf(trace, 'member-removed'),
      ({ consumer }) => consumer === 'c-2',
    );
    const back = added.at(-1);
    expect(back?.atUs).toBeGreaterThan(removed.atUs);
  });

  it('[OFF-1] a consumer that stops commits before it goes', () => {
    const trace = after([{ atMs: 6000, do: 'stop', target: 'c-2' }]);
    const stopped = firstOf(eventsOf(trace, 'process-stopped'), () => true);
    const commit = eventsOf(trace, 'message-sent').filter(
      ({ process, api, atUs }) =>
        process === 'c-2' && api === 'OffsetCommit' && atUs === stopped.atUs,
    );
    expect(commit.length).toBe(1);
  });

  it('a command on what cannot take it is recorded, with no targets and no effect', () => {
    const trace = after([{ atMs: 6000, do: 'thaw', target: 'c-2' }]);
    expect(eventsOf(trace, 'command').map(({ targets }) => targets)).toEqual([[]]);
    expect(eventsOf(trace, 'process-thawed')).toEqual([]);
  });

  it('[COORD-4] a group whose coordinator is killed gets another one when its session is over', () => {
    const trace = after([{ atMs: 6000, do: 'kill', target: '@billing' }], 20_000);
    const expired = firstOf(eventsOf(trace, 'zookeeper-session-expired'), () => true);
    const elected = firstOf(
      eventsOf(trace, 'coordinator-elected'),
      ({ atUs, groups }) => atUs > 6_000_000 && groups.includes('billing'),
    );
    expect(elected.atUs).toBeGreaterThan(expired.atUs);
    const heard = firstOf(
      eventsOf(trace, 'consumer-state'),
      ({ atUs, state }) => atUs > elected.atUs && state === 'PartOfGroup',
    );
    expect(heard.reason).toBe('heartbeat accepted');
  });

  it('a slow link takes its new latency from then on', () => {
    const trace = after([
      { atMs: 6000, do: 'slow-link', target: ['c-2', '@billing'], latencyMs: [200, 200] },
    ]);
    const sent = firstOf(
      eventsOf(trace, 'message-sent'),
      ({ process, atUs }) => process === 'c-2' && atUs > 6_000_000,
    );
    expect(sent.arrivesAtUs - sent.atUs).toBe(200_000);
  });
});
