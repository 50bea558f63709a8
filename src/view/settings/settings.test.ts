/** What a form makes of what was typed, and what a whole run makes of that. */
import { describe, expect, it } from 'vitest';
import { known } from '../../lib/assert.ts';
import { playground } from '../../store/testing.ts';
import { activeRun, currentWorld } from '../../store/playground.ts';
import { changedFields, draftOf } from './draft.ts';
import { linkKey } from '../../trace/world.ts';
import { plannedAt } from './planned.ts';
import { networkAt } from './network.ts';

const inForce = { sessionTimeoutMs: '1000', heartbeatFrequency: '3', recordsPerSecond: '' };

describe('a form of settings', () => {
  it('sends only what was changed; an empty field is left as it is', () => {
    expect(changedFields({ ...inForce, heartbeatFrequency: ' 4 ' }, inForce)).toEqual({
      heartbeatFrequency: 4,
    });
    expect(draftOf({ group: 'g' }, changedFields(inForce, inForce))).toEqual({
      action: null,
      errors: [],
    });
  });

  it('says beside the field what the schema says', () => {
    const { action, errors } = draftOf({ group: 'g' }, { heartbeatFrequency: 0 });
    expect(action).toBeNull();
    expect(errors).toEqual([
      {
        place: 'settings.heartbeatFrequency',
        message: 'must be an integer from 1 to 32767, not 0',
      },
    ]);
  });

  it('[REG-6] restarts the consumer, which comes back as a new one; undo takes it back', () => {
    const store = playground(5_000_000);
    const { action } = draftOf({ target: 'c-1' }, { heartbeatFrequency: 2 });
    store.getState().act(known(action, 'action'));
    store.getState().seek(5_500_000);
    const c1 = () => known(currentWorld(store.getState()).processes.get('c-1'), 'c-1');
    expect([c1().incarnation, c1().consumer?.heartbeatFrequency]).toEqual([2, 2]);
    store.getState().undo();
    expect([c1().incarnation, c1().consumer?.heartbeatFrequency]).toEqual([1, 3]);
  });

  it('[REG-8] of a consumer that is down it shows what its next life begins with', () => {
    const store = playground(5_000_000);
    const planned = () => {
      const process = known(currentWorld(store.getState()).processes.get('c-1'), 'c-1');
      const { cursor } = store.getState();
      return plannedAt(activeRun(store.getState()).experiment, process, cursor.atUs / 1000);
    };
    store.getState().act({ do: 'configure', target: 'c-1', settings: { heartbeatFrequency: 2 } });
    store.getState().seek(5_500_000);
    store.getState().act({ do: 'kill', target: 'c-1' });
    store.getState().seek(6_000_000);
    expect(planned()).toMatchObject({ heartbeatFrequency: 2, topics: ['orders'] });
    store
      .getState()
      .act({ do: 'configure', group: 'billing', settings: { heartbeatFrequency: 4 } });
    store.getState().seek(6_500_000);
    store.getState().act({ do: 'subscribe', target: 'c-1', allow: ['o.*'] });
    store.getState().seek(7_000_000);
    expect(planned()).toMatchObject({ heartbeatFrequency: 4, topics: [], allow: ['o.*'] });
    store.getState().act({ do: 'restart', target: 'c-1' });
    store.getState().seek(8_000_000);
    expect(planned()).toMatchObject({ heartbeatFrequency: 4, topics: [], allow: ['o.*'] });
  });

  it('shows the network as it was changed last', () => {
    const store = playground(5_000_000);
    const { action } = draftOf({ network: true }, { latencyMs: [30, 40] });
    store.getState().act(known(action, 'action'));
    const { experiment } = activeRun(store.getState());
    expect(networkAt(experiment, 4000).latencyMs).toEqual([5, 15]);
    expect(networkAt(experiment, 5001).latencyMs).toEqual([30, 40]);
    const [link] = currentWorld(store.getState()).links.values();
    expect(link?.slowed).toBe(false);
  });

  it('holds a slowed link against the network as it is now, and knows the way back', () => {
    const store = playground(5_000_000);
    const target = ['c-1', 'broker-1'] as const;
    const link = () => known(currentWorld(store.getState()).links.get(linkKey(...target)), 'link');
    store.getState().act({ do: 'slow-link', target, latencyMs: [300, 400] });
    store.getState().seek(5_500_000);
    const { action } = draftOf({ network: true }, { latencyMs: [30, 40] });
    store.getState().act(known(action, 'action'));
    store.getState().seek(6_000_000);
    expect(link()).toMatchObject({ latencyMs: [300, 400], slowed: true });
    store.getState().act({ do: 'slow-link', target, latencyMs: link().usualLatencyMs });
    store.getState().seek(6_500_000);
    expect(link()).toMatchObject({ latencyMs: [30, 40], slowed: false });
  });
});
