/** What looking for the news costs, and that it finds what looking at every moment finds. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { known } from '../../lib/assert.ts';
import { builtins } from '../../simulation/builtins.ts';
import { run } from '../../simulation/testing.ts';
import { WorldReader } from '../../trace/world-reader.ts';
import { captionOf, mayBeNews } from '../stage/captions/captions.ts';
import { sentenceFor } from '../stage/captions/caption-sentences.ts';
import { pastOf } from '../stage/captions/past.ts';
import { newsAfter, newsBefore } from './news.ts';

function toldOf(id: string, untilMs: number) {
  const builtin = known(
    builtins.find((one) => one.id === id),
    id,
  );
  const { trace } = run(builtin.experiment, untilMs);
  const reader = new WorldReader(trace);
  return { told: { trace, reader }, trace, end: trace.length - 1 };
}

/** The last events of all moments that have news, found by looking at every one of them. */
function everyNews(told: ReturnType<typeof toldOf>['told'], group: string): number[] {
  const { trace, reader } = told;
  const past = pastOf(reader, trace);
  const found: number[] = [];
  for (let seq = 0; seq < trace.length; seq++) {
    const atUs = trace.atUs(seq);
    if (seq + 1 < trace.length && trace.atUs(seq + 1) === atUs) continue;
    const caption = captionOf(reader.worldAt(seq), trace, seq, group, past);
    if (caption.seq !== null && trace.atUs(caption.seq) === atUs) found.push(seq);
  }
  return found;
}

afterEach(() => vi.restoreAllMocks());

describe('looking for the news', () => {
  it('folds no world of a moment that only moved messages, and none twice', () => {
    const { told, trace, end } = toldOf('first-minute', 30_000);
    told.reader.worldAt(end);
    const folds = vi.spyOn(WorldReader.prototype, 'worldAt');
    const last = newsBefore(told, end, 'billing');
    expect(last?.caption.text).toMatch(/^c-1 is part of generation 2/);
    expect(end - (last?.seq ?? end)).toBeGreaterThan(1000);
    expect(folds.mock.calls.length).toBeLessThanOrEqual(3);
    folds.mockClear();
    for (let seq = end; seq > end - 200; seq--) newsBefore(told, seq, 'billing');
    expect(folds).not.toHaveBeenCalled();
    expect(trace.length).toBe(end + 1);
  });

  it('reads each event once while a presentation plays on', () => {
    const { told, trace, end } = toldOf('first-minute', 30_000);
    const kinds = vi.spyOn(trace, 'kind');
    for (let seq = end - 1000; seq <= end; seq++) newsBefore(told, seq, 'billing');
    expect(kinds.mock.calls.length).toBeLessThan(2 * end);
  });

  it.each(['first-minute', 'corrupt', 'coordinator-restarts', 'two-groups'])(
    'walks every moment that has news, there and back: %s',
    (id) => {
      const { told, trace, end } = toldOf(id, 15_000);
      const group = known(
        builtins.find((one) => one.id === id)?.experiment.scenario.groups[0],
        id,
      ).id;
      const expected = everyNews(told, group);
      const there: number[] = [];
      for (let at = -1; ; at = known(there.at(-1), 'news')) {
        const next = newsAfter(told, at, trace.atUs(end), group);
        if (!next) break;
        there.push(next.seq);
      }
      expect(there).toEqual(expected);
      const back: number[] = [];
      for (let at = end; ; at = known(back.at(-1), 'news')) {
        const next = newsBefore(told, at, group);
        if (!next) break;
        back.push(next.seq);
      }
      const lastMoment = trace.atUs(end);
      expect(back.toReversed()).toEqual(expected.filter((seq) => trace.atUs(seq) !== lastMoment));
      // Forward again, each from where the one before has been found.
      for (let seq = 0; seq <= end; seq += 7) {
        const before = expected.findLast((one) => trace.atUs(one) < trace.atUs(seq));
        expect(newsBefore(told, seq, group)?.seq).toBe(before);
      }
    },
  );

  it('rules out no event that has a sentence', () => {
    const { trace, told } = toldOf('two-groups', 15_000);
    for (let seq = 0; seq < trace.length; seq++) {
      const world = told.reader.worldAt(seq);
      for (const group of world.groups.keys()) {
        if (!sentenceFor(trace.event(seq), world, group, trace)) continue;
        expect(mayBeNews(trace, seq, group)).toBe(true);
      }
    }
  });
});
