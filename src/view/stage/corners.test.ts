/** What the stage says in the corners: everybody dead, all frozen, one that is out and runs on. */
import { describe, expect, it } from 'vitest';
import { known } from '../../lib/assert.ts';
import { noRoles } from '../../trace/fold/roles.ts';
import type { TraceReader } from '../../trace/reader.ts';
import type { World } from '../../trace/world.ts';
import { brokerView } from './broker-views.ts';
import { waitedFor } from './captions/caption-waits.ts';
import { captionOf } from './captions/captions.ts';
import { groupSentence } from './details.ts';
import { settledWorld } from './fixture.ts';
import { pastOf } from './captions/past.ts';
import { traceOf, whenIn, worldAt } from './testing.ts';
import { WorldReader } from '../../trace/world-reader.ts';

const at6s = (what: string, target: string | string[]) => ({ atMs: 6000, do: what, target });

const groupOf = (world: World, id = 'g') => known(world.groups.get(id), id);
const barOf = (world: World) => groupSentence(world, groupOf(world), world.atUs);

function captionIn(trace: TraceReader, world: World): string {
  return captionOf(world, trace, world.seq, 'g', pastOf(new WorldReader(trace), trace)).text;
}

/** The captions of all moments from `fromMs` on. */
function captionsFrom(trace: TraceReader, fromMs: number): ReadonlySet<string> {
  const said = new Set<string>();
  const past = pastOf(new WorldReader(trace), trace);
  whenIn(trace, fromMs, (world) => {
    said.add(captionOf(world, trace, world.seq, 'g', past).text);
    return world.seq === trace.length - 1;
  });
  return said;
}

describe('one that is out and does not know it', () => {
  it('[OWN-6] is named with what it believes, where else all has settled: frozen', () => {
    const trace = traceOf([at6s('freeze', 'c-2')]);
    const world = worldAt(trace, 12_900);
    expect(groupOf(world).state).toBe('Steady');
    expect(captionIn(trace, world)).toBe(
      'c-2 is out of the group and does not know it: frozen, it believes that it owns t 0 and 1.',
    );
    expect(barOf(world)).toMatch(
      /^1 member · steady for [\d.]+ s · c-2 is out and does not know it$/,
    );
  });

  it('[OWN-6] is named: cut off, it reads on', () => {
    const trace = traceOf([at6s('cut-link', ['c-2', 'broker-1'])]);
    expect(captionIn(trace, worldAt(trace, 12_900))).toBe(
      'c-2 is out of the group and does not know it: it still reads t 0 and 1.',
    );
  });

  it('[OWN-1] without it the group has settled', () => {
    const trace = traceOf([]);
    expect(captionIn(trace, worldAt(trace, 12_900))).toMatch(/^Settled: /);
  });
});

describe('a consumer that came back as a new one', () => {
  const trace = traceOf([at6s('restart', 'c-2')]);

  it('[REG-6] is not said to be waited for: its old self is', () => {
    const waits = whenIn(trace, 6000, (world) => groupOf(world).parked.has('c-2'));
    expect(barOf(waits)).toMatch(
      /^c-2 is new: waiting for the old self of c-2 and c-1 to register again · /,
    );
    const last = whenIn(trace, 6000, (world) => groupOf(world).parked.size === 2);
    expect(barOf(last)).toMatch(/^c-2 is new: waiting for the old self of c-2 · /);
    expect(waitedFor(last, 'g')).toMatchObject({
      text: 'The rebalance waits for the old self of c-2, which is gone: 3 s at most.',
      rule: 'REG-6',
    });
    const said = [...captionsFrom(trace, 6000)];
    expect(said).toContain(
      'The old self of c-2 was silent for too long: it is removed, its connection closed.',
    );
    expect(
      said.filter((text) => /^c-2 (has registered and waits for|.*waits for) c-2/.test(text)),
    ).toEqual([]);
  });
});

describe('when everybody is gone', () => {
  it('[META-3] nobody is said to have registered or to be answered', () => {
    const trace = traceOf([at6s('kill', 'c-1'), at6s('kill', 'c-2')]);
    const bars = new Set<string>();
    whenIn(trace, 8000, (world) => {
      bars.add(barOf(world).replace(/ · .*/, ''));
      return world.seq === trace.length - 1;
    });
    expect([...bars].filter((text) => text.includes('everybody'))).toEqual([]);
    expect([...captionsFrom(trace, 8000)].filter((text) => text.includes('answered'))).toEqual([]);
  });

  it('[COORD-2] nobody is said to elect where no broker runs or none reaches ZooKeeper', () => {
    const dead = traceOf([{ atMs: 10, do: 'kill', target: 'broker-1' }]);
    expect(waitedFor(worldAt(dead, 5000), 'g')?.text).toBe(
      'No broker runs that could be elected: start one.',
    );
    const cut = traceOf([{ atMs: 10, do: 'cut-link', target: ['broker-1', 'zookeeper'] }]);
    expect(waitedFor(worldAt(cut, 5000), 'g')?.text).toBe(
      'No broker that runs reaches ZooKeeper: none can be elected.',
    );
  });
});

describe('the end of a consumer', () => {
  const start = { atMs: 6000, do: 'start-consumer', group: 'g', name: 'c-3', topics: ['t'] };
  const saidOfItsEnd = (commands: readonly object[]) => {
    const trace = traceOf(commands);
    const gone = whenIn(trace, 6000, (world) => world.processes.get('c-3')?.status === 'crashed');
    return captionIn(trace, gone);
  };

  it('[REG-11] a newcomer’s registration ends with its connection', () => {
    const world = whenIn(traceOf([start]), 6000, (now) => groupOf(now).parked.has('c-3'));
    const atMs = Math.ceil(world.atUs / 1000) + 1;
    expect(saidOfItsEnd([start, { atMs, do: 'kill', target: 'c-3' }])).toBe(
      'c-3 was killed: its registration ends with its connection.',
    );
  });

  it('[HB-6] nobody waits for one that was no member', () => {
    expect(saidOfItsEnd([start, { atMs: 6001, do: 'kill', target: 'c-3' }])).toBe(
      'c-3 was killed: it was no member, so nobody waits for it.',
    );
  });
});

describe('a broker that acts no longer', () => {
  const left = (reason: string) => {
    const world = settledWorld();
    const process = known(world.processes.get('broker-2'), 'broker-2');
    const lost = { atUs: world.atUs, reason, groups: ['billing'] };
    process.broker = { ...noRoles, lost };
    groupOf(world, 'billing').coordinated = false;
    const { lines } = brokerView(world, 'billing', process);
    const bar = groupSentence(world, groupOf(world, 'billing'), world.atUs);
    return [lines[0], bar.replace(/^No coordinator: (.*?)\. .*/, '$1')];
  };

  it.each([
    ['COORD-8', 'lease', 'lease over', 'the lease of broker-2 is over'],
    // Perhaps that of a past life, in which alone it had the group.
    ['COORD-9', 'session', 'session over', 'the session of broker-2 is over'],
    ['COORD-7', 'fence', 'coordinates no group', 'broker-2 has given the group up'],
    ['COORD-2', 'moved', 'coordinates no group', 'broker-2 has given the group up'],
  ])('[%s] is said to have left for its reason: %s', (_rule, reason, line, bar) => {
    expect(left(reason)).toEqual([line, bar]);
  });
});
