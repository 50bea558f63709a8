import { describe, expect, test } from 'vitest';
import type { NewEvent, TraceEvent } from './events.ts';
import { pageSize } from './page.ts';
import {
  b1,
  c1,
  crashed,
  deadAfter,
  frozen,
  link,
  quietGroup,
  rebalance,
  registration,
  started,
} from './story.ts';
import { Trace } from './trace.ts';

describe('request-refused', () => {
  const refused = {
    ...b1,
    kind: 'request-refused',
    to: 'c-1',
    api: 'Heartbeat',
    group: 'g',
    member: 'm-1',
    error: 'IllegalGeneration',
  };

  test('with rebalance-pending: the rebalance that is pending', () => {
    const story = quietGroup()
      .tell('earlier', {
        ...rebalance,
        kind: 'rebalance-started',
        trigger: 'TRIG-1',
        subject: 'c-1',
      })
      .tell('start', {
        ...rebalance,
        kind: 'rebalance-started',
        trigger: 'TRIG-1',
        subject: 'c-1',
        rebalance: 2,
      })
      .tell('other', {
        ...rebalance,
        kind: 'rebalance-started',
        trigger: 'TRIG-1',
        subject: 'c-9',
        group: 'h',
      })
      .tell('refused', { ...refused, reason: 'rebalance-pending' });
    expect(story.becauseOf('refused')).toBe('start');
  });

  test('with another reason: nothing', () => {
    const story = quietGroup()
      .tell('start', { ...rebalance, kind: 'rebalance-started', trigger: 'TRIG-1', subject: 'c-1' })
      .tell('refused', { ...refused, reason: 'stale' });
    expect(story.becauseOf('refused')).toBeNull();
  });
});

describe('rebalance-started and rebalance-joined: the trigger', () => {
  const parked = {
    ...b1,
    kind: 'registration-parked',
    group: 'g',
    consumer: 'c-3',
    member: null,
    waitingFor: [],
    waitingCount: 0,
  };

  test.each(['rebalance-started', 'rebalance-joined'])(
    '%s by a newcomer: its registration',
    (kind) => {
      const story = quietGroup()
        .tell('before', parked)
        .tell('registration', registration)
        .tell('start', { ...rebalance, kind, trigger: 'TRIG-1', subject: 'c-3' }, 'registration');
      expect(story.becauseOf('start')).toBe('registration');
    },
  );

  test('one that came too late for the attempt before: where it was parked', () => {
    const story = quietGroup()
      .tell('registration', registration)
      .tell('parked', parked, 'registration')
      .tell('stored', {
        ...b1,
        kind: 'message-delivered',
        from: 'zookeeper',
        api: 'ZooKeeperMulti',
        direction: 'response',
      })
      .tell(
        'start',
        { ...rebalance, kind: 'rebalance-started', trigger: 'TRIG-1', subject: 'c-3' },
        'stored',
      );
    expect(story.becauseOf('start')).toBe('parked');
  });

  test('a death: the removal, or the timer where the removal is told later', () => {
    const removed = {
      ...b1,
      kind: 'member-removed',
      group: 'g',
      member: 'm-1',
      consumer: 'c-1',
      reason: 'dead',
    };
    const start = { ...rebalance, kind: 'rebalance-started', trigger: 'TRIG-2', subject: 'm-1' };
    const story = quietGroup()
      .tell('fired', { ...deadAfter, kind: 'timer-fired' })
      .tell('removed', removed, 'fired')
      .tell('start', start, 'fired');
    expect(story.becauseOf('start')).toBe('removed');
    const other = quietGroup()
      .tell('fired', { ...deadAfter, kind: 'timer-fired' })
      .tell('start', start, 'fired')
      .tell('removed', removed, 'fired');
    expect(other.becauseOf('start')).toBe('fired');
  });

  test.each(['TRIG-3', 'TRIG-4'])('%s: the change of the topic', (trigger) => {
    const story = quietGroup()
      .tell('topic', { kind: 'topic-changed', topic: 't', partitions: 3, recordsPerSecond: 1 })
      .tell('other', { kind: 'topic-changed', topic: 'u', partitions: 3, recordsPerSecond: 1 })
      .tell('start', { ...rebalance, kind: 'rebalance-started', trigger, subject: 't' });
    expect(story.becauseOf('start')).toBe('topic');
  });

  test('a member with other topics: its registration', () => {
    const story = quietGroup()
      .tell('registration', registration)
      .tell(
        'start',
        { ...rebalance, kind: 'rebalance-started', trigger: 'TRIG-5', subject: 'm-1' },
        'registration',
      );
    expect(story.becauseOf('start')).toBe('registration');
  });

  test('after a failover: the loading', () => {
    const story = quietGroup()
      .tell('loaded', {
        ...b1,
        kind: 'coordinator-loaded',
        group: 'g',
        epoch: 2,
        generation: 1,
        assignment: [],
      })
      .tell('registration', registration)
      .tell(
        'start',
        { ...rebalance, kind: 'rebalance-started', trigger: 'TRIG-6', subject: 'm-1' },
        'registration',
      );
    expect(story.becauseOf('start')).toBe('loaded');
  });
});

describe('a completed rebalance and what follows from it', () => {
  const completed = {
    ...b1,
    kind: 'rebalance-completed',
    group: 'g',
    rebalance: 1,
    assignment: [],
    joined: [],
    left: [],
  };
  const acquired = {
    ...c1,
    kind: 'partition-acquired',
    group: 'g',
    member: 'm-1',
    topic: 't',
    partition: 0,
    offset: 0,
    reason: '',
  };

  test('rebalance-completed: its start', () => {
    const story = quietGroup()
      .tell('start', { ...rebalance, kind: 'rebalance-started', trigger: 'TRIG-1', subject: 'c-1' })
      .tell('completed', { ...completed, generation: 1 });
    expect(story.becauseOf('completed')).toBe('start');
  });

  test('partition-acquired: the completion of that generation, also after a later one', () => {
    const story = quietGroup()
      .tell('first', { ...completed, generation: 1 })
      .tell('second', { ...completed, generation: 2 })
      .tell('late', { ...acquired, generation: 1 })
      .tell('acquired', { ...acquired, generation: 2 })
      .tell('unknown', { ...acquired, generation: 7 });
    expect(story.becauseOf('late')).toBe('first');
    expect(story.becauseOf('acquired')).toBe('second');
    expect(story.becauseOf('unknown')).toBeNull();
  });

  test('partition-released: the refusal, if an answer led to it', () => {
    const released = {
      ...acquired,
      kind: 'partition-released',
      generation: 1,
      reason: 'rebalance',
    };
    const refused = {
      ...b1,
      kind: 'request-refused',
      api: 'Heartbeat',
      group: 'g',
      member: 'm-1',
      error: 'IllegalGeneration',
      reason: 'stale',
    };
    const story = quietGroup()
      .tell('refused', { ...refused, to: 'c-1' })
      .tell('other', { ...refused, to: 'c-2' })
      .tell('told', {
        ...c1,
        kind: 'message-delivered',
        from: 'broker-1',
        api: 'Heartbeat',
        direction: 'response',
      })
      .tell('released', released, 'told')
      .tell('stopped', { ...c1, kind: 'process-stopped', reason: 'stop' })
      .tell('by stopping', released, 'stopped');
    expect(story.becauseOf('released')).toBe('refused');
    expect(story.becauseOf('by stopping')).toBeNull();
  });
});

describe('coordinators', () => {
  const elected = {
    process: 'broker-2',
    kind: 'coordinator-elected',
    subset: 9,
    groups: ['g'],
    reason: '',
  };
  const lost = {
    ...b1,
    kind: 'coordinator-lost',
    subset: 9,
    groups: ['g'],
    broker: 'broker-1',
    epoch: 1,
  };
  const first = { ...elected, broker: 'broker-1', epoch: 1 };
  const second = { ...elected, broker: 'broker-2', epoch: 2 };

  test('coordinator-loaded: its election', () => {
    const story = quietGroup()
      .tell('elected', first)
      .tell('elsewhere', { ...first, subset: 10, groups: ['h'] })
      .tell('loaded', {
        ...b1,
        kind: 'coordinator-loaded',
        group: 'g',
        epoch: 1,
        generation: 0,
        assignment: [],
      });
    expect(story.becauseOf('loaded')).toBe('elected');
  });

  test('the first coordinator-elected: the broker that appeared', () => {
    expect(quietGroup().tell('elected', first).becauseOf('elected')).toBe('broker starts');
  });

  test.each<readonly [string, readonly object[]]>([
    ['crashed', [{ ...b1, ...crashed }]],
    [
      'crashed and came back',
      [
        { ...b1, ...crashed },
        { ...b1, ...started, role: 'broker' },
      ],
    ],
    ['froze', [{ ...b1, ...frozen }]],
    ['stopped', [{ ...b1, kind: 'process-stopped', reason: 'stop' }]],
    ['was cut off from ZooKeeper', [{ ...link, peers: ['broker-1', 'zookeeper'], cut: true }]],
  ])('coordinator-elected and -lost: the old one %s', (_, [away, ...more]) => {
    const story = quietGroup()
      .tell('first', first)
      .tell('away', away as object);
    for (const event of more) story.tell('more', event);
    story.tell('lost', { ...lost, reason: 'lease' }).tell('second', second);
    expect(story.becauseOf('lost')).toBe('away');
    expect(story.becauseOf('second')).toBe('away');
  });

  test('coordinator-elected and -lost: moved to a broker that appeared', () => {
    const story = quietGroup()
      .tell('first', first)
      .tell('appeared', { process: 'broker-2', ...started, role: 'broker' })
      .tell('second', second)
      .tell('lost', { ...lost, reason: 'moved' });
    expect(story.becauseOf('second')).toBe('appeared');
    expect(story.becauseOf('lost')).toBe('appeared');
  });
});

describe('what is remembered', () => {
  test('a fork remembers what its prefix knows, and nothing of the other future', () => {
    const story = quietGroup();
    for (let tick = 0; tick < 2 * pageSize; tick++) {
      story.tell('tick', {
        ...c1,
        kind: 'timer-fired',
        timer: 'heartbeat',
        subject: '',
        deadlineUs: 0,
      });
    }
    const { trace } = story.tell('freeze', { ...c1, ...frozen });
    const frozenSeq = trace.length - 1;
    const fired = {
      ...deadAfter,
      kind: 'timer-fired',
      atUs: 1e6,
      cause: null,
      rules: [],
    } as unknown as NewEvent;
    for (const [seq, because] of [
      [frozenSeq, frozenSeq],
      [frozenSeq - 1, 2],
      [pageSize - 1, 2],
      [12, 2],
    ] as const) {
      const fork = trace.fork(seq);
      expect(fork.because(fork.append(fired))).toBe(because);
    }
  });

  test('a trace that was read or adopted goes on with what its events say', () => {
    const story = quietGroup().tell('freeze', { ...c1, ...frozen });
    const fired = { ...deadAfter, kind: 'timer-fired', atUs: 1e6, cause: null, rules: [] };
    const read = new Trace();
    for (let seq = 0; seq < story.trace.length; seq++) {
      read.appendRecorded(story.trace.event(seq));
    }
    const adopted = new Trace();
    adopted.adopt(story.trace.take());
    for (const trace of [read, adopted]) {
      expect(trace.because(trace.append(fired as unknown as NewEvent))).toBe(story.seqOf('freeze'));
    }
  });

  test('recorded events between appended ones are remembered too', () => {
    const story = quietGroup();
    const { trace } = story;
    const freeze = { ...c1, ...frozen, atUs: 99, cause: null, because: null, rules: [] };
    trace.appendRecorded({ ...freeze, seq: trace.length } as unknown as TraceEvent);
    story.tell('fired', { ...deadAfter, kind: 'timer-fired', atUs: 99 });
    expect(trace.because(story.seqOf('fired'))).toBe(trace.length - 2);
  });
});
