import { describe, expect, test } from 'vitest';
import { msToUs } from '../../lib/time.ts';
import { registerProtocol } from '../../protocol/register/index.ts';
import { builtins } from '../../simulation/builtins.ts';
import { createInlineSimulation } from '../../simulation/inline.ts';
import type { NewEvent } from '../events.ts';
import { costAt } from '../fold/cost.ts';
import {
  acquires,
  brokerStarts,
  completed,
  elected,
  ends,
  groupState,
  owns,
  releases,
  settledPair,
  written,
} from '../fold/told.ts';
import type { Told } from '../fold/told.ts';
import { randomExperiment } from '../random/experiment.ts';
import { Trace } from '../trace.ts';
import type { TraceReader } from '../reader.ts';
import { WorldReader } from '../world-reader.ts';
import { duplicatesAt, outcomeAt, phasesAt, rowsAt, unreadAt } from './ledger-row.ts';
import type { RebalanceRow } from './ledger-row.ts';
import { LedgerCollector } from './ledger.ts';

function rowsIn(trace: TraceReader, group: string): readonly RebalanceRow[] {
  const ledger = new LedgerCollector();
  for (let seq = 0; seq < trace.length; seq++) ledger.take(trace, seq, trace.kind(seq));
  return ledger.rowsOf(group);
}

/** The rows of a story that goes on from a settled pair at 1 s; times in ms. */
function rowsOf(...told: readonly (readonly [atMs: number, ...events: Told[]])[]) {
  const trace = new Trace();
  for (const { seq: _, because: __, ...event } of settledPair().events) trace.append(event);
  for (const [atMs, ...events] of told) {
    for (const event of events) {
      const common = { cause: null, rules: [], atUs: msToUs(atMs) };
      trace.append({ ...common, ...event } as never as NewEvent);
    }
  }
  return rowsIn(trace, 'g');
}

const attempt = {
  process: 'broker-1',
  group: 'g',
  rebalance: 2,
  trigger: 'TRIG-2',
  subject: 'g-2',
};
const started: Told = { kind: 'rebalance-started', ...attempt };
const isIn = (process: string, member: string): Told => ({
  kind: 'consumer-state',
  process,
  group: 'g',
  member,
  generation: 2,
  state: 'PartOfGroup',
});
const two = owns('g-1', 'c-1', 't', 0, 1);
const allIn = groupState('broker-1', 1, 'Rebalancing');

/** c-2 is killed at 2 s; c-1 has both partitions at 5.2 s. */
const death = [
  [2000, ends.kill('c-2')],
  [4900, started],
  [5000, releases('c-1', 't', 0), allIn],
  [5050, written(2, two)],
  [5100, { ...completed(2, two), left: ['g-2'] }],
  [5150, isIn('c-1', 'g-1'), acquires('c-1', 't', 0)],
  [5200, acquires('c-1', 't', 1), groupState('broker-1', 1, 'Steady')],
] as const;

describe('the ledger', () => {
  test('[COST-1] a row has trigger, phases, what moved, and what nobody read', () => {
    const [row] = rowsOf(...death);
    expect(row).toMatchObject({ rebalance: 2, trigger: 'TRIG-2', subject: 'g-2' });
    expect(row).toMatchObject({ outcome: 'completed', generation: 2, moved: 1, leastMoved: 1 });
    expect(row).toMatchObject({ joined: [], left: [{ member: 'g-2', consumer: 'c-2' }] });
    expect(row).toMatchObject({ startedAtUs: 4_900_000, allInAtUs: 5_000_000 });
    expect(row).toMatchObject({ completedAtUs: 5_100_000, answeredAtUs: 5_150_000 });
    expect(row).toMatchObject({ endedAtUs: 5_200_000, unreadUs: 3_200_000 + 150_000 });
  });

  test('what set it off: an action, as far as the chain of reasons leads to one', () => {
    const command: Told = {
      kind: 'command',
      command: { atMs: 2000, do: 'kill', target: 'c-2' },
      targets: [],
    };
    const seq = settledPair().events.length;
    const [row] = rowsOf([2000, command], [4900, { ...started, cause: seq }]);
    expect(row).toMatchObject({ originSeq: seq, originAtUs: 2_000_000 });
    expect(phasesAt(row as RebalanceRow, 9_000_000).detectUs).toBe(2_900_000);
    expect(row).toMatchObject({ firstCauseSeq: seq, firstCause: 'you: kill c-2 (it hits nobody)' });
    expect(row).toMatchObject({ subject: 'g-2', subjectName: 'c-2' });
    expect(rowsOf(...death)[0]?.originSeq).toBeNull();
  });

  test('it is told as it stood at any moment', () => {
    const [row] = rowsOf(...death) as [RebalanceRow];
    const now = { detectUs: null, waitUs: 100_000, writeUs: 100_000, answerUs: 50_000 };
    expect(phasesAt(row, 9_000_000)).toEqual(now);
    expect(phasesAt(row, 5_020_000)).toEqual({ ...now, writeUs: 20_000, answerUs: null });
    expect(phasesAt(row, 4_950_000)).toMatchObject({ waitUs: 50_000, writeUs: null });
    expect(outcomeAt(row, 5_099_999)).toBe('running');
    expect(outcomeAt(row, 5_100_000)).toBe('completed');
  });

  test('[COST-1] what nobody had read is told at any moment, while it runs and when it has ended', () => {
    const [row] = rowsOf(...death) as [RebalanceRow];
    expect(unreadAt(row, 4_900_000)).toBe(2_900_000);
    expect(unreadAt(row, 4_950_001)).toBe(2_950_001);
    // From 5 s on both partitions are unread, from 5.15 s on one, from 5.2 s on none.
    expect(unreadAt(row, 5_100_000)).toBe(3_000_000 + 200_000);
    expect(unreadAt(row, 9_000_000)).toBe(row.unreadUs);
  });

  test('[OFF-2] records read again are those of the last generation, as far as they were said', () => {
    const again = (records: number): Told => ({
      kind: 'records-consumed',
      process: 'c-1',
      group: 'g',
      topic: 't',
      partition: 0,
      fromOffset: 0,
      toOffset: 9,
      sinceUs: 0,
      duplicates: records,
    });
    const [row, next] = rowsOf(
      [1500, again(3)],
      ...death,
      [6000, again(2), again(0)],
      [7000, again(5)],
      [8000, { ...started, rebalance: 3 }],
      [8100, again(1)],
    ) as [RebalanceRow, RebalanceRow];
    expect(duplicatesAt(row, 5_999_999)).toBe(0);
    expect(duplicatesAt(row, 6_000_000)).toBe(2);
    expect(duplicatesAt(row, 9_000_000)).toBe(8);
    expect(duplicatesAt(next, 9_000_000)).toBe(0);
    expect(rowsAt([row, next], 7_999_999)).toEqual([row]);
  });

  test('while all is not read again, or answered, it has not ended', () => {
    expect(rowsOf(...death.slice(0, 6))[0]).toMatchObject({ endedAtUs: null, unreadUs: null });
    const unanswered = rowsOf(...death.slice(0, 5), [5150, acquires('c-1', 't', 0)], death[6]);
    expect(unanswered[0]).toMatchObject({ answeredAtUs: null, endedAtUs: null });
  });

  test('the next one begins where the last one is not yet done: its cost is split', () => {
    const next: Told = { ...started, rebalance: 3, trigger: 'TRIG-1', subject: 'c-3' };
    const [first, second] = rowsOf(
      ...death.slice(0, 5),
      [5120, next],
      [5150, acquires('c-1', 't', 0), acquires('c-1', 't', 1)],
      [5200, allIn, { ...completed(3, two), rebalance: 3 }],
      [5250, { ...isIn('c-1', 'g-1'), generation: 3 }],
    );
    expect(first).toMatchObject({ endedAtUs: 5_120_000, unreadUs: 3_120_000 + 120_000 });
    expect(second).toMatchObject({ endedAtUs: 5_250_000, unreadUs: 2 * 30_000, moved: 0 });
  });

  test('what was unread in an earlier disturbance is not its cost', () => {
    const [row] = rowsOf([1200, ends.freeze('c-1')], [1500, ends.thaw('c-1')], ...death);
    expect(row?.unreadUs).toBe(3_350_000);
  });

  test('further triggers join it', () => {
    const joined: Told = {
      ...started,
      kind: 'rebalance-joined',
      trigger: 'TRIG-1',
      subject: 'c-3',
    };
    const [row] = rowsOf([4900, started], [4950, joined]);
    const further = { trigger: 'TRIG-1', subject: 'c-3', subjectName: 'c-3', atUs: 4_950_000 };
    expect(row?.further).toEqual([further]);
    expect(row?.outcome).toBe('running');
  });

  test('it comes to nothing when nobody is left, or the coordinator goes away', () => {
    const abandoned: Told = { ...started, kind: 'rebalance-abandoned' };
    const [vain] = rowsOf([4900, started], [4950, abandoned]);
    expect(vain).toMatchObject({ outcome: 'abandoned', endedAtUs: 4_950_000, generation: null });
    const [lost] = rowsOf([4900, started], [4960, ends.kill('broker-1')]);
    expect(lost).toMatchObject({ outcome: 'lost', endedAtUs: 4_960_000 });
    expect(outcomeAt(lost as RebalanceRow, 4_959_999)).toBe('running');
  });

  test('one who was deposed makes no rows, and ends none', () => {
    const other = brokerStarts('broker-2');
    const theirs: Told = { ...started, process: 'broker-2' };
    const rows = rowsOf([2000, other, elected('broker-2', 2), theirs], ...death.slice(1, 5));
    expect(rows).toMatchObject([{ coordinator: 'broker-2', outcome: 'running', allInAtUs: null }]);
  });
});

const runs = [
  ...builtins.filter(({ id }) => id === 'zombie' || id === 'storm' || id === 'coordinator-killed'),
  ...[2, 3, 5, 8].map((seed) => ({ id: `random ${seed}`, experiment: randomExperiment(seed) })),
];

test.each(runs)('[COST-1] rows and the world agree on what it cost: $id', ({ id, experiment }) => {
  const simulation = createInlineSimulation(experiment, registerProtocol);
  simulation.advance(msToUs(experiment.untilMs));
  const { trace } = simulation;
  const world = new WorldReader(trace).worldAt(trace.length - 1);
  for (const group of world.groups.values()) {
    const rows = rowsIn(trace, group.group);
    const unreadUs = rows.reduce((sum, row) => sum + (row.unreadUs ?? 0), 0);
    const cost = costAt(group, world.atUs);
    const ended = rows.filter((row) => row.unreadUs !== null);
    const unread = ended.map((row) => unreadAt(row, world.atUs));
    expect(unread).toEqual(ended.map((row) => row.unreadUs));
    const completed = rows.flatMap(({ moved: all, leastMoved: least }) =>
      all === null || least === null ? [] : [all - least],
    );
    expect(Math.min(0, ...completed)).toBe(0);
    const again = rows.reduce((sum, row) => sum + duplicatesAt(row, world.atUs), 0);
    expect(again).toBe(group.duplicates);
    // What is left over is of a disturbance that lasts, or that was over before a rebalance began.
    expect(unreadUs).toBeLessThanOrEqual(cost.unreadUs);
    expect(unreadUs).toBeGreaterThanOrEqual(id === 'zombie' ? cost.unreadUs : 0);
    expect(rows.filter(({ outcome }) => outcome === 'completed')).toHaveLength(
      cost.rebalancesCompleted,
    );
    const moved = rows.reduce((sum, row) => sum + (row.moved ?? 0), 0);
    expect(moved).toBeLessThanOrEqual(cost.partitionsMoved);
  }
});

test('who comes back from a freeze sets off the rebalance by the thaw', () => {
  const { experiment } = builtins.find(({ id }) => id === 'zombie')!;
  const simulation = createInlineSimulation(experiment, registerProtocol);
  simulation.advance(20_000_000);
  const { trace } = simulation;
  const ledger = new LedgerCollector();
  for (let seq = 0; seq < trace.length; seq++) ledger.take(trace, seq, trace.kind(seq));
  const rows = ledger.rowsOf(experiment.scenario.groups[0]!.id);
  expect(rows.map(({ firstCause }) => firstCause).slice(2)).toEqual([
    'you: freeze c-2',
    'you: thaw c-2',
  ]);
  expect(rows.at(-1)?.originAtUs).toBe(14_000_000);
});
