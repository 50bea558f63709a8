import { describe, expect, test } from 'vitest';
import { known } from '../../lib/assert.ts';
import { registerProtocol } from '../../protocol/register/index.ts';
import { builtins } from '../../simulation/builtins.ts';
import { createInlineSimulation } from '../../simulation/inline.ts';
import { experimentOf, groupOf } from '../../simulation/testing.ts';
import type { EventKind } from '../events.ts';
import type { Experiment } from '../experiment.ts';
import { randomExperiment } from '../random/experiment.ts';
import type { TraceReader } from '../reader.ts';
import type { World } from '../world.ts';
import { WorldReader } from '../world-reader.ts';
import { questionsFor, whyNot } from './waits.ts';
import type { Wait, WaitQuestion, WaitSubject } from './waits.ts';

const process = (name: string): WaitSubject => ({ kind: 'process', process: name });
const billing: WaitSubject = { kind: 'group', group: 'billing' };
const partition = (number: number): WaitSubject => ({
  kind: 'partition',
  group: 'billing',
  topic: 'orders',
  partition: number,
});

/** A run to its end, whose moments are asked about. */
class Asked {
  readonly trace: TraceReader;
  readonly #reader: WorldReader;

  constructor(experiment: Experiment, untilMs = experiment.untilMs) {
    const simulation = createInlineSimulation(experiment, registerProtocol);
    simulation.advance(untilMs * 1000);
    this.trace = simulation.trace;
    this.#reader = new WorldReader(this.trace);
  }

  worldAt(seq: number): World {
    return this.#reader.worldAt(seq);
  }

  why(question: WaitQuestion, subject: WaitSubject, seq: number): Wait | null {
    return whyNot({ world: this.worldAt(seq), trace: this.trace }, question, subject);
  }

  /** The answer, which there has to be, and which has to be offered. */
  answer(question: WaitQuestion, subject: WaitSubject, seq: number): Wait {
    const offered = questionsFor(this.worldAt(seq), subject);
    known(
      offered.find((one) => one.question === question),
      `question ${question} among those offered`,
    );
    return known(this.why(question, subject, seq), 'answer');
  }

  at(ms: number): number {
    return this.trace.lastAtOrBefore(ms * 1000);
  }

  /** The first event of a kind at or after `fromMs`, whose process or consumer is `who`. */
  first(kind: EventKind, fromMs = 0, who?: string): number {
    for (let seq = 0; seq < this.trace.length; seq++) {
      if (this.trace.kind(seq) !== kind || this.trace.atUs(seq) < fromMs * 1000) continue;
      const names = [this.trace.process(seq), this.trace.text(seq, 'consumer')];
      if (who === undefined || names.includes(who)) return seq;
    }
    throw new Error(`no ${kind}`);
  }

  /** Kinds of what happens at the moment at which the wait is said to end. */
  endOf(wait: Wait): EventKind[] {
    const kinds: EventKind[] = [];
    const atUs = known(wait.endsAtUs, 'end of the wait');
    for (let seq = this.trace.lastAtOrBefore(atUs); this.trace.atUs(seq) === atUs; seq--) {
      kinds.push(this.trace.kind(seq));
    }
    return kinds;
  }

  /** The same question when the announced moment is over. */
  after(question: WaitQuestion, subject: WaitSubject, wait: Wait): Wait | null {
    const atUs = known(wait.endsAtUs, 'end of the wait');
    return this.why(question, subject, this.trace.lastAtOrBefore(atUs));
  }
}

const calm = { seed: 3, scenario: groupOf(3) };
const asked = (words: object, untilMs = 15_000) =>
  new Asked(experimentOf({ ...calm, ...words }), untilMs);
const builtin = (id: string) =>
  new Asked(
    known(
      builtins.find((one) => one.id === id),
      `built-in ${id}`,
    ).experiment,
  );

describe('why does a consumer own no partition', () => {
  test('it has not started', () => {
    const run = asked({}, 1000);
    expect(run.answer('owns-nothing', process('c-9'), 5)).toMatchObject({
      condition: 'c-9 has not started.',
      endsAtUs: null,
    });
  });

  test('[RB-4] [HB-3] it waits at the barrier for a frozen member, to the end of its window', () => {
    const commands = [
      { atMs: 6500, do: 'kill', target: 'c-2' },
      { atMs: 7200, do: 'freeze', target: 'c-3' },
    ];
    const run = asked({ commands });
    const parked = run.first('registration-parked', 7200, 'c-1');
    const wait = run.answer('owns-nothing', process('c-1'), parked);
    expect(wait.condition).toContain('waits for c-3 to register, which is frozen');
    expect(wait.waitsFor).toEqual(['c-3']);
    expect(wait.timer?.timer).toBe('dead-after');
    expect(wait.rules).toContain('RB-4');
    expect(run.trace.kind(wait.sinceSeq ?? -1)).toBe('rebalance-started');
    expect(run.endOf(wait)).toContain('member-removed');
    expect(run.answer('not-stable', billing, parked).endsAtUs).toBe(wait.endsAtUs);
    expect(run.after('owns-nothing', process('c-1'), wait)?.condition).not.toContain('frozen');
  });

  test('[REG-2] it was refused for good', () => {
    const run = builtin('refused-for-good');
    const failed = run.first('consumer-failed');
    const name = known(run.trace.process(failed), 'who failed');
    const end = run.trace.length - 1;
    const wait = run.answer('owns-nothing', process(name), end);
    expect(wait).toMatchObject({ rules: ['REG-2'], timer: null, endsAtUs: null });
    expect(wait.ending).toContain('No timer ends this wait');
  });

  test('[ASG-1] there are more consumers than partitions', () => {
    const run = asked({ scenario: groupOf(8) });
    const end = run.trace.length - 1;
    const names = [...run.worldAt(end).processes.values()]
      .filter(({ consumer }) => consumer?.held.size === 0)
      .map(({ name }) => name);
    expect(names).toHaveLength(2);
    const wait = run.answer('owns-nothing', process(known(names[0], 'surplus')), end);
    expect(wait.condition).toContain('8 members share 6 partitions');
    expect(wait).toMatchObject({ rules: ['ASG-1'], endsAtUs: null });
    expect(run.trace.kind(wait.sinceSeq ?? -1)).toBe('rebalance-completed');
  });

  test('it is dead, and since when', () => {
    const run = asked({ commands: [{ atMs: 6500, do: 'kill', target: 'c-2' }] });
    const wait = run.answer('owns-nothing', process('c-2'), run.at(9000));
    expect(wait.condition).toBe('c-2 is dead.');
    expect(run.trace.kind(wait.sinceSeq ?? -1)).toBe('process-crashed');
  });

  test('[OWN-6] it was struck off and does not know: frozen until it thaws, cut off until it hears nothing', () => {
    const frozen = asked({ commands: [{ atMs: 6500, do: 'freeze', target: 'c-2' }] });
    const removed = frozen.first('member-removed', 6500);
    expect(frozen.answer('owns-nothing', process('c-2'), removed)).toMatchObject({
      rules: ['OWN-6', 'HB-5'],
      endsAtUs: null,
      sinceSeq: removed,
    });
    const group = { heartbeatFrequency: 4, failedHeartbeatThreshold: 2 };
    const cut = asked({
      scenario: groupOf(3, group),
      commands: [{ atMs: 6500, do: 'cut-link', target: ['c-2', '@billing'] }],
    });
    const struck = cut.first('member-removed', 6500);
    const wait = cut.answer('owns-nothing', process('c-2'), struck);
    expect(wait.timer?.timer).toBe('coordinator-failed');
    expect(cut.endOf(wait)).toContain('consumer-state');
    expect(cut.after('owns-nothing', process('c-2'), wait)?.timer?.timer).not.toBe(
      'coordinator-failed',
    );
  });

  test('[DISC-1] no broker runs: no timer ends that', () => {
    const commands = ['broker-1', 'broker-2', 'broker-3'].map((target) => ({
      atMs: 6000,
      do: 'kill',
      target,
    }));
    const run = asked({ commands });
    const wait = run.answer('not-stable', billing, run.at(14_000));
    expect(wait.ending).toContain('a broker has to be started');
    expect(wait.endsAtUs).toBeNull();
    const search = run.answer('not-committing', process('c-1'), run.at(14_000));
    expect(search.condition).toContain('c-1 looks for the coordinator of billing.');
    expect(search.rules).toContain('DISC-1');
  });
});

describe('why has a death not been noticed', () => {
  test('[HB-3] [HB-6] only silence tells of a member’s', () => {
    const run = asked({ commands: [{ atMs: 6500, do: 'power-off', target: 'c-2' }] });
    const wait = run.answer('death-unnoticed', process('c-2'), run.at(6900));
    expect(wait.timer?.timer).toBe('dead-after');
    expect(run.endOf(wait)).toContain('member-removed');
    expect(run.after('death-unnoticed', process('c-2'), wait)).toBeNull();
    const live = questionsFor(run.worldAt(run.at(6900)), process('c-1'));
    expect(live.map(({ question }) => question)).not.toContain('death-unnoticed');
  });

  test('[COST-1] its partitions are unread until then, and until they have another owner', () => {
    const run = asked({ commands: [{ atMs: 6500, do: 'kill', target: 'c-2' }] });
    const held = [
      ...(run.worldAt(run.at(6499)).processes.get('c-2')?.consumer?.held.values() ?? []),
    ];
    const its = partition(known(held[0], 'partition of c-2').partition);
    const death = run.answer('death-unnoticed', process('c-2'), run.at(6900));
    expect(run.answer('unread', its, run.at(6900))).toEqual(death);
    expect(run.after('unread', its, death)?.rules).toContain('RB-4');
    expect(run.why('unread', its, run.at(14_000))).toBeNull();
  });

  test('[OFF-4] its owner takes its partitions one after another', () => {
    const run = builtin('stop');
    const firstOfThree = run.first('partition-acquired', 12_000, 'c-1');
    expect(run.answer('unread', partition(1), firstOfThree)).toMatchObject({
      condition: 'c-1 was given orders/1 and has not taken it yet.',
      waitsFor: ['c-1'],
    });
    expect(run.why('unread', partition(1), firstOfThree + 1)).toBeNull();
  });

  test('[REG-6] of what a consumer was before it started again', () => {
    const run = asked({ commands: [{ atMs: 6500, do: 'restart', target: 'c-2' }] });
    const parked = run.first('registration-parked', 6500, 'c-2');
    const wait = run.answer('death-unnoticed', process('c-2'), parked);
    expect(wait.condition).toContain('comes as somebody new');
    expect(run.endOf(wait)).toContain('member-removed');
    const others = ['c-1', 'c-3'].map((name) => run.first('registration-parked', 6500, name));
    const barrier = run.answer('owns-nothing', process('c-2'), Math.max(parked, ...others));
    expect(barrier.waitsFor).toEqual(['c-2']);
    expect(barrier.endsAtUs).toBe(wait.endsAtUs);
  });

  test('[HB-6] of one that is cut off, since its link was cut', () => {
    const commands = [
      { atMs: 6500, do: 'cut-link', target: ['c-2', '@billing'] },
      { atMs: 6600, do: 'slow-link', target: ['c-1', '@billing'], latencyMs: [20, 20] },
    ];
    const run = asked({ commands });
    const wait = run.answer('death-unnoticed', process('c-2'), run.at(7000));
    expect(run.trace.bool(wait.sinceSeq ?? -1, 'cut')).toBe(true);
  });

  test('[COORD-4] ZooKeeper keeps the session of a dead broker', () => {
    const run = asked({ commands: [{ atMs: 6000, do: 'kill', target: '@billing' }] });
    const name = known(run.trace.process(run.first('process-crashed')), 'broker');
    const wait = run.answer('death-unnoticed', process(name), run.at(6900));
    expect(wait.rules).toEqual(['COORD-4']);
    expect(run.endOf(wait)).toContain('zookeeper-session-expired');
    expect(run.after('death-unnoticed', process(name), wait)).toBeNull();
    const group = run.answer('no-coordinator', billing, run.at(6900));
    expect(group.endsAtUs).toBe(wait.endsAtUs);
    expect(group.timer?.timer).toBe('session');
    // [HB-4] Its members read on: of their partitions there is nothing to ask.
    expect(questionsFor(run.worldAt(run.at(6900)), partition(0))).toEqual([]);
  });
});

describe('why is a group not stable, or without coordinator', () => {
  test('[COORD-8] a frozen coordinator answers nobody until ZooKeeper has ended its session', () => {
    const run = asked({ commands: [{ atMs: 6000, do: 'freeze', target: '@billing' }] });
    const wait = run.answer('no-coordinator', billing, run.at(6500));
    expect(wait.rules).toEqual(['COORD-4', 'COORD-8']);
    expect(run.endOf(wait)).toContain('zookeeper-session-expired');
  });

  test('[COORD-8] cut off from ZooKeeper in the middle of a write it goes on to the end of its lease', () => {
    const plain = asked({ commands: [{ atMs: 6500, do: 'kill', target: 'c-2' }] });
    let seq = plain.first('group-state', 6500);
    while (plain.trace.text(seq, 'state') !== 'Rebalancing') {
      seq = plain.trace.kind(seq + 1) === 'group-state' ? seq + 1 : next(plain.trace, seq);
    }
    const cutAtMs = Math.floor(plain.trace.atUs(seq) / 1000);
    const run = asked({
      commands: [
        { atMs: 6500, do: 'kill', target: 'c-2' },
        { atMs: cutAtMs, do: 'cut-link', target: ['@billing', 'zookeeper'] },
      ],
    });
    const wait = run.answer('not-stable', billing, run.at(cutAtMs + 300));
    expect(wait.condition).toContain('its link to zookeeper is cut');
    expect(wait.timer?.timer).toBe('lease');
    expect(run.endOf(wait)).toContain('coordinator-lost');
    expect(run.after('not-stable', billing, wait)?.rules).toContain('COORD-8');
  });

  test('a Steady group has no question, and its partitions neither', () => {
    const run = asked({});
    const world = run.worldAt(run.at(14_000));
    expect(questionsFor(world, billing)).toEqual([]);
    expect(questionsFor(world, partition(0))).toEqual([]);
    expect(run.why('unread', partition(99), run.at(14_000))?.rules).toEqual(['TOP-1']);
  });
});

function next(trace: TraceReader, seq: number): number {
  for (let at = seq + 1; at < trace.length; at++) if (trace.kind(at) === 'group-state') return at;
  throw new Error('no more states');
}

describe('why has a message not arrived', () => {
  const commands = [{ atMs: 6500, do: 'cut-link', target: ['c-2', '@billing'] }];

  test('it is on its way, to the microsecond', () => {
    const run = asked({});
    const sent = run.first('message-sent', 6000);
    const message = known(run.trace.int(sent, 'message'), 'message');
    const wait = run.answer('not-arrived', { kind: 'message', message }, sent);
    expect(run.endOf(wait)).toContain('message-delivered');
    expect(run.after('not-arrived', { kind: 'message', message }, wait)).toBeNull();
  });

  test('a cut link holds it, a frozen process does not handle it', () => {
    const cut = asked({ commands });
    const held = cut.first('message-held', 6500);
    const message = known(cut.trace.int(held, 'message'), 'message');
    const wait = cut.answer('not-arrived', { kind: 'message', message }, held);
    expect(wait).toMatchObject({ endsAtUs: null, timer: null, sinceSeq: held });
    expect(wait.ending).toContain('restored');
    const frozen = asked({ commands: [{ atMs: 6500, do: 'freeze', target: '@billing' }] });
    const waits = frozen.first('message-held', 6500);
    const its = known(frozen.trace.int(waits, 'message'), 'message');
    expect(frozen.answer('not-arrived', { kind: 'message', message: its }, waits).ending).toContain(
      'thawed',
    );
  });
});

/** Events that make the announced timer another, or that a wait cannot foresee. */
const interventions: ReadonlySet<EventKind> = new Set([
  'command',
  'process-crashed',
  'process-stopped',
  'process-frozen',
  'process-thawed',
  'process-started',
]);

/** Whether the trace goes on as announced: the timer fires then, or was set anew or stopped before. */
function goesOnAs({ timer, endsAtUs }: Wait, trace: TraceReader, from: number): boolean {
  for (let seq = from + 1; seq < trace.length; seq++) {
    if (trace.atUs(seq) > (endsAtUs ?? 0)) return false;
    if (interventions.has(trace.kind(seq))) return true;
    const isIts =
      trace.process(seq) === timer?.process &&
      trace.text(seq, 'timer') === timer?.timer &&
      trace.text(seq, 'subject') === timer?.subject;
    if (!isIts) continue;
    return trace.kind(seq) !== 'timer-fired' || trace.atUs(seq) === endsAtUs;
  }
  return true;
}

function subjectsOf(world: World): WaitSubject[] {
  const groups = [...world.groups.values()];
  return [
    ...[...world.processes.keys()].map(process),
    ...groups.map(({ group }): WaitSubject => ({ kind: 'group', group })),
    ...groups.flatMap(({ group, partitions }) =>
      partitions.slice(0, 3).map((key): WaitSubject => {
        const slash = key.lastIndexOf('/');
        const [topic, number] = [key.slice(0, slash), Number(key.slice(slash + 1))];
        return { kind: 'partition', group, topic, partition: number };
      }),
    ),
    ...[...world.messages.keys()].slice(0, 4).map((message): WaitSubject => ({
      kind: 'message',
      message,
    })),
  ];
}

const runs = [
  ...builtins
    .filter(({ id }) => !['sixty', 'sixteen', 'twelve'].includes(id))
    .map(({ id, experiment }) => ({ id, experiment })),
  ...[1, 2, 3, 4, 5, 6].map((seed) => ({
    id: `random ${seed}`,
    experiment: randomExperiment(seed),
  })),
];

test.each(runs)('every timer that is announced ends when it was said: $id', ({ experiment }) => {
  const run = new Asked(experiment);
  const { trace } = run;
  const wrong: string[] = [];
  for (let seq = 40; seq < trace.length; seq += 127) {
    const world = run.worldAt(seq);
    for (const subject of subjectsOf(world)) {
      for (const { question } of questionsFor(world, subject)) {
        const wait = known(whyNot({ world, trace: null }, question, subject), 'answer');
        expect(wait.ending).toMatch(/\.$/);
        expect(wait.condition).toMatch(/\.$/);
        if (wait.timer && wait.endsAtUs !== null && !goesOnAs(wait, trace, seq)) {
          wrong.push(`${seq} ${question} ${JSON.stringify(subject)}: ${wait.ending}`);
        }
        if (wait.endsAtUs !== null && wait.endsAtUs < world.atUs) wrong.push(`${seq} past`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('[OFF-1] between the commit timer and the commit, which are of one moment, the commit is due', () => {
  const run = new Asked(
    known(
      builtins.find(({ id }) => id === 'first-minute'),
      'built-in',
    ).experiment,
  );
  const { trace } = run;
  let moments = 0;
  for (let seq = 0; seq < run.at(12_000); seq++) {
    if (trace.kind(seq) !== 'timer-fired' || trace.text(seq, 'timer') !== 'commit') continue;
    const name = known(trace.process(seq), 'whose timer');
    const wait = run.answer('not-committing', process(name), seq);
    expect(wait.condition).toBe(`${name} commits every commit interval, and the next one is due.`);
    expect(wait.ending).toContain('follows at once');
    moments += 1;
  }
  expect(moments).toBeGreaterThan(3);
});
