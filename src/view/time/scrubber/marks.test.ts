import { describe, expect, test } from 'vitest';
import type { Command } from '../../../trace/experiment.ts';
import { actionLabel, markTitle, placeMarks } from './marks.ts';

const freeze: Command = { atMs: 0, do: 'freeze', target: 'c-2' };
/** A pixel a second; six for a letter. */
const row = {
  width: 300,
  xOf: (us: number) => us / 1e6,
  textWidth: (text: string) => 6 * text.length,
};
const labelWidth = 6 * 'freeze c-2'.length + 16;

function at(...seconds: readonly number[]) {
  return seconds.map((second, seq) => ({
    seq,
    atUs: second * 1e6,
    command: freeze,
    targets: ['c-2'],
  }));
}

const places = (...seconds: readonly number[]) =>
  placeMarks(at(...seconds), row).map(({ label, left }) => `${label} at ${left}`);

describe('labels of actions', () => {
  test('stand centred under their moments', () => {
    expect(places(100, 200)).toEqual(['freeze c-2 at 62', 'freeze c-2 at 162']);
  });

  test('stay inside the row', () => {
    expect(places(1, 299)).toEqual(['freeze c-2 at 0', `freeze c-2 at ${300 - labelWidth}`]);
  });

  test('move aside a little, and join where that would lead away from the moment', () => {
    expect(places(100, 150)).toEqual(['freeze c-2 at 62', `freeze c-2 at ${62 + labelWidth + 4}`]);
    expect(places(100, 120)).toEqual(['freeze c-2 +1 at 53']);
    expect(places(100, 110, 120)).toEqual(['freeze c-2 +2 at 53']);
  });

  test('never cover one another, however many there are', () => {
    const seconds = Array.from({ length: 80 }, (_, index) => (index * 37) % 300).toSorted(
      (a, b) => a - b,
    );
    const marks = placeMarks(at(...seconds), row);
    expect(marks.flatMap(({ actions }) => actions)).toHaveLength(80);
    let end = 0;
    for (const { left, width } of marks) {
      expect(left).toBeGreaterThanOrEqual(end);
      end = left + width;
    }
    expect(end).toBeLessThanOrEqual(row.width);
  });

  test('say what was done, and all of it in the title', () => {
    const label = (command: Command, ...targets: string[]) => actionLabel({ command, targets });
    expect(label(freeze, 'c-2')).toBe('freeze c-2');
    expect(label({ atMs: 0, do: 'cut-link', target: ['c-1', 'broker-2'] })).toBe(
      'cut c-1 \u2013 broker-2',
    );
    expect(label({ atMs: 0, do: 'start-broker', name: 'broker-4' })).toBe('+ broker-4');
    expect(label({ atMs: 0, do: 'kill', target: '@g' }, 'broker-1')).toBe('kill broker-1');
    expect(label({ atMs: 0, do: 'kill', target: '@g' })).toBe('kill @g');
    const [mark] = placeMarks(at(100, 101), row);
    expect(markTitle(mark!)).toBe('100.00 s: freeze c-2; 101.00 s: freeze c-2');
  });
});
