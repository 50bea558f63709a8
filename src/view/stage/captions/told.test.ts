/** What the stage says in words while something is broken: whole runs, read at one moment each. */
import { describe, expect, it } from 'vitest';
import { known } from '../../../lib/assert.ts';
import { builtins } from '../../../simulation/builtins.ts';
import { experimentOf, run } from '../../../simulation/testing.ts';
import { failover, traceOf, whenIn, worldAt } from '../testing.ts';
import { emptyWorld } from '../../../trace/fold/empty.ts';
import { applyEvent } from '../../../trace/fold/fold.ts';
import type { TraceReader } from '../../../trace/reader.ts';
import { WorldReader } from '../../../trace/world-reader.ts';
import type { World } from '../../../trace/world.ts';
import type { TraceEvent } from '../../../trace/events.ts';
import { sentenceFor } from './caption-sentences.ts';
import { captionOf } from './captions.ts';
import { brokerView, leaseDetail } from '../broker-views.ts';
import { waitedFor } from './caption-waits.ts';
import { pastOf } from './past.ts';
import { sessionTimerOf } from '../../../trace/trouble.ts';
import { groupSentence, nextGeneration, toldDetail } from '../details.ts';
import { consumerView } from '../views.ts';

const pastIn = (trace: TraceReader) => pastOf(new WorldReader(trace), trace);

const builtin = (id: string) =>
  run(known(builtins.find((one) => one.id === id)?.experiment, id), 18_000).trace;

const billing = (world: World) => known(world.groups.get('billing'), 'group');
const processIn = (world: World, name: string) => known(world.processes.get(name), name);
const brokerIn = (world: World, name: string) =>
  brokerView(world, 'billing', processIn(world, name));
const waitIn = (world: World) => waitedFor(world, 'billing')?.text;

function toldAt(commands: readonly object[], atMs: number) {
  const trace = traceOf(commands);
  const world = worldAt(trace, atMs);
  const group = known(world.groups.get('g'), 'group');
  const c2 = known(world.processes.get('c-2'), 'c-2');
  const { text, rule } = captionOf(world, trace, world.seq, 'g', pastIn(trace));
  return {
    caption: `${text} ${rule}`,
    sentence: groupSentence(world, group, atMs * 1000),
    card: consumerView(world, 'g', c2).fullName,
  };
}

const at6s = (what: string, target: string | string[]) => ({ atMs: 6000, do: what, target });

describe('the caption', () => {
  it.each([
    ['[HB-3]', 'kill', 'c-2', 7000, 'c-2 is dead; the group learns it after 3 s of silence. HB-3'],
    [
      '[LINK-1] [HB-3]',
      'cut-link',
      ['c-2', 'broker-1'],
      7000,
      'c-2 is cut off; the group learns it after 3 s of silence. HB-3',
    ],
    [
      '[COORD-8]',
      'cut-link',
      ['broker-1', 'zookeeper'],
      7000,
      'broker-1 is cut off from ZooKeeper: it gives the group up when its lease ends. COORD-8',
    ],
    [
      '[COORD-8]',
      'freeze',
      'broker-1',
      7000,
      'broker-1 is frozen: it sends ZooKeeper no pings, its lease runs out. COORD-8',
    ],
    [
      '[HB-5]',
      'kill',
      'broker-1',
      6600,
      'c-2 lost its connection: it looks for its coordinator again and goes on fetching. HB-5',
    ],
  ])('%s says that something is broken: %s %j', (_rules, what, target, atMs, caption) => {
    expect(toldAt([at6s(what, target)], atMs).caption).toBe(caption);
  });

  it('[TRIG-1] says what comes next where nobody is left', () => {
    const { caption, sentence } = toldAt([at6s('kill', 'c-1'), at6s('kill', 'c-2')], 11_000);
    expect(caption).toBe('No members: the next registration starts a rebalance. TRIG-1');
    expect(sentence).toBe('No members: the next registration starts a rebalance.');
  });

  it('[LINK-1] says of a restored link that messages pass', () => {
    const restored = { atMs: 7000, do: 'restore-link', target: ['c-2', 'broker-1'] };
    const { caption } = toldAt([at6s('cut-link', ['c-2', 'broker-1']), restored], 7000);
    expect(caption).toMatch(/^Messages pass between .*, each in .* ms\. /);
  });
});

describe('the group bar', () => {
  it('[TRIG-2] says of a member that was removed no more than the coordinator knows', () => {
    const { sentence } = toldAt([at6s('cut-link', ['c-2', 'broker-1'])], 9000);
    expect(sentence).toMatch(/^c-2 was declared dead: waiting for c-1 to register again · /);
  });

  it('[RB-5] names one next generation from the trigger to the answers, none once it is written', () => {
    const trace = traceOf([at6s('kill', 'c-2')]);
    const world = emptyWorld();
    const named = new Set<number | null>();
    for (let seq = 0; seq < trace.length; seq++) {
      applyEvent(world, trace.event(seq));
      const group = world.groups.get('g');
      if (trace.atUs(seq) < 6_000_000 || !group?.rebalance) continue;
      const next = nextGeneration(group);
      named.add(next);
      const isWritten = group.generation > group.rebalance.generation;
      expect(next === null).toBe(isWritten);
    }
    expect([...named]).toEqual([3, null]);
  });
});

describe('a card', () => {
  it('[OWN-6] says of the dead what is recorded, never what they believe', () => {
    const killed = [at6s('kill', 'c-2')];
    expect(toldAt(killed, 7000).card).toMatch(/recorded t 0 and 1, reads nothing$/);
    expect(toldAt(killed, 11_000).card).toMatch(/owns nothing$/);
  });

  it('[OWN-6] says of the cut off what it believes', () => {
    const { card } = toldAt([at6s('cut-link', ['c-2', 'broker-1'])], 10_000);
    expect(card).toMatch(/Rediscovering, generation 2 \(stale\), believes it owns t 0 and 1$/);
  });
});

describe('when the coordinator dies', () => {
  const trace = failover([{ atMs: 8000, do: 'kill', target: 'broker-1' }]);

  it('[COORD-4] the session runs out, then the controller elects another one', () => {
    const dead = whenIn(trace, 8500, () => true);
    expect(groupSentence(dead, billing(dead), dead.atUs)).toMatch(
      /^No coordinator: broker-1 is dead. ZooKeeper notices in [\d.]+ s\.$/,
    );
    expect(waitIn(dead)).toBe('broker-1 is dead: ZooKeeper learns it when its session ends.');
    const over = whenIn(trace, 8500, (world) => !sessionTimerOf(world, 'broker-1'));
    expect(waitIn(over)).toBe('broker-1 is dead. broker-3, the controller, elects the next one.');
  });

  it('[COORD-5] another one is elected, hears of it, loads the group, and the members find it', () => {
    const elected = whenIn(trace, 8500, (world) => billing(world).coordinator !== 'broker-1');
    const { coordinator } = billing(elected);
    const name = known(coordinator, 'coordinator');
    expect(brokerIn(elected, name).lines).toEqual(['elected for billing', 'has not loaded it yet']);
    expect(waitIn(elected)).toBe(
      `${name} was elected: the controller’s map tells it so, then it loads the group from ZooKeeper.`,
    );
    const loading = whenIn(trace, 8500, (world) => billing(world).state === 'CatchUp');
    expect(brokerIn(loading, name).condition).toMatchObject({ word: 'Loading', outline: 'dashed' });
    expect(waitIn(loading)).toContain('until then it refuses everybody');
    const ready = whenIn(trace, 8500, (world) => billing(world).state === 'Ready');
    expect(waitIn(ready)).toBe(
      `${name} has loaded the group and waits for c-1, c-3 and c-2 to find it.`,
    );
    const steady = whenIn(trace, 8500, (world) => billing(world).state === 'Steady');
    expect(billing(steady).generation).toBe(billing(ready).generation);
  });

  it('[COORD-4] says what has to come first where nobody can elect or be elected', () => {
    const at6s = { atMs: 6000, do: 'kill', target: 'broker-1' };
    const world = worldAt(traceOf([at6s]), 12_000);
    expect(groupSentence(world, known(world.groups.get('g'), 'group'), 12_000_000)).toBe(
      'No coordinator: broker-1 is dead. No broker runs that could be elected: start one.',
    );
  });
});

describe('before the first registration', () => {
  it('[COORD-10] [META-3] an elected broker is told by the map, and there is nothing to load', () => {
    const trace = failover([]);
    const elected = whenIn(trace, 0, (world) => world.groups.get('billing')?.coordinated === true);
    const name = known(billing(elected).coordinator, 'coordinator');
    expect(brokerIn(elected, name).lines).toEqual([
      'elected for billing',
      'waits for a registration',
    ]);
    expect(waitedFor(elected, 'billing')).toMatchObject({
      text: `${name} was elected: the controller’s map tells it so, and the first registration begins the group.`,
      rule: 'META-3',
    });
    expect(groupSentence(elected, billing(elected), elected.atUs)).toBe(
      `${name} was elected: the first registration begins the group · 0.00 s`,
    );
  });
});

describe('when the coordinator is cut off from ZooKeeper', () => {
  const trace = failover([{ atMs: 8000, do: 'cut-link', target: ['broker-1', 'zookeeper'] }]);

  it('[COORD-8] its lease is seen to run, then that it has given its groups up', () => {
    const cut = whenIn(trace, 8500, () => true);
    expect(leaseDetail(cut, processIn(cut, 'broker-1'), cut.atUs)).toMatch(
      /^lease ends in 1\.\d+ s$/,
    );
    expect(leaseDetail(cut, processIn(cut, 'broker-2'), cut.atUs)).toBeNull();
    const over = whenIn(trace, 8500, (world) => !billing(world).coordinated);
    expect(brokerIn(over, 'broker-1')).toMatchObject({
      condition: { word: 'Lease over' },
      lines: ['lease over', 'gave up billing'],
    });
    expect(waitIn(over)).toMatch(/^The lease of broker-1 is over[.:] /);
  });

  it('[COORD-6] a consumer at the wrong door says what it was told, until it has found the right one', () => {
    const told = whenIn(trace, 8500, (world) => {
      return processIn(world, 'c-1').consumer?.state === 'Rediscovering';
    });
    const c1 = processIn(told, 'c-1');
    expect(toldDetail(c1, told.atUs)).toBe('told: wrong broker');
    expect(toldDetail(c1, told.atUs + 2_000_000)).toBe('');
    const found = whenIn(trace, 11_000, (world) => {
      return processIn(world, 'c-1').consumer?.state === 'PartOfGroup';
    });
    expect(toldDetail(processIn(found, 'c-1'), found.atUs)).toBe('');
  });
});

describe('when a deposed coordinator wakes up', () => {
  it('[COORD-7] only its writes for the group that it has lost are not taken', () => {
    const world = whenIn(builtin('coordinator-frozen'), 8000, (now) =>
      Boolean(waitIn(now)?.includes('does not know that')),
    );
    expect(waitIn(world)).toBe(
      'broker-1 does not know that broker-2 has the group now: ZooKeeper takes no write of it for this group.',
    );
  });
});

/** The caption at the first event that matches, and the world with that event in it. */
function atEvent(trace: TraceReader, group: string, matches: (event: TraceEvent) => boolean) {
  const world = emptyWorld();
  for (let seq = 0; seq < trace.length; seq++) {
    const event = trace.event(seq);
    applyEvent(world, event);
    if (!matches(event)) continue;
    return { world, text: sentenceFor(event, world, group, trace)?.text };
  }
  throw new Error('it never came to that');
}

describe('what is told of a refusal and of a registration', () => {
  it('[HB-2] in an ordinary rebalance nobody is told that its generation is old', () => {
    const trace = traceOf([
      { atMs: 6000, do: 'start-consumer', group: 'g', name: 'c-3', topics: ['t'] },
    ]);
    const world = emptyWorld();
    const told = new Set<string>();
    for (let seq = 0; seq < trace.length; seq++) {
      applyEvent(world, trace.event(seq));
      for (const name of ['c-1', 'c-2']) {
        const process = world.processes.get(name);
        if (process && world.atUs > 6_000_000) told.add(toldDetail(process, world.atUs));
      }
    }
    expect([...told].toSorted()).toEqual(['', 'told: rebalance']);
  });

  it('[OFF-1] a refused commit changes nothing', () => {
    const trace = failover([
      { atMs: 8000, do: 'freeze', target: 'broker-1' },
      { atMs: 14_000, do: 'thaw', target: 'broker-1' },
    ]);
    const isRefusedCommit = (event: TraceEvent) =>
      event.kind === 'request-refused' && event.api === 'OffsetCommit';
    expect(atEvent(trace, 'billing', isRefusedCommit).text).toMatch(
      /^A commit of c-\d is refused: this broker does not coordinate the group\. It acts on no answer\.$/,
    );
  });

  it('[RB-4] who registers while a generation is being written waits for the next attempt', () => {
    const consumers = Array.from({ length: 24 }, (_, index) => ({
      name: `c-${index + 1}`,
      topics: ['t'],
    }));
    const scenario = {
      brokers: 1,
      topics: [{ name: 't', partitions: 4 }],
      groups: [{ id: 'g', consumers }],
    };
    const { trace } = run(experimentOf({ scenario, commands: [at6s('restart', 'c-1')] }), 13_000);
    const texts: string[] = [];
    const world = emptyWorld();
    for (let seq = 0; seq < trace.length; seq++) {
      const event = trace.event(seq);
      applyEvent(world, event);
      if (event.kind !== 'registration-parked') continue;
      const { state } = known(world.groups.get('g'), 'group');
      const text = sentenceFor(event, world, 'g', trace)?.text ?? '';
      texts.push(text);
      const isLate = state === 'Rebalancing' && event.member === null;
      expect(text.endsWith('it waits for the next attempt.')).toBe(isLate);
    }
    expect(texts.some((text) => text.endsWith('it waits for the next attempt.'))).toBe(true);
    // More than an event lists.
    expect(texts.some((text) => /waits for 2[1-4] members\.$/.test(text))).toBe(true);
  });

  it('[RB-4] a rebalance that is given up says why', () => {
    const commands = [
      { atMs: 8000, do: 'cut-link', target: ['broker-1', 'zookeeper'] },
      { atMs: 8100, do: 'start-consumer', group: 'billing', name: 'c-4', topics: ['orders'] },
    ];
    const isAbandoned = ({ kind }: TraceEvent) => kind === 'rebalance-abandoned';
    expect(atEvent(failover(commands), 'billing', isAbandoned).text).toBe(
      'The rebalance is given up: the coordinator has lost its role.',
    );
  });
});

describe('what is told of a member that registers again', () => {
  it.each(['failover-some-registered', 'failover-written', 'failover-ghost', 'subscribe'])(
    '[RB-3] it stops fetching only where it held something: %s',
    (id) => {
      const trace = builtin(id);
      const world = emptyWorld();
      const heldAfter: ReadonlyMap<string, number>[] = [];
      const texts = new Map<number, string>();
      for (let seq = 0; seq < trace.length; seq++) {
        const event = trace.event(seq);
        applyEvent(world, event);
        const held = [...world.processes.values()].map(
          ({ name, consumer }) => [name, consumer?.held.size ?? 0] as const,
        );
        heldAfter.push(new Map(held));
        if (event.kind !== 'consumer-state' || event.member === null) continue;
        if (event.state !== 'Registering') continue;
        const text = sentenceFor(event, world, event.group, trace)?.text ?? '';
        const before = heldAfter[event.cause ?? 0]?.get(event.process ?? '') ?? 0;
        expect(`${seq}: ${text}`.includes('stops fetching')).toBe(before > 0);
        texts.set(seq, text);
      }
      expect(texts.size).toBeGreaterThan(0);
    },
  );
});

describe('when the coordinator restarts at once', () => {
  const trace = failover([{ atMs: 8000, do: 'restart', target: 'broker-1' }]);
  const barIn = (world: World) => groupSentence(world, billing(world), world.atUs);

  it('[COORD-9] it waits for its old session to end, and only then another is elected', () => {
    const back = whenIn(trace, 8000, (world) => {
      return !billing(world).coordinated && processIn(world, 'broker-1').status === 'running';
    });
    expect(barIn(back)).toMatch(
      /^No coordinator: broker-1 is back under a new session\. ZooKeeper ends the old one in 1\.\d+ s\.$/,
    );
    expect(waitedFor(back, 'billing')?.rule).toBe('COORD-9');
    // Two sessions of one broker, the old one and the new.
    const both = whenIn(trace, 8000, (world) => {
      return [...world.timers.values()].filter(({ timer }) => timer === 'session').length === 4;
    });
    expect(barIn(both)).toContain('ZooKeeper ends the old one in');
    const over = whenIn(trace, both.atUs / 1000, (world) => {
      return [...world.timers.values()].filter(({ timer }) => timer === 'session').length === 3;
    });
    expect(barIn(over)).toMatch(/\. broker-3, the controller, elects the next one\.$/);
  });

  it('[COORD-2] the time of the one elected next begins with its election', () => {
    const elected = whenIn(trace, 8100, (world) => billing(world).epoch === 2);
    expect(barIn(elected)).toMatch(/ was elected and has not loaded the group yet · 0\.00 s$/);
  });

  it('[FO-1] whoever finds the new one in time goes on as before', () => {
    const rules = new Set<string>();
    const world = emptyWorld();
    for (let seq = 0; seq < trace.length; seq++) {
      const event = trace.event(seq);
      applyEvent(world, event);
      if (event.kind !== 'consumer-state' || event.previous !== 'Rediscovering') continue;
      if (event.state !== 'PartOfGroup') continue;
      const sentence = sentenceFor(event, world, 'billing', trace);
      expect(sentence?.text).toMatch(/ found its coordinator: it goes on as before\.$/);
      rules.add(sentence?.rule ?? '');
    }
    expect([...rules]).toEqual(['FO-1']);
  });
});

describe('the rule beside a caption', () => {
  const ruleAt = (commands: readonly object[], matches: (event: TraceEvent) => boolean) => {
    const trace = failover(commands);
    const world = emptyWorld();
    for (let seq = 0; seq < trace.length; seq++) {
      applyEvent(world, trace.event(seq));
      if (!matches(trace.event(seq))) continue;
      return captionOf(world, trace, seq, 'billing', pastIn(trace)).rule;
    }
    throw new Error('it never came to that');
  };
  const is = (kind: TraceEvent['kind']) => (event: TraceEvent) => event.kind === kind;

  it.each([
    ['COORD-4', { do: 'kill', target: 'broker-1' }, 'process-crashed'],
    ['HB-6', { do: 'kill', target: 'c-1' }, 'process-crashed'],
    ['LINK-1', { do: 'power-off', target: 'c-1' }, 'process-crashed'],
    ['HB-3', { do: 'stop', target: 'c-1' }, 'process-stopped'],
    ['WIRE-0', { do: 'corrupt-message', target: ['c-1', 'broker-1'] }, 'message-corrupted'],
  ] as const)('is the one that makes its sentence true: %s', (rule, command, kind) => {
    expect(ruleAt([{ atMs: 8000, ...command }], is(kind))).toBe(rule);
  });

  it('is none where the sentence is no rule: a cut link is what a person does', () => {
    const cut = { atMs: 8000, do: 'cut-link', target: ['c-1', 'broker-1'] };
    const isCut = (event: TraceEvent) => event.kind === 'link-changed' && event.cut;
    expect(ruleAt([cut], isCut)).toBeNull();
  });
});

describe('what has appeared or went', () => {
  it('[TRIG-4] is said, and a topic keeps the spelling of its name', () => {
    const commands = [
      { atMs: 8000, do: 'create-topic', topic: 'payments', partitions: 1, recordsPerSecond: 1 },
      { atMs: 8000, do: 'subscribe', target: 'c-1', topics: ['orders', 'payments'] },
      { atMs: 12_000, do: 'delete-topic', topic: 'payments' },
    ];
    const trace = failover(commands);
    const isGone = (event: TraceEvent) =>
      event.kind === 'rebalance-started' && event.trigger === 'TRIG-4';
    const { text } = atEvent(trace, 'billing', isGone);
    expect(text).toMatch(/^Topic payments was deleted: a rebalance starts/);
    const waits = whenIn(trace, 12_000, (world) => billing(world).state === 'PreparingRebalance');
    expect(groupSentence(waits, billing(waits), waits.atUs)).toMatch(
      /^Topic payments was deleted: waiting for /,
    );
  });
});

describe('a card after a rebalance', () => {
  it('[RB-3] says what it gave up, not what is recorded for it, and no old refusal', () => {
    const trace = failover([
      { atMs: 8000, do: 'start-consumer', group: 'billing', name: 'c-4', topics: ['orders'] },
    ]);
    const waits = whenIn(trace, 8000, (world) => {
      return processIn(world, 'c-1').consumer?.state === 'Registering';
    });
    const held = whenIn(trace, 7900, () => true);
    const own = consumerView(held, 'billing', processIn(held, 'c-1')).tiles.map(
      ({ label }) => label,
    );
    const after = whenIn(trace, waits.atUs / 1000 + 1, () => true);
    expect(consumerView(after, 'billing', processIn(after, 'c-1')).note).toBe(
      `gave up ${own.join(' ')}`,
    );
    const back = whenIn(trace, waits.atUs / 1000 + 1, (world) => {
      return processIn(world, 'c-1').consumer?.state === 'PartOfGroup';
    });
    expect(processIn(back, 'c-1').consumer).toMatchObject({ told: null, gaveUp: { count: 0 } });
  });
});
