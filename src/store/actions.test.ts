/** What a tool does where, and what is said where it may not. */
import { describe, expect, it } from 'vitest';
import { proposal } from './actions.ts';
import { activeRun, currentWorld } from './playground.ts';
import type { Remedy, Target, Tool } from './selection.ts';
import { playground } from './testing.ts';

const store = playground(5_000_000);

function tried(tool: Tool | Remedy, target: Target) {
  const state = store.getState();
  const { experiment } = activeRun(state);
  const situation = { world: currentWorld(state), experiment, group: 'billing' };
  const proposed = proposal(tool, target, situation);
  return proposed.ok ? proposed.action : proposed.why;
}

const on = (process: string): Target => ({ kind: 'process', process });
const line = (a: string, b: string): Target => ({ kind: 'link', peers: [a, b] });

describe('a tool', () => {
  it('starts a consumer under the first free name, with the group’s topics', () => {
    const action = { do: 'start-consumer', group: 'billing', name: 'c-4', topics: ['orders'] };
    expect(tried('consumer', { kind: 'stage' })).toEqual(action);
    expect(tried('consumer', on('broker-1'))).toEqual(action);
    expect(tried('consumer', on('zookeeper'))).toContain('drop it on free ground');
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
    expect(tried('cut-link', line('c-1', 'c-2'))).toBe('c-1 and c-2 have no link.');
    expect(tried('cut-link', on('c-2'))).toContain('on a line between two processes');
  });
});
