/** A caption stands for a while: what it says must not change under the reader's eyes. */
import { describe, expect, it } from 'vitest';
import { known } from '../../../lib/assert.ts';
import { builtins } from '../../../simulation/builtins.ts';
import { run } from '../../../simulation/testing.ts';
import { WorldReader } from '../../../trace/world-reader.ts';
import { captionOf } from './captions.ts';
import { pastOf } from './past.ts';

/** Every caption that is seen while stepping through, by the event that it tells of. */
function captionsOf(id: string): ReadonlyMap<number, ReadonlySet<string>> {
  const { experiment } = known(
    builtins.find((one) => one.id === id),
    id,
  );
  const { trace } = run(experiment, 18_000);
  const reader = new WorldReader(trace);
  const past = pastOf(reader, trace);
  const told = new Map<number, Set<string>>();
  for (let seq = 0; seq < trace.length; seq++) {
    const world = reader.worldAt(seq);
    for (const group of world.groups.keys()) {
      // A past of its own each time: nothing that was told before is remembered.
      const caption = captionOf(world, trace, seq, group, (at) => past(at));
      expect(reader.worldAt(seq)).toBe(world);
      if (caption.seq === null) continue;
      const texts = told.get(caption.seq) ?? new Set();
      told.set(caption.seq, texts.add(`${caption.text} ${caption.rule}`));
    }
  }
  return told;
}

const shown = ['first-minute', 'zombie', 'failover-ghost', 'quick-restart'];

describe('the caption of an event', () => {
  it.each(shown)('says the same as long as it stands: %s', (id) => {
    const told = captionsOf(id);
    expect(told.size).toBeGreaterThan(10);
    const changing = [...told].filter(([, texts]) => texts.size > 1);
    expect(changing.map(([seq, texts]) => [seq, ...texts])).toEqual([]);
  });

  it('is told by the world that the event left', () => {
    const texts = [...captionsOf('first-minute').values()].flatMap((one) => [...one]);
    expect(texts).toContain('c-1 is part of generation 1 and asks where to start reading. RB-7');
  });
});
