/** For tests: groups in the states that rules begin in. Members are c-1, c-2 ... with ids m1, m2 ... */
import { Bench } from './bench.ts';

/** Ids of the first members. */
export const m1 = 'billing-host-1-1';
export const m2 = 'billing-host-2-2';
export const m3 = 'billing-host-3-3';

/** The role is there and loaded; no group is. */
export function loadedRole(topics?: Readonly<Record<string, number>>): Bench {
  const bench = new Bench(topics);
  bench.elect();
  bench.settle();
  return bench;
}

/** Steady with `count` members in generation `count` (each joined in a rebalance of its own). */
export function steadyGroup(count = 2, topics?: Readonly<Record<string, number>>): Bench {
  const bench = loadedRole(topics);
  for (let n = 1; n <= count; n++) {
    bench.register(`c-${n}`);
    for (let member = 1; member < n; member++) registerAgain(bench, member);
    bench.settle();
  }
  bench.forget();
  return bench;
}

/** Member n registers with its id and what it had. */
export function registerAgain(bench: Bench, n: number): void {
  bench.register(`c-${n}`, { member: `billing-host-${n}-${n}` });
}

/** PreparingRebalance: c-3 is new; c-1 and c-2 (generation 2) are waited for. */
export function preparingGroup(): Bench {
  const bench = steadyGroup(2);
  bench.register('c-3');
  bench.forget();
  return bench;
}

/** Rebalancing: c-1, c-2 and newcomer c-3 are in; ZooKeeper has not answered. */
export function rebalancingGroup(): Bench {
  const bench = preparingGroup();
  registerAgain(bench, 1);
  registerAgain(bench, 2);
  bench.forget();
  return bench;
}

/** Rebalancing: as before, but c-3 wants a topic too that is yet to be read. */
export function readingGroup(): Bench {
  const bench = steadyGroup(2, { orders: 6, payments: 2 });
  bench.register('c-3', { topics: ['orders', 'payments'] });
  registerAgain(bench, 1);
  registerAgain(bench, 2);
  bench.forget();
  return bench;
}

/** Ready: another coordinator's record of generation 2 is loaded under epoch 2. */
export function readyGroup(): Bench {
  const bench = steadyGroup(2);
  bench.lose();
  bench.elect(2);
  bench.settle();
  bench.forget();
  return bench;
}
