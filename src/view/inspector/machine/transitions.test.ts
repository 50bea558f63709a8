/** The transitions of a run: each one that the table knows, counted, and where they leave a machine. */
import { describe, expect, it } from 'vitest';
import { known } from '../../../lib/assert.ts';
import { builtins } from '../../../simulation/builtins.ts';
import { activeRun } from '../../../store/playground.ts';
import { playground } from '../../../store/testing.ts';
import { machines } from './table.ts';
import type { Machine } from './table.ts';
import { countUpTo, machineKey, stateAfter, transitionsOf } from './transitions.ts';
import type { Transition } from './transitions.ts';
import { wayStops } from './ways.ts';

/** Those that the table does not know, or that do not begin where the one before ended. */
function notInTable(machine: Machine, transitions: readonly Transition[]): readonly Transition[] {
  return transitions.filter(({ from, to }, index) => {
    const before = transitions[index - 1]?.to ?? 'Down';
    return from !== before || !leads(machine, from, to);
  });
}

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
      const wrong = [...processes.values()].flatMap(({ name, role }) => {
        const keys = [name, ...index.groupsAt(name).map((group) => machineKey(name, group))];
        const machine = machines[role === 'consumer' ? 'consumer' : 'group'];
        return keys.flatMap((key) => notInTable(machine, index.of(key)));
      });
      expect(wrong).toEqual([]);
    });

    it('the state after any event is the one that the world has', () => {
      for (let seq = 0; seq < trace.length; seq += 97) {
        const { processes, groups } = reader.worldAt(seq);
        const consumers = [...processes.values()].filter(({ consumer }) => consumer !== null);
        const acted = [...groups.values()].filter(({ coordinated }) => coordinated);
        const keys = [
          ...consumers.map(({ name }) => machineKey(name)),
          ...acted.map(({ coordinator, group }) => machineKey(coordinator ?? '', group)),
        ];
        expect(keys.map((key) => stateAfter(index.of(key), seq))).toEqual([
          ...consumers.map(({ consumer }) => consumer?.state),
          ...acted.map(({ state }) => state),
        ]);
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
