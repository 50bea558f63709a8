/** What the stage says in words while something is broken: whole runs, read at one moment each. */
import { describe, expect, it } from 'vitest';
import { known } from '../../lib/assert.ts';
import { experimentOf, run } from '../../simulation/testing.ts';
import { emptyWorld } from '../../trace/fold/empty.ts';
import { applyEvent } from '../../trace/fold/fold.ts';
import type { TraceReader } from '../../trace/reader.ts';
import type { World } from '../../trace/world.ts';
import { captionOf } from './captions.ts';
import { groupSentence, nextGeneration } from './details.ts';
import { consumerView } from './views.ts';

/** One broker, two consumers, four partitions, settled long before 6 s; silence is noticed after 3 s. */
function traceOf(commands: readonly object[]): TraceReader {
  const scenario = {
    brokers: 1,
    topics: [{ name: 't', partitions: 4 }],
    groups: [
      {
        id: 'g',
        consumers: [
          { name: 'c-1', topics: ['t'] },
          { name: 'c-2', topics: ['t'] },
        ],
      },
    ],
  };
  return run(experimentOf({ scenario, commands }), 13_000).trace;
}

function worldAt(trace: TraceReader, atMs: number): World {
  const world = emptyWorld();
  const last = trace.lastAtOrBefore(atMs * 1000);
  for (let seq = 0; seq <= last; seq++) applyEvent(world, trace.event(seq));
  return world;
}

function toldAt(commands: readonly object[], atMs: number) {
  const trace = traceOf(commands);
  const world = worldAt(trace, atMs);
  const group = known(world.groups.get('g'), 'group');
  const c2 = known(world.processes.get('c-2'), 'c-2');
  const { text, rule } = captionOf(world, trace, world.seq, 'g');
  return {
    caption: `${text} ${rule}`,
    sentence: groupSentence(world, group, atMs * 1000),
    card: consumerView(world, 'g', c2).fullName,
  };
}

const at6s = (what: string, target: string | string[]) => ({ atMs: 6000, do: what, target });

describe('the caption', () => {
  it.each([
    ['[HB-3]', 'kill', 'c-2', 7000, 'c-2 is dead; the group learns it after 3 s of silence. HB-3'],
    [
      '[LINK-1] [HB-3]',
      'cut-link',
      ['c-2', 'broker-1'],
      7000,
      'c-2 is cut off; the group learns it after 3 s of silence. HB-3',
    ],
    [
      '[COORD-8]',
      'cut-link',
      ['broker-1', 'zookeeper'],
      7000,
      'broker-1 is cut off from ZooKeeper: it gives the group up when its lease ends. COORD-8',
    ],
    [
      '[COORD-8]',
      'freeze',
      'broker-1',
      7000,
      'broker-1 is frozen. Its lease runs out when ZooKeeper hears no ping. COORD-8',
    ],
    [
      '[HB-5]',
      'kill',
      'broker-1',
      6600,
      'c-2 lost its coordinator and looks for it. It goes on fetching. HB-5',
    ],
  ])('%s says that something is broken: %s %j', (_rules, what, target, atMs, caption) => {
    expect(toldAt([at6s(what, target)], atMs).caption).toBe(caption);
  });

  it('[TRIG-1] says what comes next where nobody is left', () => {
    const { caption, sentence } = toldAt([at6s('kill', 'c-1'), at6s('kill', 'c-2')], 11_000);
    expect(caption).toBe('No members: the next registration starts a rebalance. TRIG-1');
    expect(sentence).toBe('No members: the next registration starts a rebalance.');
  });

  it('[LINK-1] says of a restored link that messages pass', () => {
    const restored = { atMs: 7000, do: 'restore-link', target: ['c-2', 'broker-1'] };
    const { caption } = toldAt([at6s('cut-link', ['c-2', 'broker-1']), restored], 7000);
    expect(caption).toMatch(/^Messages pass between .*, each in .* ms\. /);
  });
});

describe('the group bar', () => {
  it('[TRIG-2] says of a member that was removed no more than the coordinator knows', () => {
    const { sentence } = toldAt([at6s('cut-link', ['c-2', 'broker-1'])], 9000);
    expect(sentence).toMatch(/^c-2 was declared dead: waiting for c-1 to register again · /);
  });

  it('[RB-5] names one next generation from the trigger to the answers, none once it is written', () => {
    const trace = traceOf([at6s('kill', 'c-2')]);
    const world = emptyWorld();
    const named = new Set<number | null>();
    for (let seq = 0; seq < trace.length; seq++) {
      applyEvent(world, trace.event(seq));
      const group = world.groups.get('g');
      if (trace.atUs(seq) < 6_000_000 || !group?.rebalance) continue;
      const next = nextGeneration(group);
      named.add(next);
      const isWritten = group.generation > group.rebalance.generation;
      expect(next === null).toBe(isWritten);
    }
    expect([...named]).toEqual([3, null]);
  });
});

describe('a card', () => {
  it('[OWN-6] says of the dead what is recorded, never what they believe', () => {
    const killed = [at6s('kill', 'c-2')];
    expect(toldAt(killed, 7000).card).toMatch(/recorded t 0 and 1, reads nothing$/);
    expect(toldAt(killed, 11_000).card).toMatch(/owns nothing$/);
  });

  it('[OWN-6] says of the cut off what it believes', () => {
    const { card } = toldAt([at6s('cut-link', ['c-2', 'broker-1'])], 10_000);
    expect(card).toMatch(/Rediscovering, generation 2 \(stale\), believes it owns t 0 and 1$/);
  });
});
