/** The state table of a group against the code: every state, every input, what comes of it. */
import { describe, expect, test } from 'vitest';
import { groupStates } from '../../facts.ts';
import type { GroupStateName } from '../../facts.ts';
import { Bench, connectionOf, deadAfterUs } from './testing/bench.ts';
import {
  m1,
  m2,
  preparingGroup,
  readyGroup,
  rebalancingGroup,
  registerAgain,
  steadyGroup,
} from './testing/situations.ts';
import { emptyGroup } from './state.ts';
import { enter, groupStateTable } from './states.ts';

/** A group of generation 2 with members m1 and m2, in each state. */
const situations: Readonly<Record<GroupStateName, () => Bench>> = {
  Down: () => {
    const bench = steadyGroup(2);
    bench.lose();
    bench.forget();
    return bench;
  },
  CatchUp: () => {
    const bench = situations.Down();
    bench.elect(2);
    return bench;
  },
  Ready: readyGroup,
  PreparingRebalance: preparingGroup,
  Rebalancing: rebalancingGroup,
  Steady: () => steadyGroup(2),
};

const inputs = {
  'a newcomer registers': (bench: Bench) => bench.register('c-4'),
  'a member registers, same topics': (bench: Bench) => registerAgain(bench, 1),
  'a member registers, other topics': (bench: Bench) =>
    bench.register('c-1', { member: m1, topics: [] }),
  'an unknown id registers': (bench: Bench) => bench.register('c-1', { member: 'nobody-1' }),
  'a bad registration': (bench: Bench) => bench.register('c-4', { sessionTimeout: 1 }),
  'a heartbeat of the stored generation': (bench: Bench) => bench.heartbeat('c-1', m1, 2),
  'the last heartbeat that was missing': (bench: Bench) => {
    bench.heartbeat('c-2', m2, 2);
    bench.forget();
    bench.heartbeat('c-1', m1, 2);
  },
  'a heartbeat of an older generation': (bench: Bench) => bench.heartbeat('c-1', m1, 1),
  'a heartbeat of the next generation': (bench: Bench) => bench.heartbeat('c-1', m1, 3),
  'a heartbeat of an unknown id': (bench: Bench) => bench.heartbeat('c-1', 'nobody-1', 2),
  'a commit of the stored generation': (bench: Bench) => {
    const before = bench.store.waiting.length;
    bench.commit('c-1', m1, 2);
    // Its write only: what waited before goes on waiting.
    const [own] = bench.store.waiting.splice(before);
    const others = bench.store.waiting.splice(0);
    if (own) bench.store.waiting.push(own);
    bench.settle();
    bench.store.waiting.push(...others);
  },
  'a commit of an older generation': (bench: Bench) => bench.commit('c-1', m1, 1),
  'all are silent': (bench: Bench) => bench.wait(4 * deadAfterUs),
  "a newcomer's connection closes": (bench: Bench) => bench.disconnect(connectionOf('c-3')),
  "a member's connection closes": (bench: Bench) => bench.disconnect(connectionOf('c-1')),
  'ZooKeeper answers': (bench: Bench) => bench.settle(),
  'the fence is gone': (bench: Bench) => {
    bench.store.writeCoordinator('broker-2', 9, 'billing');
    bench.settle();
  },
  'the role is lost': (bench: Bench) => bench.lose(),
} as const;

type InputName = keyof typeof inputs;

/** What was answered or noted, then the state that it leads to. */
function outcome(bench: Bench): string {
  const refused = bench.factsOf('request-refused').map(({ error, reason }) => {
    return reason === 'not-coordinator' || reason === 'loading' ? error : `${error}: ${reason}`;
  });
  const said = [
    ...new Set(refused.map((text) => text.replace(/: session timeout.*/, ''))),
    ...new Set(bench.replies.filter(({ error }) => error === 'None').map(({ api }) => `${api} ok`)),
    ...(bench.factsOf('registration-parked').length > 0 ? ['parked'] : []),
    ...bench
      .factsOf('member-removed')
      .map(({ member }) => `${member} dead`)
      .toSorted(),
  ];
  return `${said.join(', ') || 'nothing'} -> ${stateOf(bench)}`;
}

/** A group that is not known is Down, or in CatchUp while its subset is being loaded. */
function stateOf({ state }: Bench): GroupStateName {
  const [role] = state.roles.values();
  return state.groups.get('billing')?.state ?? (role ? 'CatchUp' : 'Down');
}

const notCoordinator = 'NotCoordinatorForGroup -> Down';
const loading = 'CoordinatorStartupNotComplete -> CatchUp';
const still = (state: GroupStateName) => `nothing -> ${state}`;
const same = <T>(state: GroupStateName, value: T) => ({ [state]: value });

type Row = Readonly<Record<GroupStateName, string>>;

/** The same in every state that has loaded. */
function loaded(what: string): Omit<Row, 'Down' | 'CatchUp'> {
  const states = ['Ready', 'PreparingRebalance', 'Rebalancing', 'Steady'] as const;
  return Object.assign({}, ...states.map((state) => same(state, `${what} -> ${state}`)));
}

const request = { Down: notCoordinator, CatchUp: loading };
const noRequest = { Down: still('Down'), CatchUp: still('CatchUp') };

const expected: Readonly<Record<InputName, Row>> = {
  'a newcomer registers': {
    ...request,
    Ready: 'parked -> PreparingRebalance',
    PreparingRebalance: 'parked -> PreparingRebalance',
    Rebalancing: 'parked -> Rebalancing',
    Steady: 'parked -> PreparingRebalance',
  },
  'a member registers, same topics': {
    ...request,
    Ready: 'parked -> PreparingRebalance',
    PreparingRebalance: 'parked -> PreparingRebalance',
    Rebalancing: 'parked -> Rebalancing',
    Steady: 'RegisterConsumer ok -> Steady',
  },
  'a member registers, other topics': {
    ...request,
    Ready: 'parked -> PreparingRebalance',
    PreparingRebalance: 'parked -> PreparingRebalance',
    Rebalancing: 'parked -> Rebalancing',
    Steady: 'parked -> PreparingRebalance',
  },
  'an unknown id registers': { ...request, ...loaded('UnknownConsumer: unknown-member') },
  'a bad registration': { ...request, ...loaded('InvalidSessionTimeout') },
  'a heartbeat of the stored generation': {
    ...request,
    ...loaded('IllegalGeneration: rebalance-pending'),
    Ready: 'Heartbeat ok -> Ready',
    Steady: 'Heartbeat ok -> Steady',
  },
  'the last heartbeat that was missing': {
    ...request,
    ...loaded('IllegalGeneration: rebalance-pending'),
    Ready: 'Heartbeat ok -> Steady',
    Steady: 'Heartbeat ok -> Steady',
  },
  'a heartbeat of an older generation': { ...request, ...loaded('IllegalGeneration: stale') },
  'a heartbeat of the next generation': { ...request, ...loaded('IllegalGeneration: future') },
  'a heartbeat of an unknown id': { ...request, ...loaded('UnknownConsumer: unknown-member') },
  'a commit of the stored generation': {
    ...request,
    ...loaded('OffsetCommit ok'),
    Rebalancing: 'IllegalGeneration: rebalance-pending -> Rebalancing',
  },
  'a commit of an older generation': { ...request, ...loaded('IllegalGeneration: stale') },
  'all are silent': {
    ...noRequest,
    Ready: `${m1} dead, ${m2} dead -> Rebalancing`,
    PreparingRebalance: `${m1} dead, ${m2} dead -> Rebalancing`,
    Rebalancing: still('Rebalancing'),
    Steady: `${m1} dead, ${m2} dead -> Rebalancing`,
  },
  "a newcomer's connection closes": { ...noRequest, ...loaded('nothing') },
  "a member's connection closes": { ...noRequest, ...loaded('nothing') },
  'ZooKeeper answers': {
    ...noRequest,
    ...loaded('nothing'),
    CatchUp: still('Ready'),
    Rebalancing: 'RegisterConsumer ok -> Steady',
  },
  'the fence is gone': {
    ...noRequest,
    ...loaded('nothing'),
    CatchUp: still('Ready'),
    Rebalancing: notCoordinator,
  },
  'the role is lost': {
    Down: still('Down'),
    CatchUp: still('Down'),
    Ready: still('Down'),
    PreparingRebalance: notCoordinator,
    Rebalancing: notCoordinator,
    Steady: still('Down'),
  },
};

describe.each(groupStates)('%s', (state) => {
  test.each(Object.keys(inputs) as InputName[])('%s', (input) => {
    const bench = situations[state]();
    expect(stateOf(bench)).toBe(state);
    bench.forget();
    inputs[input](bench);
    expect(outcome(bench)).toBe(expected[input][state]);
  });
});

describe('the table', () => {
  const ways = groupStates.flatMap((from) => groupStates.map((to) => [from, to] as const));

  const isKnown = ([from, to]: (typeof ways)[number]) =>
    Object.hasOwn(groupStateTable[from].leavesTo, to);

  /** The state after trying to move, and what was thrown. */
  function move(from: GroupStateName, to: GroupStateName) {
    const group = emptyGroup('billing', { subset: 9, epoch: 1, session: 's' });
    group.state = from;
    try {
      enter(new Bench().context(), group, to, 'a test', []);
    } catch (error) {
      return { state: group.state, error: (error as Error).message };
    }
    return { state: group.state };
  }

  test.each(ways.filter(isKnown))('[COORD-5] %s to %s is in it', (from, to) => {
    expect(move(from, to)).toEqual({ state: to });
  });

  test.each(ways.filter((way) => !isKnown(way)))('[COORD-5] %s to %s is not', (from, to) => {
    expect(move(from, to)).toEqual({ state: from, error: `${from} leads to ${to}` });
  });

  test('[COORD-5] it is the one of the text', () => {
    const rows = Object.entries(groupStateTable).map(([from, { leavesTo }]) => [
      from,
      Object.keys(leavesTo).join(' '),
    ]);
    expect(Object.fromEntries(rows)).toEqual({
      Down: 'CatchUp',
      CatchUp: 'Ready Down',
      Ready: 'Steady PreparingRebalance Down',
      PreparingRebalance: 'Rebalancing Ready Down',
      Rebalancing: 'Steady Ready PreparingRebalance Down',
      Steady: 'PreparingRebalance Down',
    });
  });
});
