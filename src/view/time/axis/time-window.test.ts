import { describe, expect, test } from 'vitest';
import { roundEndUs, tickLabel, ticksOf } from './ticks.ts';
import { firstWindow, panned, settle, zoomed } from './time-window.ts';

const second = 1_000_000;
const still = { cursorUs: 0, seenUs: 60 * second, playing: false, moved: false };

describe('the window that follows', () => {
  test('stands still until the playhead nears its right edge, and moves with it from there', () => {
    const at = (seconds: number) =>
      settle(firstWindow, { ...still, cursorUs: seconds * second, playing: true, moved: true });
    expect(at(12.6)).toBe(firstWindow);
    expect(at(12.7).fromUs).toBeCloseTo(0.1 * second);
    expect(at(12.8).fromUs).toBeCloseTo(0.2 * second);
  });

  test('comes back when the playhead is set before it, never before the start', () => {
    const window = { ...firstWindow, fromUs: 20 * second };
    const at = (seconds: number) => settle(window, { ...still, cursorUs: seconds * second });
    expect(at(10)).toMatchObject({ fromUs: (10 - 0.3 * 14) * second, spanUs: window.spanUs });
    expect(at(2).fromUs).toBe(0);
    expect(at(21)).toBe(window);
  });
});

describe('the window that a person has put somewhere', () => {
  const free = panned(firstWindow, 30 * second);

  test('stays there while the run plays', () => {
    expect(free).toEqual({ mode: 'free', fromUs: 30 * second, spanUs: 14 * second });
    expect(settle(free, { ...still, playing: true, moved: true })).toBe(free);
    expect(settle(free, still)).toBe(free);
  });

  test('goes where the playhead is put', () => {
    expect(settle(free, { ...still, cursorUs: 5 * second, moved: true }).fromUs).toBeLessThan(
      5 * second,
    );
  });

  test('never begins before the start', () => {
    expect(panned(firstWindow, -second).fromUs).toBe(0);
  });
});

test('the whole run fits, and grows with it in steps', () => {
  const whole = { ...firstWindow, mode: 'whole' } as const;
  expect(settle(whole, still)).toMatchObject({ fromUs: 0, spanUs: 60 * second });
});

test('zooming keeps what is under the pointer where it is', () => {
  const window = { ...firstWindow, fromUs: 10 * second };
  const aboutUs = 17 * second;
  const near = zoomed(window, 0.5, aboutUs);
  expect(near.spanUs).toBe(7 * second);
  expect((aboutUs - near.fromUs) / near.spanUs).toBeCloseTo(0.5);
  expect(zoomed(window, 1e-9, aboutUs).spanUs).toBeGreaterThan(0);
  expect(zoomed({ ...window, mode: 'whole' }, 2, aboutUs).mode).toBe('free');
});

describe('the axis', () => {
  test('has round ticks inside the window, no more than asked for', () => {
    expect(ticksOf(3.2 * second, 14 * second, 8)).toEqual({
      stepUs: 2 * second,
      ticks: [4, 6, 8, 10, 12, 14, 16].map((at) => at * second),
    });
  });

  test.each([
    [4_000_000, 2_000_000, '4 s'],
    [4_500_000, 500_000, '4.5 s'],
    [4_010_000, 10_000, '4.01 s'],
    [4_000_002, 2, '4.000002 s'],
    [120_000_000, 50_000_000, '120 s'],
  ])('%i in steps of %i reads %s', (atUs, stepUs, label) => {
    expect(tickLabel(atUs, stepUs)).toBe(label);
  });

  test.each([
    [0, 10],
    [10, 10],
    [10.1, 15],
    [61, 90],
    [3601, 7200],
  ])('the scrubber for %d s seen ends at %d s', (seen, end) => {
    expect(roundEndUs(seen * second)).toBe(end * second);
  });
});
