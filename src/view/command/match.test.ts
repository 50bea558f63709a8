import { describe, expect, it } from 'vitest';
import { matching, timeTyped } from './match.ts';

const never = () => false;
const commands = [
  'Freeze: c-1',
  'Freeze: c-11',
  'Thaw: c-1',
  'Cut link: c-1 \u2013 broker-2',
  'Cut link: c-11 \u2013 broker-2',
  'To the start',
  'New consumer start',
].map((words) => ({ words }));

function found(query: string, isRecent: (command: { words: string }) => boolean = never) {
  return matching(commands, query, isRecent).map(({ words }) => words);
}

describe('words', () => {
  it('in any order, by their beginnings; the exact name first', () => {
    expect(found('freeze c-1')).toEqual(['Freeze: c-1', 'Freeze: c-11']);
    expect(found('C-11 fr')).toEqual(['Freeze: c-11']);
    expect(found('cut c-1 broker-2')[0]).toBe('Cut link: c-1 \u2013 broker-2');
    expect(found('ink c-11')).toEqual(['Cut link: c-11 \u2013 broker-2']);
  });

  it('that say nothing are passed over', () => {
    expect(found('start a consumer')).toEqual(['New consumer start']);
    expect(found('go to the start')[0]).toBe('To the start');
  });

  it('that are none of its words find nothing, however near', () => {
    expect(found('freze c-1')).toEqual([]);
    expect(found('freeze c-2')).toEqual([]);
  });

  it('none at all find everything, in order; what was used lately goes before its equals', () => {
    expect(found('')).toEqual(commands.map(({ words }) => words));
    expect(found('c-1', ({ words }) => words.startsWith('Thaw'))[0]).toBe('Thaw: c-1');
    expect(found('freeze c-1', ({ words }) => words.endsWith('c-11'))[0]).toBe('Freeze: c-1');
  });
});

describe('a time', () => {
  it.each([
    ['4.2', 4_200_000],
    ['4.2 s', 4_200_000],
    ['go to 4.2s', 4_200_000],
    ['t = 12', 12_000_000],
    ['800 ms', 800_000],
    ['.5', 500_000],
  ])('%s', (query, us) => expect(timeTyped(query)).toBe(us));

  it.each(['', 'c-4', '4.2.1', '4 consumers', '-3'])('%s is none', (query) => {
    expect(timeTyped(query)).toBeNull();
  });
});
