import { describe, expect, test } from 'vitest';
import {
  b1,
  c1,
  crashed,
  deadAfter,
  failed,
  frozen,
  link,
  quietGroup,
  started,
  thawed,
  zoo,
} from './story.ts';
import type { Story } from './story.ts';

const left = {
  ...c1,
  kind: 'consumer-state',
  group: 'g',
  member: 'm-1',
  generation: 1,
  fetching: true,
  previous: 'PartOfGroup',
  state: 'Rediscovering',
  reason: '',
};
const sent = {
  kind: 'message-sent',
  message: 5,
  connection: 'c-1/1/1',
  api: 'Heartbeat',
  direction: 'request',
  correlationId: 1,
  byteCount: 0,
  bytes: new Uint8Array(),
  arrivesAtUs: 0,
};

type Tell = (story: Story) => unknown;

/** Told between the last heartbeat and the end of the timer; and whom it silences. */
const silences: readonly (readonly [what: string, tell: Tell, why: string])[] = [
  ['it was killed', (s) => s.tell('kill', { ...c1, ...crashed }), 'kill'],
  ['it stopped', (s) => s.tell('stop', { ...c1, kind: 'process-stopped', reason: 'stop' }), 'stop'],
  ['it is frozen', (s) => s.tell('freeze', { ...c1, ...frozen }), 'freeze'],
  [
    'it was frozen for a while',
    (s) => s.tell('freeze', { ...c1, ...frozen }).tell('thaw', { ...c1, ...thawed }),
    'freeze',
  ],
  ['its link is cut', (s) => s.tell('cut', { ...link, cut: true }), 'cut'],
  [
    'its link was cut for a while',
    (s) => s.tell('cut', { ...link, cut: true }).tell('restore', link),
    'cut',
  ],
  ['its link was slowed', (s) => s.tell('slow', { ...link, latencyMs: [900, 9000] }), 'slow'],
  [
    'a message to the other was lost',
    (s) =>
      s
        .tell('sent', { ...sent, ...c1, to: 'broker-1' })
        .tell('dropped', { kind: 'message-dropped', message: 5, reason: 'reset' }),
    'dropped',
  ],
  [
    'its connection was closed',
    (s) =>
      s.tell('closed', {
        ...c1,
        kind: 'connection-closed',
        connection: 'x',
        peer: 'broker-1',
        reason: 'timeout',
      }),
    'closed',
  ],
  ['it left PartOfGroup', (s) => s.tell('left', left), 'left'],
  [
    'the last thing counts',
    (s) =>
      s
        .tell('freeze', { ...c1, ...frozen })
        .tell('thaw', { ...c1, ...thawed })
        .tell('left', left),
    'left',
  ],
  [
    'what lasts counts more than what followed from it',
    (s) => s.tell('cut', { ...link, cut: true }).tell('left', left),
    'cut',
  ],
  [
    'it was restarted: the member stays dead',
    (s) =>
      s
        .tell('kill', { ...c1, ...crashed })
        .tell('again', { ...c1, ...started, role: 'consumer', group: 'g' }),
    'kill',
  ],
];

describe('timer-fired of dead-after: what kept the member silent', () => {
  test.each(silences)('%s', (_, tell, why) => {
    const story = quietGroup();
    tell(story);
    story.tell('fired', { ...deadAfter, kind: 'timer-fired' });
    expect(story.becauseOf('fired')).toBe(why);
  });

  test('it was frozen with a heartbeat under way, so before the timer started', () => {
    const story = quietGroup()
      .tell('freeze', { ...c1, ...frozen })
      .tell('late', { ...deadAfter, kind: 'timer-started' })
      .tell('fired', { ...deadAfter, kind: 'timer-fired' });
    expect(story.becauseOf('fired')).toBe('freeze');
  });

  test('it was killed with a heartbeat under way and is started again', () => {
    const story = quietGroup()
      .tell('kill', { ...c1, ...crashed })
      .tell('again', { ...c1, ...started, role: 'consumer', group: 'g' })
      .tell('late', { ...deadAfter, kind: 'timer-started' })
      .tell('fired', { ...deadAfter, kind: 'timer-fired' });
    expect(story.becauseOf('fired')).toBe('kill');
  });

  test('a crash before the member was one is not to blame', () => {
    const member = { ...b1, kind: 'member-added', group: 'g', member: 'm-2', consumer: 'c-1' };
    const timer = { ...deadAfter, subject: 'g/m-2' };
    const story = quietGroup()
      .tell('kill', { ...c1, ...crashed })
      .tell('again', { ...c1, ...started, role: 'consumer', group: 'g' })
      .tell('member', {
        ...member,
        topics: [],
        sessionTimeoutMs: 1,
        heartbeatFrequency: 1,
        failedHeartbeatThreshold: 1,
      })
      .tell('late', { ...timer, kind: 'timer-started' })
      .tell('fired', { ...timer, kind: 'timer-fired' });
    expect(story.becauseOf('fired')).toBe('group');
  });

  test('what was over before the timer started is not to blame: the setting is', () => {
    const story = quietGroup()
      .tell('freeze', { ...c1, ...frozen })
      .tell('thaw', { ...c1, ...thawed })
      .tell('cut', { ...link, cut: true })
      .tell('restore', link)
      .tell('left', left)
      .tell('late', { ...deadAfter, kind: 'timer-started' })
      .tell('fired', { ...deadAfter, kind: 'timer-fired' });
    expect(story.becauseOf('fired')).toBe('group');
  });

  test('a link that was slowed before goes on being slow', () => {
    const story = quietGroup()
      .tell('slow', { ...link, latencyMs: [900, 9000] })
      .tell('late', { ...deadAfter, kind: 'timer-started' })
      .tell('fired', { ...deadAfter, kind: 'timer-fired' });
    expect(story.becauseOf('fired')).toBe('slow');
  });

  test('a link that is fast again is not to blame', () => {
    const story = quietGroup()
      .tell('slow', { ...link, latencyMs: [900, 9000] })
      .tell('fast', link)
      .tell('late', { ...deadAfter, kind: 'timer-started' })
      .tell('fired', { ...deadAfter, kind: 'timer-fired' });
    expect(story.becauseOf('fired')).toBe('group');
  });

  test("others' troubles are not to blame", () => {
    const story = quietGroup()
      .tell('freeze', { process: 'c-2', ...frozen })
      .tell('cut', { ...link, peers: ['broker-1', 'c-2'], cut: true })
      .tell('fired', { ...deadAfter, kind: 'timer-fired' });
    expect(story.becauseOf('fired')).toBe('group');
  });

  test('a consumer with settings of its own: its start states them', () => {
    const story = quietGroup({ failedHeartbeatThreshold: 1 }).tell('fired', {
      ...deadAfter,
      kind: 'timer-fired',
    });
    expect(story.becauseOf('fired')).toBe('c-1 starts');
  });

  test('a member that only an assignment names', () => {
    const assignment = [{ member: 'm-9', consumer: 'c-1', topics: ['t'], partitions: [] }];
    const timer = { ...deadAfter, subject: 'g/m-9' };
    const story = quietGroup()
      .tell('loaded', {
        ...b1,
        kind: 'coordinator-loaded',
        group: 'g',
        epoch: 1,
        generation: 1,
        assignment,
      })
      .tell('started', { ...timer, kind: 'timer-started' })
      .tell('freeze', { ...c1, ...frozen })
      .tell('fired', { ...timer, kind: 'timer-fired' });
    expect(story.becauseOf('fired')).toBe('freeze');
  });
});

describe('timer-fired of coordinator-failed: what kept the coordinator silent', () => {
  test.each<readonly [string, Tell, string]>([
    ['it lost power', (s) => s.tell('off', { ...b1, ...crashed, reason: 'power-off' }), 'off'],
    ['it is frozen', (s) => s.tell('freeze', { ...b1, ...frozen }), 'freeze'],
    ['the link is cut', (s) => s.tell('cut', { ...link, cut: true }), 'cut'],
    [
      'the consumer itself was frozen',
      (s) => s.tell('freeze', { ...c1, ...frozen }).tell('thaw', { ...c1, ...thawed }),
      'freeze',
    ],
    ['nothing happened', () => null, 'group'],
  ])('%s', (_, tell, why) => {
    const story = quietGroup();
    tell(story);
    story.tell('fired', { ...failed, kind: 'timer-fired' });
    expect(story.becauseOf('fired')).toBe(why);
  });
});

describe('other timers', () => {
  test('a heartbeat that is due is because of nothing but its timer', () => {
    const timer = { ...c1, timer: 'heartbeat', subject: '', deadlineUs: 0 };
    const story = quietGroup()
      .tell('freeze', { ...b1, ...frozen })
      .tell('fired', { ...timer, kind: 'timer-fired' });
    expect(story.becauseOf('fired')).toBeNull();
  });
});

describe('zookeeper-session-expired: as dead-after', () => {
  const session = { ...zoo, timer: 'session', subject: 'broker-1/1', deadlineUs: 0 };
  const ping = {
    ...zoo,
    kind: 'message-delivered',
    message: 3,
    from: 'broker-1',
    api: 'ZooKeeperPing',
    direction: 'request',
  };
  const expired = { ...zoo, kind: 'zookeeper-session-expired', broker: 'broker-1' };

  test.each<readonly [string, object, string]>([
    ['the broker crashed', { ...b1, ...crashed }, 'event'],
    ['the broker is frozen', { ...b1, ...frozen }, 'event'],
    ['the link is cut', { ...link, peers: ['broker-1', 'zookeeper'], cut: true }, 'event'],
    ['nothing happened', { ...b1, kind: 'controller-elected', reason: '' }, 'zookeeper starts'],
  ])('%s', (_, event, why) => {
    const story = quietGroup()
      .tell('ping', ping)
      .tell('timer', { ...session, kind: 'timer-started' }, 'ping')
      .tell('event', event)
      .tell('fired', { ...session, kind: 'timer-fired' })
      .tell('expired', expired, 'fired');
    expect(story.becauseOf('expired')).toBe(why);
  });

  test('a session that its broker closed is because of nothing but that', () => {
    const story = quietGroup().tell('close', ping).tell('expired', expired, 'close');
    expect(story.becauseOf('expired')).toBeNull();
  });
});
