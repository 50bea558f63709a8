import { describe, expect, test } from 'vitest';
import { linkKey, timerKey } from '../world.ts';
import {
  Tale,
  acquires,
  brokerStarts,
  completed,
  consumerStarts,
  elected,
  ends,
  groupConfigured,
  groupState,
  memberAdded,
  owns,
  settledPair,
  timing,
  topicChanged,
  written,
} from './told.ts';
import type { Told } from './told.ts';

const link = (latencyMs: readonly [number, number], cut = false): Told => ({
  kind: 'link-changed',
  peers: ['broker-1', 'c-1'],
  latencyMs,
  cut,
});

const sent = (message: number, from: string, to: string, more: object = {}): Told => ({
  kind: 'message-sent',
  process: from,
  message,
  connection: 'c-1/1/1',
  to,
  api: 'Heartbeat',
  direction: 'request',
  correlationId: 1,
  group: 'g',
  arrivesAtUs: 1_100_000,
  ...more,
});

const delivered = (message: number, from: string, to: string, api = 'Heartbeat'): Told => ({
  kind: 'message-delivered',
  process: to,
  message,
  from,
  api,
  direction: 'request',
});

const opened = (process: string, peer: string): Told => ({
  kind: 'connection-opened',
  process,
  connection: 'c-1/1/1',
  peer,
});

const closed = (process: string, peer: string): Told => ({
  ...opened(process, peer),
  kind: 'connection-closed',
  reason: 'closed',
});

const timer = (kind: Told['kind'], process: string, name: string, subject = ''): Told => ({
  kind,
  process,
  timer: name,
  subject,
  deadlineUs: 3_000_000,
});

const consumerState = (process: string, state: string, more: object = {}): Told => ({
  kind: 'consumer-state',
  process,
  group: 'g',
  state,
  reason: 'so',
  ...more,
});

const parked = (
  consumer: string,
  member: string | null,
  waitingFor: string[],
  more = {},
): Told => ({
  kind: 'registration-parked',
  process: 'broker-1',
  group: 'g',
  consumer,
  member,
  waitingFor,
  waitingCount: waitingFor.length,
  ...more,
});

const attempt = (kind: Told['kind'], process = 'broker-1'): Told => ({
  kind,
  process,
  group: 'g',
  rebalance: 2,
  trigger: 'TRIG-2',
  subject: 'g-2',
});

const removed = (member: string, consumer: string, process = 'broker-1'): Told => ({
  kind: 'member-removed',
  process,
  group: 'g',
  member,
  consumer,
  reason: '',
});

describe('messages', () => {
  test('under way from sent to delivered; held and released in between', () => {
    const tale = settledPair().tell({ ...sent(7, 'c-1', 'broker-1'), atUs: 1_050_000 });
    const { world } = tale;
    expect(world.messages.get(7)).toMatchObject({ sentSeq: tale.seq, sentAtUs: 1_050_000 });
    tale.tell({ kind: 'message-held', message: 7, reason: 'link-cut', atUs: 1_060_000 });
    expect(world.messages.get(7)).toMatchObject({ held: 'link-cut', heldAtUs: 1_060_000 });
    tale.tell({ kind: 'message-released', message: 7, arrivesAtUs: 1_500_000 });
    expect(world.messages.get(7)).toMatchObject({ held: null, arrivesAtUs: 1_500_000 });
    tale.tell(delivered(7, 'c-1', 'broker-1'));
    expect(world.messages.size).toBe(0);
  });

  test('a lost one is kept for a second of virtual time, not a microsecond longer', () => {
    const tale = settledPair().tell(sent(7, 'c-1', 'broker-1'));
    tale.tell({ kind: 'message-dropped', message: 7, reason: 'reset', atUs: 1_200_000 });
    tale.tell({ ...topicChanged('x', 1), atUs: 2_200_000 });
    expect(tale.world.lost).toMatchObject([{ atUs: 1_200_000, reason: 'reset' }]);
    tale.tell({ ...topicChanged('x', 1), atUs: 2_200_001 });
    expect(tale.world.lost).toEqual([]);
  });

  test('are counted by group and api', () => {
    const tale = settledPair().tell(sent(7, 'c-1', 'broker-1'), sent(8, 'c-1', 'broker-1'));
    tale.tell(sent(9, 'broker-1', 'zookeeper', { api: 'ZooKeeperPing', group: undefined }));
    expect(tale.group().cost.messages).toBe(2);
    expect([...tale.group().messages]).toEqual([['Heartbeat', 2]]);
  });

  test('a heartbeat that arrives is noted for its member, at its coordinator only', () => {
    const tale = settledPair().tell(consumerState('c-1', 'PartOfGroup', { member: 'g-1' }));
    const noted = () => tale.group().members.get('g-1')?.heartbeatAtUs;
    tale.tell(sent(7, 'c-1', 'broker-2'), delivered(7, 'c-1', 'broker-2'));
    expect(noted()).toBeNull();
    tale.tell(sent(8, 'c-1', 'broker-1'));
    tale.tell({ ...delivered(8, 'c-1', 'broker-1'), atUs: 1_070_000 });
    expect(noted()).toBe(1_070_000);
  });
});

describe('links and connections', () => {
  test('a link is slowed as long as its latency is not the network’s', () => {
    const tale = new Tale().tell(link([5, 15]), link([50, 90]));
    const now = () => tale.world.links.get(linkKey('c-1', 'broker-1'));
    expect(now()).toMatchObject({ slowed: true, latencyMs: [50, 90] });
    tale.tell(link([5, 15], true));
    expect(now()).toMatchObject({ slowed: false, cut: true, usualLatencyMs: [5, 15] });
  });

  test('a link that was slowed is held against the latency that the network has by now', () => {
    const configured = (latencyMs: readonly number[]): Told => ({
      kind: 'command',
      command: { do: 'configure', network: true, settings: { latencyMs } },
      targets: ['network'],
    });
    const tale = new Tale().tell(link([5, 15]), link([50, 90]), configured([30, 40]));
    const now = () => tale.world.links.get(linkKey('c-1', 'broker-1'));
    expect(now()).toMatchObject({ slowed: true, usualLatencyMs: [30, 40] });
    tale.tell(configured([50, 90]));
    expect(now()).toMatchObject({ slowed: false });
    tale.tell(configured([5, 15]), link([5, 15]));
    expect(now()).toMatchObject({ slowed: false, latencyMs: [5, 15] });
  });

  test('a connection is there while one end knows it; its opener is in its id', () => {
    const tale = settledPair().tell(opened('broker-1', 'c-1'), opened('c-1', 'broker-1'));
    const now = () => tale.world.connections.get('c-1/1/1');
    expect(now()).toMatchObject({ opener: 'c-1', peer: 'broker-1' });
    tale.tell(closed('c-1', 'broker-1'));
    expect([...(now()?.openAt ?? [])]).toEqual(['broker-1']);
    tale.tell(closed('broker-1', 'c-1'));
    expect(now()).toBeUndefined();
  });

  test('a dead process has no ends', () => {
    const tale = settledPair().tell(opened('broker-1', 'c-1'), opened('c-1', 'broker-1'));
    tale.tell(ends.kill('c-1'));
    expect([...(tale.world.connections.get('c-1/1/1')?.openAt ?? [])]).toEqual(['broker-1']);
  });
});

describe('timers', () => {
  test('stand still while their process is frozen, and end with it', () => {
    const tale = settledPair().tell(timer('timer-started', 'c-1', 'heartbeat'));
    tale.tell(timer('timer-started', 'broker-1', 'dead-after', 'g/g-1'));
    const heartbeat = () => tale.world.timers.get(timerKey('c-1', 'heartbeat', ''));
    const deadAfter = () => tale.world.timers.get(timerKey('broker-1', 'dead-after', 'g/g-1'));
    tale.tell(ends.freeze('c-1'));
    expect([heartbeat()?.running, deadAfter()?.running]).toEqual([false, true]);
    tale.tell(ends.thaw('c-1'));
    expect(heartbeat()?.running).toBe(true);
    tale.tell(ends.kill('c-1'));
    expect([heartbeat(), deadAfter()?.running]).toEqual([undefined, true]);
  });

  test('one that is cancelled or fires is gone; one that is started again is one', () => {
    const tale = settledPair();
    tale.tell(timer('timer-started', 'c-1', 'commit'), timer('timer-started', 'c-1', 'commit'));
    expect(tale.world.timers.size).toBe(1);
    tale.tell(timer('timer-fired', 'c-1', 'commit'), timer('timer-started', 'c-2', 'commit'));
    tale.tell(timer('timer-cancelled', 'c-2', 'commit'));
    expect(tale.world.timers.size).toBe(0);
  });
});

describe('consumers', () => {
  test('another incarnation has forgotten state, id and partitions; its card stays', () => {
    const tale = settledPair();
    tale.tell(consumerState('c-1', 'PartOfGroup', { member: 'g-1', generation: 1 }));
    tale.tell({ ...ends.kill('c-1'), atUs: 2_000_000 });
    expect(tale.process('c-1')).toMatchObject({ status: 'crashed', statusReason: 'kill' });
    expect(tale.process('c-1').consumer).toMatchObject({ state: 'Down', member: 'g-1' });
    tale.tell({ ...consumerStarts('c-1', 't'), incarnation: 2, slot: 9 });
    expect(tale.process('c-1')).toMatchObject({ status: 'running', incarnation: 2, slot: 0 });
    expect(tale.process('c-1').consumer).toMatchObject({ member: null, generation: -1 });
  });

  test('the same state again is the same stay', () => {
    const tale = settledPair().tell({ ...consumerState('c-1', 'Registering'), atUs: 2_000_000 });
    tale.tell({ ...consumerState('c-1', 'Registering'), atUs: 3_000_000 });
    expect(tale.process('c-1').consumer?.stateSinceUs).toBe(2_000_000);
  });

  test('a fatal refusal is remembered', () => {
    const failed: Told = {
      kind: 'consumer-failed',
      process: 'c-1',
      error: 'InvalidRequest',
      text: 'no',
    };
    const tale = settledPair().tell(failed);
    expect(tale.process('c-1').consumer?.failure).toEqual({ error: 'InvalidRequest', text: 'no' });
  });

  test('a subscription replaces the one before', () => {
    const other: Told = { kind: 'subscription-changed', process: 'c-1', allow: ['o.*'] };
    const { consumer } = settledPair().tell(other).process('c-1');
    expect(consumer).toMatchObject({ topics: [], allow: ['o.*'], deny: [] });
  });
});

describe('coordinators', () => {
  test('one that crashes, stops or loses the role coordinates nothing', () => {
    const lost: Told = { ...elected('broker-1', 1), kind: 'coordinator-lost', process: 'broker-1' };
    for (const end of [ends.kill('broker-1'), ends.stop('broker-1'), lost]) {
      const tale = settledPair().tell(attempt('rebalance-started'), end);
      expect(tale.group()).toMatchObject({ coordinator: 'broker-1', coordinated: false });
      expect(tale.group()).toMatchObject({ state: 'Down', rebalance: null });
    }
  });

  test('one that is frozen, or starts again, is what it was', () => {
    const tale = settledPair().tell(ends.freeze('broker-1'));
    expect(tale.group()).toMatchObject({ coordinated: true, state: 'Steady' });
    tale.tell(ends.kill('broker-1'), brokerStarts('broker-1'));
    expect(tale.group().coordinated).toBe(false);
  });

  test('what a deposed one says of the group does not count', () => {
    const tale = settledPair().tell(brokerStarts('broker-2'), elected('broker-2', 2));
    expect(tale.group()).toMatchObject({ coordinator: 'broker-2', epoch: 2, state: 'Down' });
    tale.tell(groupState('broker-2', 2, 'Ready'));
    tale.tell(groupState('broker-1', 1, 'PreparingRebalance'), removed('g-1', 'c-1'));
    tale.tell({ ...elected('broker-1', 1), kind: 'coordinator-lost' });
    tale.tell(attempt('rebalance-started'), ends.kill('broker-1'));
    expect(tale.group()).toMatchObject({ coordinated: true, state: 'Ready', rebalance: null });
    expect(tale.group().members.has('g-1')).toBe(true);
  });

  test('one that acts under a later epoch is known before its election is reported', () => {
    const tale = settledPair().tell(brokerStarts('broker-2'), groupState('broker-2', 2, 'CatchUp'));
    expect(tale.group()).toMatchObject({ coordinator: 'broker-2', epoch: 2, state: 'CatchUp' });
    tale.tell(elected('broker-2', 2));
    expect(tale.group()).toMatchObject({ coordinated: true, state: 'CatchUp', subset: 3 });
  });

  test('one that is dead when it is elected does not act', () => {
    const tale = settledPair().tell(brokerStarts('broker-2'), ends.kill('broker-2'));
    tale.tell(elected('broker-2', 2));
    expect(tale.group()).toMatchObject({ coordinator: 'broker-2', coordinated: false });
    expect(tale.world.coordinators.get(3)).toMatchObject({ broker: 'broker-2', epoch: 2 });
  });

  test('one that has loaded knows the members on record, with what they were taken in with', () => {
    const tale = settledPair().tell(removed('g-2', 'c-2'), elected('broker-2', 2));
    const assignment = [owns('g-1', 'c-1', 'u'), owns('g-2', 'c-2', 't')];
    const loaded: Told = { kind: 'coordinator-loaded', process: 'broker-2', group: 'g', epoch: 2 };
    tale.tell({ ...loaded, generation: 1, assignment });
    expect([...tale.group().members.values()]).toMatchObject([
      { member: 'g-1', topics: ['u'], ...timing },
      { member: 'g-2', topics: ['t'], ...timing },
    ]);
  });

  test('[META-3] [COST-1] with an empty record that nobody told of, no topic counts any more', () => {
    const tale = settledPair().tell(ends.kill('c-1'), ends.kill('c-2'), written(2));
    tale.tell(ends.kill('broker-1'), brokerStarts('broker-2'), elected('broker-2', 2));
    expect(tale.group()).toMatchObject({ topics: ['t'], cost: { unreadNow: 2 } });
    const loaded: Told = { kind: 'coordinator-loaded', process: 'broker-2', group: 'g', epoch: 2 };
    tale.tell({ ...loaded, generation: 2, assignment: [] });
    expect(tale.group()).toMatchObject({ topics: [], partitions: [], cost: { unreadNow: 0 } });
  });

  test('the controller is the last one elected, until it loses the role or ends', () => {
    const controller: Told = { kind: 'controller-elected', process: 'broker-1', reason: '' };
    const tale = settledPair().tell(controller);
    expect(tale.world.controller).toBe('broker-1');
    tale.tell({ ...controller, kind: 'controller-lost', process: 'broker-2' });
    expect(tale.world.controller).toBe('broker-1');
    tale.tell(ends.kill('broker-1'));
    expect(tale.world.controller).toBeNull();
  });
});

describe('rebalances', () => {
  test('whom an attempt waits for: all members, less those parked and those that died', () => {
    const tale = settledPair().tell(attempt('rebalance-started'));
    expect(tale.group().rebalance).toMatchObject({ waitingFor: ['g-1', 'g-2'], waitingCount: 2 });
    tale.tell(parked('c-1', 'g-1', ['g-2']));
    expect(tale.group().rebalance).toMatchObject({ waitingFor: ['g-2'], waitingCount: 1 });
    tale.tell(removed('g-2', 'c-2'));
    expect(tale.group().rebalance).toMatchObject({ waitingFor: [], waitingCount: 0 });
    tale.tell(attempt('rebalance-abandoned'));
    expect(tale.group().rebalance).toBeNull();
  });

  test('[REG-6] the death of the old member leaves the newcomer of its name parked', () => {
    const tale = settledPair().tell(attempt('rebalance-started'), parked('c-2', null, ['g-2']));
    tale.tell(removed('g-2', 'c-2'));
    expect([...tale.group().parked.keys()]).toEqual(['c-2']);
  });

  test('[REG-11] a newcomer waits no longer than its connection, a member does', () => {
    const tale = settledPair().tell(sent(7, 'c-2', 'broker-1'), delivered(7, 'c-2', 'broker-1'));
    tale.tell(parked('c-2', null, [], { cause: tale.seq }));
    tale.tell(sent(8, 'c-1', 'broker-1'), delivered(8, 'c-1', 'broker-1'));
    tale.tell(parked('c-1', 'g-1', [], { cause: tale.seq }));
    tale.tell(closed('c-2', 'broker-1'));
    expect(tale.group().parked.size).toBe(2);
    tale.tell(closed('broker-1', 'c-2'));
    expect([...tale.group().parked.keys()]).toEqual(['c-1']);
  });

  test('a new generation: the record first, then members, topics and those who wait on', () => {
    const tale = settledPair().tell(topicChanged('u', 1), parked('c-1', 'g-1', []));
    tale.tell(parked('c-3', null, []), parked('c-4', null, []));
    const assignment = [owns('g-1', 'c-1', 'u', 0), owns('g-3', 'c-3', 't', 0, 1)];
    tale.tell(written(2, ...assignment));
    expect(tale.group()).toMatchObject({ generation: 2, topics: ['t'], state: 'Steady' });
    expect(tale.world.metadata.get('/groups/g')).toBe(tale.seq);
    tale.tell({ ...completed(2, ...assignment), joined: ['g-3'] });
    tale.tell(memberAdded('g-3', 'c-3', 't'));
    const { members, parked: waiting, topics, partitions } = tale.group();
    expect([...members.keys()]).toEqual(['g-1', 'g-3']);
    expect(members.get('g-1')?.topics).toEqual(['u']);
    expect([...waiting.keys()]).toEqual(['c-4']);
    expect([topics, partitions]).toEqual([
      ['u', 't'],
      ['u/0', 't/0', 't/1'],
    ]);
  });

  test('a log without writes has its generations from the completions', () => {
    const tale = new Tale().tell(groupConfigured, consumerStarts('c-1', 't'), topicChanged('t', 1));
    tale.tell(completed(4, owns('g-1', 'c-1', 't', 0)), acquires('c-1', 't', 0));
    expect(tale.group()).toMatchObject({ generation: 4, cost: { counting: true, unreadNow: 0 } });
  });
});
