/** What a tool does where, and what is said where it may not. */
import { describe, expect, it } from 'vitest';
import { known } from '../lib/assert.ts';
import { proposal } from './actions.ts';
import { activeRun, currentWorld } from './playground.ts';
import type { Remedy, Target, Tool } from './selection.ts';
import { linkKey } from '../trace/world.ts';
import type { World } from '../trace/world.ts';
import { experimentOf } from '../simulation/testing.ts';
import { playground } from './testing.ts';

const store = playground(5_000_000);

function tried(
  tool: Tool | Remedy,
  target: Target,
  from: string | null = null,
  world: World = currentWorld(store.getState()),
) {
  const { experiment } = activeRun(store.getState());
  const situation = { world, experiment, group: 'billing', from };
  const proposed = proposal(tool, target, situation);
  return proposed.ok ? proposed.action : proposed.why;
}

const on = (process: string): Target => ({ kind: 'process', process });
const line = (a: string, b: string): Target => ({ kind: 'link', peers: [a, b] });

describe('a tool', () => {
  it('starts the first consumer of a group with the topics that exist; without any it says so', () => {
    const scenario = { topics: [], groups: [{ id: 'billing', consumers: [] }] };
    const empty = playground(1_000_000, experimentOf({ scenario }));
    const tool = () => {
      const state = empty.getState();
      const { experiment } = activeRun(state);
      const situation = { world: currentWorld(state), experiment, group: 'billing', from: null };
      const proposed = proposal('consumer', { kind: 'stage' }, situation);
      return proposed.ok ? proposed.action : proposed.why;
    };
    expect(tool()).toBe('There is no topic that it could read: create one first.');
    empty.getState().act({
      do: 'create-topic',
      topic: { name: 'late', partitions: 2, recordsPerSecond: 1 },
    });
    empty.getState().seek(2_000_000);
    expect(tool()).toMatchObject({ do: 'start-consumer', name: 'c-1', topics: ['late'] });
  });

  it('starts a consumer under the first free name, with the group’s topics', () => {
    const action = { do: 'start-consumer', group: 'billing', name: 'c-4', topics: ['orders'] };
    expect(tried('consumer', { kind: 'stage' })).toEqual(action);
    expect(tried('consumer', on('broker-1'))).toEqual(action);
    expect(tried('consumer', on('zookeeper'))).toContain('drop it on free ground');
  });

  it('starts a consumer with what the group’s consumers subscribe to at that moment', () => {
    const later = playground(5_000_000);
    const started = () => {
      const state = later.getState();
      const { experiment } = activeRun(state);
      const situation = { world: currentWorld(state), experiment, group: 'billing', from: null };
      const proposed = proposal('consumer', { kind: 'stage' }, situation);
      return proposed.ok ? proposed.action : proposed.why;
    };
    later
      .getState()
      .act(
        { do: 'create-topic', topic: { name: 'new', partitions: 2, recordsPerSecond: 1 } },
        { do: 'subscribe', target: 'c-2', topics: ['orders', 'new'] },
        { do: 'subscribe', target: 'c-1', topics: ['orders'] },
      );
    later.getState().seek(6_000_000);
    expect(started()).toMatchObject({ name: 'c-4', topics: ['orders', 'new'] });
    // Those that do not run any more have no say.
    later.getState().act({ do: 'kill', target: 'c-2' });
    later.getState().seek(7_000_000);
    expect(started()).toMatchObject({ topics: ['orders'] });
    later.getState().act({ do: 'subscribe', target: 'c-1', allow: ['o.*'] });
    later.getState().seek(8_000_000);
    expect(started()).toMatchObject({ allow: ['o.*'] });
  });

  it('starts a broker, and proposes a topic, under the first free name', () => {
    expect(tried('broker', { kind: 'stage' })).toEqual({ do: 'start-broker', name: 'broker-4' });
    expect(tried('topic', on('broker-1'))).toMatchObject({
      do: 'create-topic',
      topic: { name: 't-1', partitions: 3 },
    });
  });

  it('corrupts the next message of a pair, from the first chosen to the second', () => {
    const target = ['broker-1', 'c-2'];
    expect(tried('corrupt-message', on('broker-1'))).toBeNull();
    expect(tried('corrupt-message', on('c-2'), 'broker-1')).toEqual({
      do: 'corrupt-message',
      target,
    });
    expect(tried('corrupt-message', line('broker-1', 'c-2'))).toMatchObject({
      target: target.toReversed(),
    });
    expect(tried('corrupt-message', on('c-1'), 'c-2')).toBe('c-2 and c-1 have no link.');
    expect(tried('corrupt-message', { kind: 'stage' })).toContain('Choose who sends');
  });

  it.each(['kill', 'power-off', 'freeze', 'stop', 'restart'] as const)('%s a process', (tool) => {
    expect(tried(tool, on('c-2'))).toEqual({ do: tool, target: 'c-2' });
    expect(tried(tool, on('broker-1'))).toEqual({ do: tool, target: 'broker-1' });
    expect(tried(tool, on('zookeeper'))).toBe('ZooKeeper does not fail here: only its links can.');
    expect(tried(tool, { kind: 'stage' })).toContain('on a consumer or a broker');
  });

  it('thaws only what is frozen', () => {
    expect(tried('thaw', on('c-2'))).toBe('c-2 is running: there is nothing to thaw.');
  });

  it('cuts and slows a link, and restores only one that is cut', () => {
    const target = ['c-2', 'broker-1'];
    expect(tried('cut-link', line('c-2', 'broker-1'))).toEqual({ do: 'cut-link', target });
    expect(tried('slow-link', line('c-2', 'broker-1'))).toEqual({
      do: 'slow-link',
      target,
      latencyMs: [50, 150],
    });
    expect(tried('restore-link', line('c-2', 'broker-1'))).toContain('is not cut');
    expect(tried('usual-speed', line('c-2', 'broker-1'))).toContain('has its usual speed');
    expect(tried('cut-link', line('c-1', 'c-2'))).toBe('c-1 and c-2 have no link.');
    expect(tried('cut-link', on('c-2'))).toContain('on a line between two processes');
  });

  it('gives a slowed link its usual speed again', () => {
    const now = currentWorld(store.getState());
    const key = linkKey('c-2', 'broker-1');
    const link = known(now.links.get(key), 'link');
    const slowed = { ...link, latencyMs: [50, 150] as const, slowed: true };
    const world = { ...now, links: new Map([...now.links, [key, slowed]]) };
    expect(tried('usual-speed', line('c-2', 'broker-1'), null, world)).toEqual({
      do: 'slow-link',
      target: ['c-2', 'broker-1'],
      latencyMs: link.usualLatencyMs,
    });
  });

  it('slows a link again and again, and never beyond what an experiment may say', () => {
    const target: Target = line('c-2', 'broker-1');
    const now = currentWorld(store.getState());
    const key = linkKey('c-2', 'broker-1');
    const link = known(now.links.get(key), 'link');
    const slowed = (...latencyMs: readonly [number, number]) =>
      tried('slow-link', target, null, {
        ...now,
        links: new Map([...now.links, [key, { ...link, latencyMs }]]),
      });
    expect(slowed(1.005, 2.001)).toMatchObject({ latencyMs: [10.05, 20.01] });
    expect(slowed(100_000_000, 200_000_000)).toMatchObject({
      latencyMs: [604_800_000, 604_800_000],
    });
    expect(slowed(1, 200_000_000)).toMatchObject({ latencyMs: [10, 604_800_000] });
    expect(slowed(10, 604_800_000)).toBe(
      'The link between c-2 and broker-1 is as slow as it gets.',
    );
  });
});
