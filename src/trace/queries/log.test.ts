import { describe, expect, test } from 'vitest';
import { registerProtocol } from '../../protocol/register/index.ts';
import { builtins } from '../../simulation/builtins.ts';
import { createInlineSimulation } from '../../simulation/inline.ts';
import { describe as sentenceOf } from '../describe.ts';
import type { Trace } from '../trace.ts';
import { LogFilter } from './log-filter.ts';
import type { LogQuery } from './log-filter.ts';
import { logGroupOf } from './log-groups.ts';
import { LogIndex } from './log-index.ts';

function zombie(): Trace {
  const { experiment } = builtins.find(({ id }) => id === 'zombie')!;
  const simulation = createInlineSimulation(experiment, registerProtocol);
  simulation.advance(16e6);
  return simulation.trace;
}

const trace = zombie();
const index = new LogIndex();
index.readOn(trace, Infinity);
const all = Array.from({ length: trace.length }, (_, seq) => seq);

const anything: LogQuery = {
  process: '',
  group: '',
  about: '',
  rule: '',
  text: '',
  among: null,
};

function found(query: Partial<LogQuery>): number[] {
  const filter = new LogFilter({ ...anything, ...query });
  filter.readOn(index);
  return Array.from({ length: filter.count }, (_, place) => filter.at(place));
}

const sentences = all.map((seq) => sentenceOf(trace.event(seq), trace).toLowerCase());

describe('the filter', () => {
  test('of nothing lets everything through', () => {
    expect(found({})).toEqual(all);
  });

  test('by process', () => {
    expect(found({ process: 'c-2' })).toEqual(all.filter((seq) => trace.process(seq) === 'c-2'));
  });

  test('by kind', () => {
    const group = 'timers';
    expect(found({ group })).toEqual(all.filter((seq) => logGroupOf[trace.kind(seq)] === group));
  });

  test.each(['sends heartbeat', 'generation 2', 'orders/4', 'is lost', 'freeze c-2', 'ILLEGAL'])(
    'by words of the sentence: %s',
    (text) => {
      const terms = text.toLowerCase().split(' ');
      const told = all.filter((seq) => terms.every((term) => sentences[seq]!.includes(term)));
      expect(told.length).toBeGreaterThan(0);
      const seqs = new Set(found({ text }));
      expect(told.filter((seq) => !seqs.has(seq))).toEqual([]);
    },
  );

  test('by rule', () => {
    const text = 'hb-3';
    const own = all.filter((seq) => trace.rules(seq).includes('HB-3'));
    expect(own.length).toBeGreaterThan(0);
    expect(found({ text })).toEqual(own);
    expect(found({ rule: 'HB-3' })).toEqual(own);
    expect([...index.rules].toSorted()).toEqual(
      [...new Set(all.flatMap((seq) => trace.rules(seq)))].toSorted(),
    );
  });

  test('by number, of which the other fields let through what they do', () => {
    const own = all.filter((seq) => trace.rules(seq).includes('HB-3'));
    const among = new Set([...own.slice(0, 2), 0, 1]);
    expect(found({ among })).toEqual([...among].toSorted((a, b) => a - b));
    expect(found({ among, rule: 'HB-3' })).toEqual(own.slice(0, 2));
  });

  test('all words must be there, and all fields fit', () => {
    const query = { process: 'c-2', group: 'messages', text: 'generation heartbeat' } as const;
    const told = all.filter((seq) => {
      const own = sentences[seq]!;
      if (!own.includes('heartbeat') || !own.includes('generation')) return false;
      return trace.process(seq) === 'c-2' && trace.kind(seq).startsWith('message-');
    });
    expect(told.length).toBeGreaterThan(0);
    expect(found(query)).toEqual(told);
    expect(found({ ...query, text: 'generation heartbeat nowhere' })).toEqual([]);
  });

  test('read on bit by bit it finds the same', () => {
    const slow = new LogIndex();
    const filter = new LogFilter({ ...anything, text: 'c-2' });
    while (slow.length < trace.length) {
      slow.readOn(trace, 61);
      filter.readOn(slow);
    }
    expect(Array.from({ length: filter.count }, (_, place) => filter.at(place))).toEqual(
      found({ text: 'c-2' }),
    );
  });

  test('by consumer group leaves out what is about another one, and nothing else', () => {
    expect(found({ about: 'billing' })).toEqual(all);
    const aboutNone = all.filter((seq) => index.entries[index.entryOf(seq)]?.about === '');
    expect(found({ about: 'another' })).toEqual(aboutNone);
    const ofConsumer = all.filter((seq) => trace.process(seq)?.startsWith('c-'));
    expect(aboutNone.filter((seq) => ofConsumer.includes(seq))).toEqual([]);
  });

  test('countUpTo counts those at or before an event', () => {
    const filter = new LogFilter({ ...anything, process: 'c-2' });
    filter.readOn(index);
    const third = filter.at(2);
    expect(filter.countUpTo(third - 1)).toBe(2);
    expect(filter.countUpTo(third)).toBe(3);
    expect(filter.countUpTo(-1)).toBe(0);
    expect(filter.countUpTo(trace.length)).toBe(filter.count);
    expect(filter.at(filter.count)).toBe(-1);
  });
});

describe('the index', () => {
  test('keeps one entry for events that read alike, told apart by what they tell', () => {
    expect(index.entries.length).toBeLessThan(trace.length / 3);
    const words = (seq: number) => index.entries[index.entryOf(seq)]!.words;
    for (const seq of all) {
      for (const word of sentences[seq]!.match(/c-\d+|generation \d+|orders\/\d+/g) ?? []) {
        expect(words(seq)).toContain(word);
      }
    }
  });

  test('leaves out numbers that only count on', () => {
    const alike = index.entries.filter(({ group }) => group === 'timers' || group === 'partitions');
    expect(alike.length).toBeGreaterThan(50);
    for (const { words } of alike) expect(words).not.toMatch(/offset \d|\d\.\d{3}/);
  });
});
