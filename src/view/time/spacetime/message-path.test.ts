/** The way of a message: slanted while it travels, level while it is held. */
import { describe, expect, it } from 'vitest';
import type { LaneMessage } from '../../../trace/queries/lane-messages.ts';
import { pathOf, shareAt, squaredDistance } from './message-path.ts';

const sent: LaneMessage = {
  message: 1,
  from: 0,
  to: 1,
  api: 'Heartbeat',
  direction: 'request',
  error: null,
  group: 'billing',
  generation: 1,
  request: null,
  isBeat: true,
  sentUs: 1000,
  plannedUs: 1100,
  endedUs: 1100,
  end: 'delivered',
  holds: [],
  sentSeq: 1,
  corruptedSeq: null,
  endSeq: 2,
};

describe('the way of a message', () => {
  it('is one line from its sending to its arrival', () => {
    expect(pathOf(sent)).toEqual([
      { atUs: 1000, share: 0 },
      { atUs: 1100, share: 1 },
    ]);
    expect(shareAt(pathOf(sent), 1050)).toBe(0.5);
  });

  it('of one under way goes where it is planned to', () => {
    const underWay = { ...sent, end: 'under-way', endedUs: Infinity, endSeq: null } as const;
    expect(shareAt(pathOf(underWay), 1025)).toBe(0.25);
    expect(shareAt(pathOf(underWay), 5000)).toBe(1);
  });

  it('is level where the link was cut, and goes on from there', () => {
    const hold = { reason: 'link-cut', fromUs: 1050, toUs: 3000, heldSeq: 2, endSeq: 3 };
    const path = pathOf({ ...sent, holds: [hold], endedUs: 3040 });
    expect(shareAt(path, 1500)).toBe(0.5);
    expect(shareAt(path, 3000)).toBe(0.5);
    expect(shareAt(path, 3020)).toBe(0.75);
    expect(shareAt(path, 3040)).toBe(1);
  });

  it('stands before a frozen receiver, for as long as that lasts', () => {
    const hold = {
      reason: 'receiver-frozen',
      fromUs: 1100,
      toUs: Infinity,
      heldSeq: 2,
      endSeq: null,
    };
    const path = pathOf({ ...sent, holds: [hold], end: 'under-way', endedUs: Infinity });
    expect(shareAt(path, 1090)).toBeCloseTo(0.9);
    expect(shareAt(path, 9e9)).toBe(1);
  });

  it('ends where it was lost', () => {
    const path = pathOf({ ...sent, end: 'dropped', endedUs: 1030 });
    expect(path.at(-1)).toEqual({ atUs: 1030, share: 0.3 });
    expect(shareAt(path, 2000)).toBe(0.3);
  });
});

it('the distance to a line is that to its nearest part', () => {
  const line = [
    [0, 0],
    [10, 0],
    [10, 10],
  ] as const;
  expect(squaredDistance(line, 5, 3)).toBe(9);
  expect(squaredDistance(line, 13, 5)).toBe(9);
  expect(squaredDistance(line, -3, -4)).toBe(25);
  expect(squaredDistance([], 0, 0)).toBe(Infinity);
});
