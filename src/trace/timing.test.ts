import { describe, expect, test } from 'vitest';
import type { GroupTiming } from '../protocol/settings.ts';
import { Tale, brokerStarts, consumerStarts, ends } from './fold/told.ts';
import type { Told } from './fold/told.ts';
import { latenciesOf, warningsOf, windowsOf } from './timing.ts';
import type { Circumstances } from './timing.ts';

const timing = (S: number, F: number, T: number): GroupTiming => ({
  sessionTimeoutMs: S,
  heartbeatFrequency: F,
  failedHeartbeatThreshold: T,
});

const warned = (settings: GroupTiming, circumstances: Circumstances) =>
  warningsOf(settings, circumstances).map(({ id }) => id);

describe('windows', () => {
  test.each([
    [timing(1000, 3, 3), 333_333, 1_000_000, 1_000_000],
    [timing(1000, 3, 2), 333_333, 666_667, 1_000_000],
    [timing(1000, 3, 4), 333_333, 1_333_333, 1_000_000],
    [timing(3000, 3, 3), 1_000_000, 3_000_000, 3_000_000],
  ])('[CFG-1] of %o', (settings, intervalUs, deadUs, failedUs) => {
    expect(windowsOf(settings)).toEqual({
      heartbeatIntervalUs: intervalUs,
      deadAfterUs: deadUs,
      coordinatorFailedUs: failedUs,
    });
  });
});

describe('warnings', () => {
  test('[CFG-1] the two windows differ; who gives up first', () => {
    expect(warningsOf(timing(1000, 3, 3), {})).toEqual([]);
    expect(warningsOf(timing(1000, 3, 2), {})).toEqual([
      {
        id: 'windows-differ',
        rule: 'CFG-1',
        sentence:
          'T is 2 and F is 3: a silent member is dead after 666.667 ms, a silent coordinator ' +
          'failed after 1000 ms; the coordinator gives up first.',
      },
    ]);
    const [later] = warningsOf(timing(1000, 3, 4), {});
    expect(later?.sentence).toMatch(/the consumer gives up first\.$/);
  });

  test('[CFG-2] live members die: from one microsecond of latency on, not before', () => {
    // (T - 1) * S / F = 666 666.67 us = 2L
    expect(warned(timing(1000, 3, 3), { latencyUs: 333_333 })).toEqual([]);
    const [first] = warningsOf(timing(1000, 3, 3), { latencyUs: 333_334 });
    expect(first).toMatchObject({ id: 'live-members-die', rule: 'CFG-2' });
    expect(first?.sentence).toBe(
      '(T - 1) * S / F is 666.667 ms, there and back takes up to 666.668 ms: live members are ' +
        'declared dead, and the group rebalances for ever.',
    );
  });

  test('[CFG-2] a healthy coordinator is given up', () => {
    // S - S / F = 500 000 us = 2L
    expect(warned(timing(1000, 2, 4), { latencyUs: 250_000 })).toEqual(['windows-differ']);
    expect(warned(timing(1000, 2, 4), { latencyUs: 250_001 })).toContain('coordinator-given-up');
  });

  test('[CFG-2] T = 1 and F = 1 always do, whatever the latency', () => {
    expect(warned(timing(1000, 3, 1), { latencyUs: 1 })).toContain('live-members-die');
    expect(warned(timing(1000, 1, 3), { latencyUs: 1 })).toContain('coordinator-given-up');
  });

  test('[CFG-3] half of the request timeout, a third of the session timeout', () => {
    const slow = timing(60_000, 3, 3);
    const near = { latencyUs: 499_999, requestTimeoutUs: 1_000_000 };
    expect(warned(slow, near)).toEqual([]);
    expect(warned(slow, { ...near, latencyUs: 500_000 })).toEqual(['nobody-found']);
    const through = { ...near, latencyUs: 300_000, storeLatencyUs: 200_000 };
    expect(warned(slow, through)).toEqual([]);
    expect(warned(slow, { ...through, hasPatterns: true })).toEqual(['nobody-found']);
    expect(warned(slow, { ...through, hasPatterns: true, storeLatencyUs: 199_999 })).toEqual([]);
    const store = { storeLatencyUs: 666_666, storeSessionTimeoutUs: 2_000_000 };
    expect(warned(slow, store)).toEqual([]);
    expect(warned(slow, { ...store, storeLatencyUs: 666_667 })).toEqual(['sessions-lost']);
    expect(warned(slow, { latencyUs: 500_000, storeLatencyUs: 666_667 })).toEqual([]);
  });
});

test('the latencies that matter are the largest of the links of the group, and of the store', () => {
  const link = (a: string, b: string, low: number, high: number): Told => ({
    kind: 'link-changed',
    peers: [a, b],
    latencyMs: [low, high],
    cut: false,
  });
  const tale = new Tale().tell(brokerStarts('broker-1'), brokerStarts('broker-2'));
  expect(latenciesOf(tale.world, 'g')).toEqual({});
  tale.tell(consumerStarts('c-1', 't'), { ...consumerStarts('x-1', 't'), group: 'x' });
  tale.tell({ ...brokerStarts('zookeeper'), role: 'zookeeper' });
  tale.tell(link('broker-1', 'c-1', 5, 15), link('broker-2', 'c-1', 0.5, 20.001));
  tale.tell(link('broker-1', 'x-1', 5, 900), link('broker-1', 'broker-2', 5, 900));
  tale.tell(link('broker-2', 'zookeeper', 5, 70));
  expect(latenciesOf(tale.world, 'g')).toEqual({ latencyUs: 20_001, storeLatencyUs: 70_000 });
  tale.tell(consumerStarts('c-9', 't'), link('broker-1', 'c-9', 5, 900));
  expect(latenciesOf(tale.world, 'g')).toMatchObject({ latencyUs: 900_000 });
  tale.tell(ends.kill('c-9'));
  expect(latenciesOf(tale.world, 'g')).toMatchObject({ latencyUs: 20_001 });
  tale.tell({ ...consumerStarts('c-2'), deny: ['t'] });
  expect(latenciesOf(tale.world, 'g')).toMatchObject({ hasPatterns: true });
});
