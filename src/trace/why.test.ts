import { describe, expect, test } from 'vitest';
import {
  b1,
  c1,
  crashed,
  deadAfter,
  frozen,
  quietGroup,
  rebalance,
  registration,
} from './story.ts';
import type { Story } from './story.ts';
import { reasonsOf, whyChain } from './why.ts';

const freeze = { kind: 'command', command: { atMs: 1, do: 'freeze', target: 'c-1' }, targets: [] };
const state = { ...c1, kind: 'consumer-state', group: 'g', member: null, generation: -1 };
const sent = { kind: 'message-sent', connection: 'c-1/1/1', direction: 'request', byteCount: 0 };
const refused = { ...b1, kind: 'request-refused', to: 'c-1', api: 'Heartbeat', group: 'g' };

/** c-1 freezes, is declared dead, and its partition moves. */
function moved(): Story {
  return quietGroup()
    .tell('user', freeze)
    .tell('frozen', { ...c1, ...frozen }, 'user')
    .tell('silent', { ...deadAfter, kind: 'timer-fired' })
    .tell('dead', { ...b1, kind: 'member-removed', group: 'g', member: 'm-1' }, 'silent')
    .tell(
      'started',
      { ...rebalance, kind: 'rebalance-started', trigger: 'TRIG-2', subject: 'm-1' },
      'silent',
    )
    .tell('completed', {
      ...rebalance,
      kind: 'rebalance-completed',
      generation: 2,
      assignment: [],
    })
    .tell('moved', { ...c1, kind: 'partition-acquired', group: 'g', generation: 2 });
}

/** The names of the events in the chain of the named one. */
function chainOf(story: Story, name: string): string[] {
  return reasonsOf(story.trace, story.seqOf(name)).map((seq) => story.nameOf(seq));
}

describe('why', () => {
  test('a step says when, where, what and by which rules', () => {
    const story = quietGroup().tell('user', { ...freeze, atUs: 70 });
    story.tell('frozen', { ...c1, ...frozen, atUs: 70, rules: ['HB-6'] }, 'user');
    expect(whyChain(story.trace, story.seqOf('frozen'))).toMatchObject([
      { atUs: 70, process: 'c-1', kind: 'process-frozen', text: 'c-1 freezes', rules: ['HB-6'] },
      { atUs: 70, process: undefined, kind: 'command', text: 'you: freeze c-1 (it hits nobody)' },
    ]);
  });

  test('a short chain leaves out what the step beside it says, and no decision', () => {
    const story = moved();
    const named = (extent?: 'whole') =>
      whyChain(story.trace, story.seqOf('moved'), extent).map(({ seq }) => story.nameOf(seq));
    const short = ['moved', 'completed', 'started', 'dead', 'silent', 'user'];
    expect(named()).toEqual(short);
    expect(named('whole')).toEqual([...short.slice(0, 5), 'frozen', 'user']);
  });

  test('a moved partition leads back to the action in seven steps', () => {
    const story = moved();
    expect(chainOf(story, 'moved')).toEqual([
      'moved',
      'completed',
      'started',
      'dead',
      'silent',
      'frozen',
      'user',
    ]);
  });

  test('the tries of a newcomer are one step; it began with its start', () => {
    const story = quietGroup()
      .tell('user', freeze)
      .tell('c-1 starts again', { ...c1, kind: 'process-started', role: 'consumer' }, 'user')
      .tell('looks', { ...state, previous: 'Down', state: 'Discovering' }, 'c-1 starts again')
      .tell('tries again', { ...c1, kind: 'timer-fired', timer: 'backoff', subject: '' })
      .tell('registers', { ...state, previous: 'Discovering', state: 'Registering' }, 'tries again')
      .tell('sent', { ...c1, ...sent, message: 9, to: 'broker-1' }, 'tries again')
      .tell('arrived', { ...registration, message: 9 }, 'tries again')
      .tell(
        'started',
        { ...rebalance, kind: 'rebalance-started', trigger: 'TRIG-1', subject: 'c-1' },
        'arrived',
      );
    const chain = ['started', 'registers', 'c-1 starts again', 'user'];
    expect(chainOf(story, 'started')).toEqual(chain);
    story
      .tell(
        'parked',
        { ...b1, kind: 'registration-parked', group: 'g', consumer: 'c-1' },
        'arrived',
      )
      .tell(
        'started late',
        { ...rebalance, kind: 'rebalance-started', trigger: 'TRIG-1', subject: 'c-1' },
        'answer',
      );
    expect(chainOf(story, 'started late')).toEqual(['started late', ...chain.slice(1)]);
  });

  test('a search that began with a loss leads back to what was lost', () => {
    const story = quietGroup()
      .tell('killed', { ...b1, ...crashed })
      .tell('closed', { ...c1, kind: 'connection-closed', peer: 'broker-1' }, 'killed')
      .tell('lost', { ...state, previous: 'PartOfGroup', state: 'Rediscovering' }, 'closed')
      .tell('tries', { ...c1, kind: 'timer-fired', timer: 'request', subject: '' })
      .tell('found', { ...state, previous: 'Rediscovering', state: 'Registering' }, 'tries')
      .tell('refused', { ...state, previous: 'Registering', state: 'Discovering' }, 'tries');
    expect(chainOf(story, 'refused')).toEqual(['refused', 'lost', 'closed', 'killed']);
    expect(chainOf(story, 'tries')).toEqual(['tries', 'lost', 'closed', 'killed']);
  });

  test('a delivery: what its sender reported in the same step, else what it handled', () => {
    const story = quietGroup()
      .tell('started', { ...rebalance, kind: 'rebalance-started', trigger: 'TRIG-6' }, 'heartbeat')
      .tell('told', { ...refused, member: 'm-1', reason: 'rebalance-pending' }, 'heartbeat')
      .tell('sent', { ...b1, ...sent, message: 9, to: 'c-1' }, 'heartbeat')
      .tell('other step', { ...refused, member: 'm-1', reason: 'x' }, 'answer')
      .tell('arrived', { ...c1, kind: 'message-delivered', message: 9 }, 'heartbeat')
      .tell('released', { ...c1, kind: 'timer-cancelled', timer: 'commit' }, 'arrived');
    expect(chainOf(story, 'arrived').slice(0, 3)).toEqual(['arrived', 'told', 'started']);
    expect(chainOf(story, 'released').slice(0, 2)).toEqual(['released', 'told']);
    expect(chainOf(story, 'sent').slice(0, 2)).toEqual(['sent', 'told']);
    story.tell('sent too', { ...b1, ...sent, message: 10, to: 'c-1' }, 'answer');
    expect(chainOf(story, 'sent too').slice(0, 2)).toEqual(['sent too', 'other step']);
  });

  test('whom nobody knows was removed; who is stale missed a generation', () => {
    const story = quietGroup()
      .tell('removed', { ...b1, kind: 'member-removed', group: 'g', member: 'm-1' })
      .tell('completed', { ...rebalance, kind: 'rebalance-completed', assignment: [] })
      .tell('unknown', { ...refused, member: 'm-1', reason: 'unknown-member' }, 'heartbeat')
      .tell('stale', { ...refused, member: 'm-1', reason: 'stale' }, 'heartbeat')
      .tell('other', { ...refused, member: 'm-2', reason: 'unknown-member' }, 'heartbeat');
    expect(chainOf(story, 'unknown')).toEqual(['unknown', 'removed']);
    expect(chainOf(story, 'stale')[1]).toBe('completed');
    expect(chainOf(story, 'other')[1]).toBe('heartbeat');
  });

  test('a rhythm comes of the settings: the group’s, or the consumer’s own', () => {
    const beat = { ...c1, kind: 'timer-fired', timer: 'heartbeat', subject: '' };
    expect(chainOf(quietGroup().tell('beat', beat), 'beat')).toEqual(['beat', 'group']);
    const own = quietGroup({ sessionTimeoutMs: 500 }).tell('beat', beat);
    expect(chainOf(own, 'beat')).toEqual(['beat', 'c-1 starts']);
    const ping = { ...b1, kind: 'timer-fired', timer: 'session-ping', subject: '' };
    expect(chainOf(quietGroup().tell('ping', ping), 'ping')).toEqual(['ping', 'broker starts']);
  });

  test('another timer leads to what set it', () => {
    const timer = { ...b1, timer: 'reconnect', subject: 'zookeeper' };
    const story = quietGroup()
      .tell('closed', { ...b1, kind: 'connection-closed', peer: 'zookeeper' })
      .tell('set', { ...timer, kind: 'timer-started' }, 'closed')
      .tell('fired', { ...timer, kind: 'timer-fired' });
    expect(chainOf(story, 'fired')).toEqual(['fired', 'closed']);
  });

  test('what is lost was lost by who closed, or was gone', () => {
    const lost = { kind: 'message-dropped', message: 9 };
    const end = { ...c1, kind: 'connection-closed', connection: 'c-1/1/1', peer: 'broker-1' };
    const story = quietGroup()
      .tell('sent', { ...b1, ...sent, message: 9, to: 'c-1' }, 'heartbeat')
      .tell('closed', end)
      .tell('killed', { ...c1, ...crashed })
      .tell('lost', { ...lost, reason: 'connection-closed' }, 'heartbeat')
      .tell('lost too', { ...lost, reason: 'receiver-down' }, 'heartbeat')
      .tell('reset', { ...lost, reason: 'reset' }, 'killed');
    expect(chainOf(story, 'lost')[1]).toBe('closed');
    expect(chainOf(story, 'lost too')[1]).toBe('killed');
    expect(chainOf(story, 'reset')[1]).toBe('killed');
  });

  test('a record is written by the rebalance, a member is added by its end', () => {
    const story = quietGroup()
      .tell('started', { ...rebalance, kind: 'rebalance-started', trigger: 'TRIG-6' })
      .tell('written', { kind: 'metadata-written', process: 'zookeeper', group: 'g' }, 'answer')
      .tell('completed', { ...rebalance, kind: 'rebalance-completed', assignment: [] }, 'answer')
      .tell('added', { ...b1, kind: 'member-added', group: 'g', member: 'm-2' }, 'answer')
      .tell('steady', { ...b1, kind: 'group-state', group: 'g', state: 'Steady' }, 'answer');
    expect(chainOf(story, 'written')).toEqual(['written', 'started']);
    expect(chainOf(story, 'added')).toEqual(['added', 'completed', 'started']);
    expect(chainOf(story, 'steady')).toEqual(['steady', 'completed', 'started']);
  });
});
