/** State machines as data: what a protocol's own tables say, in one shape for the drawing. Pure. */
import { consumerStateTable } from '../../../protocol/register/consumer/states.ts';
import { groupStateTable } from '../../../protocol/register/coordinator/states.ts';

export interface Way {
  readonly to: string;
  /** What leads there. */
  readonly when: string;
}

export interface MachineState {
  readonly name: string;
  /** What is done in it. */
  readonly about: string;
  readonly ways: readonly Way[];
}

/** In the order in which it is drawn; the first is where everything begins. */
export type Machine = readonly MachineState[];

type Ways = Readonly<Partial<Record<string, string>>>;

function waysOf(leavesTo: Ways): Way[] {
  return Object.entries(leavesTo).map(([to, when = '']) => ({ to, when }));
}

/** Whose machine it is: the process, or a group at a broker. */
export type Subject = 'consumer' | 'group';

/** The tables that the `register` protocol asserts against; another protocol brings its own. */
export const machines: Readonly<Record<Subject, Machine>> = {
  consumer: Object.entries(consumerStateTable).map(([name, { behaviour, leavesTo }]) => ({
    name,
    about: behaviour,
    ways: waysOf(leavesTo),
  })),
  group: Object.entries(groupStateTable).map(([name, { answers, leavesTo }]) => ({
    name,
    about: answers,
    ways: waysOf(leavesTo),
  })),
};
