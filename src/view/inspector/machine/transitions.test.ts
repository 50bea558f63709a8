/** The transitions of a run: each one that the table knows, counted, and where they leave a machine. */
import { describe, expect, it } from 'vitest';
import { known } from '../../../lib/assert.ts';
import { builtins } from '../../../simulation/builtins.ts';
import { activeRun } from '../../../store/playground.ts';
import { playground } from '../../../store/testing.ts';
import { machines } from './table.ts';
import type { Machine } from './table.ts';
import { countUpTo, machineKey, stateAfter, transitionsOf } from './transitions.ts';
import { wayStops } from './ways.ts';

const leads = (machine: Machine, from: string, to: string) =>
  machine.find(({ name }) => name === from)?.ways.some((way) => way.to === to) ?? false;

describe.each(['first-minute', 'zombie', 'coordinator-killed', 'coordinator-cut-off', 'stop'])(
  'in %s',
  (id) => {
    const experiment = builtins.find((builtin) => builtin.id === id)?.experiment;
    const { trace, reader } = activeRun(playground(20_000_000, experiment).getState());
    const index = transitionsOf(trace);

    it('every transition is one of the table, and each begins where the last one ended', () => {
      const { processes } = reader.worldAt(trace.length - 1);
      for (const { name, role } of processes.values()) {
        const keys = [name, ...index.groupsAt(name).map((group) => machineKey(name, group))];
        for (const key of keys) {
          const machine = machines[role === 'consumer' ? 'consumer' : 'group'];
          let at = 'Down';
          for (const { from, to } of index.of(key)) {
            expect(from, key).toBe(at);
            expect(leads(machine, from, to), `${key}: ${from} to ${to}`).toBe(true);
            at = to;
          }
        }
      }
    });

    it('the state after any event is the one that the world has', () => {
      for (let seq = 0; seq < trace.length; seq += 97) {
        const world = reader.worldAt(seq);
        for (const { name, consumer } of world.processes.values()) {
          if (consumer) expect(stateAfter(index.of(machineKey(name)), seq)).toBe(consumer.state);
        }
        for (const { group, coordinator, coordinated, state } of world.groups.values()) {
          if (coordinator === null || !coordinated) continue;
          expect(stateAfter(index.of(machineKey(coordinator, group)), seq)).toBe(state);
        }
      }
    });
  },
);

describe('the events of one way', () => {
  const way = { from: 'A', to: 'B' };
  const transitions = [
    { seq: 3, ...way },
    { seq: 5, from: 'B', to: 'A' },
    { seq: 8, ...way },
    { seq: 9, from: 'B', to: 'A' },
    { seq: 20, ...way },
  ];

  it('lead from the moment to the first, the one before, the last and the next', () => {
    expect(wayStops(transitions, way, 10, 30)).toEqual({ first: 3, before: 3, last: 8, after: 20 });
    expect(wayStops(transitions, way, 2, 30)).toEqual({
      first: null,
      before: null,
      last: null,
      after: 3,
    });
    expect(countUpTo(transitions, 8)).toBe(3);
  });

  it('end where the run has not been seen', () => {
    expect(wayStops(transitions, way, 10, 15).after).toBeNull();
    expect(known(wayStops(transitions, way, 25).last, 'last')).toBe(20);
  });
});
