/** What a card or a tile does where it is let go, and what is said where it may not. */
import { describe, expect, it } from 'vitest';
import { dropProposal } from './drops.ts';
import type { Carried, Place } from './drops.ts';
import { activeRun, currentWorld } from './playground.ts';
import { playground } from './testing.ts';

const store = playground(5_000_000);

function dropped(carried: Carried, place: Place) {
  const state = store.getState();
  const { experiment } = activeRun(state);
  const situation = { world: currentWorld(state), experiment, group: 'billing', from: null };
  const proposed = dropProposal(carried, place, situation);
  return proposed.ok ? proposed.action : proposed.why;
}

const card = (process: string) => ({ kind: 'process', process }) as const;
const tile = (topic: string) => ({ kind: 'partition', topic, partition: 3 }) as const;
const bin = { kind: 'bin' } as const;

describe('the bin', () => {
  it('kills a process', () => {
    expect(dropped(card('c-2'), bin)).toEqual({ do: 'kill', target: 'c-2' });
    expect(dropped(card('broker-1'), bin)).toEqual({ do: 'kill', target: 'broker-1' });
    expect(dropped(card('zookeeper'), bin)).toContain('ZooKeeper does not fail here');
  });

  it('deletes the topic of a tile', () => {
    expect(dropped(tile('orders'), bin)).toEqual({ do: 'delete-topic', topic: 'orders' });
    expect(dropped(tile('gone'), bin)).toBe('There is no topic gone now.');
  });
});

describe('anywhere else', () => {
  it('nobody hands a partition to a consumer: the strategy is named with its rule', () => {
    expect(dropped(tile('orders'), card('c-1'))).toContain('by range (ASG-1)');
    expect(dropped(tile('orders'), card('broker-1'))).toContain('Only the bin');
    expect(dropped(tile('orders'), { kind: 'stage' })).toContain('Only the bin');
  });

  it('cards keep their places, and consumers find their coordinator', () => {
    expect(dropped(card('c-2'), { kind: 'stage' })).toContain('in order of arrival');
    expect(dropped(card('c-2'), card('c-1'))).toContain('in order of arrival');
    expect(dropped(card('c-2'), card('broker-2'))).toContain('COORD-2');
    expect(dropped(card('broker-2'), card('broker-1'))).toContain('in order of arrival');
  });
});
