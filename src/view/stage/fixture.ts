/**
 * Worlds for the stage's tests, made by hand: three brokers, ZooKeeper, and as many consumers as
 * asked for, settled in generation 4 at 10 s. A test changes what it is about.
 */
import type { ConsumerStateName } from '../../protocol/facts.ts';
import { noRoles } from '../../trace/fold/roles.ts';
import { linkKey, partitionKey, timerKey } from '../../trace/world.ts';
import type { GroupWorld, MessageWorld, ProcessWorld, World } from '../../trace/world.ts';

export const fixtureAtUs = 10_000_000;

function processOf(
  name: string,
  role: ProcessWorld['role'],
  slot: number,
): Omit<ProcessWorld, 'consumer'> {
  return {
    name,
    role,
    slot,
    host: `host-${name}`,
    incarnation: 1,
    status: 'running',
    statusSinceUs: 0,
    statusReason: '',
    broker: role === 'broker' ? noRoles : null,
  };
}

function groupOf(): GroupWorld {
  return {
    group: 'billing',
    protocol: 'register',
    sessionTimeoutMs: 3000,
    heartbeatFrequency: 3,
    failedHeartbeatThreshold: 3,
    strategy: 'range',
    subset: 9,
    coordinator: 'broker-2',
    coordinated: true,
    epoch: 3,
    state: 'Steady',
    stateSinceUs: 8_000_000,
    stateReason: '',
    generation: 4,
    assignment: [],
    members: new Map(),
    parked: new Map(),
    rebalance: null,
    topics: ['orders'],
    partitions: [],
    counted: new Set(),
    committed: new Map(),
    consumed: 0,
    duplicates: 0,
    readers: new Map(),
    believers: new Map(),
    messages: new Map(),
    cost: {
      accountedUs: fixtureAtUs,
      unreadNow: 0,
      overlapNow: 0,
      counting: true,
      calm: true,
      rebalancesCompleted: 4,
      partitionsMoved: 6,
      unreadUs: 3_700_000,
      unreadInDisturbanceUs: 0,
      overlapUs: 0,
      messages: 120,
    },
  };
}

/** A settled world with `consumers` consumers over `partitions` partitions of one topic. */
export function settledWorld(consumers = 3, partitions = 6): World {
  const world: World = {
    seq: 100,
    atUs: fixtureAtUs,
    processes: new Map(),
    links: new Map(),
    connections: new Map(),
    messages: new Map(),
    lost: [],
    timers: new Map(),
    topics: new Map([
      [
        'orders',
        {
          topic: 'orders',
          partitions,
          recordsPerSecond: 10,
          ranges: [{ first: 0, sinceUs: 0 }],
        },
      ],
    ]),
    groups: new Map([['billing', groupOf()]]),
    controller: 'broker-1',
    coordinators: new Map(),
    metadata: new Map(),
    delivered: null,
    refused: null,
  };
  const brokers = ['broker-1', 'broker-2', 'broker-3'];
  world.processes.set('zookeeper', { ...processOf('zookeeper', 'zookeeper', 0), consumer: null });
  for (const [slot, name] of brokers.entries()) {
    world.processes.set(name, { ...processOf(name, 'broker', slot), consumer: null });
    connect(world, name, 'zookeeper');
  }
  for (let slot = 0; slot < consumers; slot++) addMember(world, slot, consumers, partitions);
  const group = world.groups.get('billing') as GroupWorld;
  group.partitions = Array.from({ length: partitions }, (_, n) => partitionKey('orders', n));
  return world;
}

export function connect(world: World, opener: string, peer: string): void {
  const connection = `${opener}/1/${world.connections.size}`;
  const peers = [opener, peer].toSorted((a, b) => (a < b ? -1 : 1)) as [string, string];
  world.connections.set(connection, { connection, opener, peer, openAt: new Set(peers) });
  world.links.set(linkKey(opener, peer), {
    peers,
    latencyMs: [60, 120],
    usualLatencyMs: [60, 120],
    cut: false,
    slowed: false,
  });
}

function addMember(world: World, slot: number, consumers: number, partitions: number): void {
  const name = `c-${slot + 1}`;
  const member = `billing-host-${slot + 1}`;
  const group = world.groups.get('billing') as GroupWorld;
  const owned: number[] = [];
  for (let number = slot; number < partitions; number += consumers) owned.push(number);
  world.processes.set(name, {
    ...processOf(name, 'consumer', slot),
    consumer: consumerOf(member, owned),
  });
  const timing = { sessionTimeoutMs: 3000, heartbeatFrequency: 3, failedHeartbeatThreshold: 3 };
  group.members.set(member, {
    member,
    consumer: name,
    topics: ['orders'],
    ...timing,
    heartbeatAtUs: null,
  });
  const partitionsOfTopic = [{ topic: 'orders', partitions: owned }];
  const entry = { member, consumer: name, topics: ['orders'], partitions: partitionsOfTopic };
  group.assignment = [...group.assignment, entry];
  connect(world, name, 'broker-2');
  const beat = (slot % 5) * 180_000;
  startTimer(world, name, 'heartbeat', '', 9_200_000 + beat, 1_000_000);
  startTimer(world, name, 'coordinator-failed', '', 9_400_000 + beat, 3_000_000);
  startTimer(world, 'broker-2', 'dead-after', `billing/${member}`, 9_300_000 + beat, 3_000_000);
}

function consumerOf(member: string, owned: readonly number[]): ProcessWorld['consumer'] {
  const held = owned.map((partition) => ({
    topic: 'orders',
    partition,
    generation: 4,
    offset: 0,
    sinceUs: 8_000_000,
    from: { offset: 0, atUs: 8_000_000 },
    reported: { offset: 0, atUs: 8_000_000 },
  }));
  return {
    group: 'billing',
    state: 'PartOfGroup' as ConsumerStateName,
    stateSinceUs: 8_000_000,
    stateReason: '',
    member,
    generation: 4,
    fetching: true,
    recordsPerSecond: 100,
    frozen: false,
    held: new Map(held.map((entry) => [partitionKey(entry.topic, entry.partition), entry])),
    topics: ['orders'],
    allow: [],
    deny: [],
    sessionTimeoutMs: 3000,
    heartbeatFrequency: 3,
    failedHeartbeatThreshold: 3,
    strategy: 'range',
    failure: null,
    told: null,
    gaveUp: { first: [], count: 0 },
  };
}

export function startTimer(
  world: World,
  process: string,
  timer: string,
  subject: string,
  startedAtUs: number,
  afterUs: number,
): void {
  world.timers.set(timerKey(process, timer, subject), {
    process,
    timer,
    subject,
    startedAtUs,
    deadlineUs: startedAtUs + afterUs,
    startedSeq: 0,
    running: true,
  });
}

/** A message of `api` that is half way at the fixture's time. */
export function addMessage(
  world: World,
  from: string,
  to: string,
  about: Partial<MessageWorld>,
): MessageWorld {
  const message: MessageWorld = {
    message: world.messages.size,
    connection: `${from}/1/0`,
    from,
    to,
    api: 'Heartbeat',
    direction: 'request',
    correlationId: 1,
    request: null,
    group: 'billing',
    generation: 4,
    error: null,
    reason: null,
    sentAtUs: fixtureAtUs - 50_000,
    arrivesAtUs: fixtureAtUs + 50_000,
    held: null,
    heldAtUs: 0,
    sentSeq: 0,
    corrupted: false,
    ...about,
  };
  world.messages.set(message.message, message);
  return message;
}
