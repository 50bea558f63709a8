/** Processes, consumers, timers. */
import type { EventOf } from '../events.ts';
import { partitionKey, timerKey } from '../world.ts';
import type { ConsumerWorld, GroupWorld, ProcessWorld, TimerWorld, World } from '../world.ts';
import { changeReader, changeReaders, recount } from './cost.ts';
import type { Folds } from './fold.ts';
import { coordinatorGone } from './groups.ts';

function newConsumer(event: EventOf<'process-started'>): ConsumerWorld | null {
  if (event.role !== 'consumer') return null;
  return {
    group: event.group ?? '',
    state: 'Down',
    stateSinceUs: event.atUs,
    stateReason: 'started',
    member: null,
    generation: -1,
    fetching: false,
    held: new Map(),
    topics: event.topics ?? [],
    allow: event.allow ?? [],
    deny: event.deny ?? [],
    sessionTimeoutMs: event.sessionTimeoutMs ?? 0,
    heartbeatFrequency: event.heartbeatFrequency ?? 0,
    failedHeartbeatThreshold: event.failedHeartbeatThreshold ?? 0,
    strategy: event.strategy ?? '',
    failure: null,
  };
}

function ended(
  world: World,
  event: EventOf<'process-crashed'> | EventOf<'process-stopped'>,
  status: 'crashed' | 'stopped',
): void {
  const process = world.processes.get(event.process ?? '');
  if (!process) return;
  if (process.status === 'running') changeReaders(world, process, -1, event.atUs);
  process.status = status;
  process.statusSinceUs = event.atUs;
  process.statusReason = event.reason;
  if (process.consumer) process.consumer.fetching = false;
  for (const [key, timer] of world.timers)
    if (timer.process === process.name) world.timers.delete(key);
  for (const [id, connection] of world.connections) {
    connection.openAt.delete(process.name);
    if (connection.openAt.size === 0) world.connections.delete(id);
  }
  if (world.controller === process.name) world.controller = null;
  coordinatorGone(world, process.name, event.reason, event.atUs);
}

/** A frozen process's timers stand still for it. */
function setTimersRunning(world: World, process: string, running: boolean): void {
  for (const [key, timer] of world.timers) {
    if (timer.process === process) world.timers.set(key, { ...timer, running });
  }
}

function consumerOf(world: World, event: { readonly process?: string | undefined }) {
  const process = world.processes.get(event.process ?? '');
  return { process, consumer: process?.consumer ?? null };
}

function setStatus(
  process: ProcessWorld,
  status: ProcessWorld['status'],
  reason: string,
  atUs: number,
) {
  process.status = status;
  process.statusSinceUs = atUs;
  process.statusReason = reason;
}

/** A consumer takes up or lets go a partition; it counts as reading while its process runs. */
function changeHolding(
  group: GroupWorld | undefined,
  process: ProcessWorld,
  key: string,
  by: 1 | -1,
  atUs: number,
): void {
  if (!group || process.status !== 'running') return;
  changeReader(group, key, by);
  recount(group, atUs);
}

export const processFolds: Folds = {
  'process-started': (world, event) => {
    const name = event.process ?? '';
    const { role, host, slot, incarnation } = event;
    const before = world.processes.get(name);
    const process: ProcessWorld = {
      name,
      role,
      host,
      slot: before?.slot ?? slot,
      incarnation,
      status: 'running',
      statusSinceUs: event.atUs,
      statusReason: '',
      consumer: newConsumer(event),
    };
    world.processes.set(name, process);
  },
  'process-crashed': (world, event) => ended(world, event, 'crashed'),
  'process-stopped': (world, event) => ended(world, event, 'stopped'),
  'process-frozen': (world, event) => {
    const { process } = consumerOf(world, event);
    if (!process) return;
    changeReaders(world, process, -1, event.atUs);
    setStatus(process, 'frozen', event.reason, event.atUs);
    setTimersRunning(world, process.name, false);
  },
  'process-thawed': (world, event) => {
    const { process } = consumerOf(world, event);
    if (!process) return;
    setStatus(process, 'running', '', event.atUs);
    changeReaders(world, process, 1, event.atUs);
    setTimersRunning(world, process.name, true);
  },
  'subscription-changed': (world, event) => {
    const { consumer } = consumerOf(world, event);
    if (!consumer) return;
    consumer.topics = event.topics ?? [];
    consumer.allow = event.allow ?? [];
    consumer.deny = event.deny ?? [];
  },
  'consumer-state': (world, event) => {
    const { process, consumer } = consumerOf(world, event);
    if (!process || !consumer) return;
    if (event.state !== consumer.state) consumer.stateSinceUs = event.atUs;
    consumer.state = event.state;
    consumer.stateReason = event.reason;
    consumer.member = event.member;
    consumer.generation = event.generation;
    consumer.fetching = event.fetching;
    // A newcomer that looks for another coordinator has no registration waiting (REG-11).
    const parked = world.groups.get(event.group)?.parked;
    if (event.state === 'Discovering') parked?.delete(process.name);
  },
  'consumer-failed': (world, event) => {
    const { consumer } = consumerOf(world, event);
    if (consumer) consumer.failure = { error: event.error, text: event.text };
  },
  'partition-acquired': (world, event) => {
    const { process, consumer } = consumerOf(world, event);
    if (!process || !consumer) return;
    const { topic, partition, generation, offset, atUs: sinceUs } = event;
    const key = partitionKey(topic, partition);
    const isNew = !consumer.held.has(key);
    consumer.held.set(key, { topic, partition, generation, offset, sinceUs });
    if (isNew) changeHolding(world.groups.get(event.group), process, key, 1, event.atUs);
  },
  'partition-released': (world, event) => {
    const { process, consumer } = consumerOf(world, event);
    if (!process || !consumer) return;
    const key = partitionKey(event.topic, event.partition);
    if (!consumer.held.delete(key)) return;
    changeHolding(world.groups.get(event.group), process, key, -1, event.atUs);
  },
  'timer-started': (world, event) => {
    const timer: TimerWorld = {
      process: event.process ?? '',
      timer: event.timer,
      subject: event.subject,
      startedAtUs: event.atUs,
      deadlineUs: event.deadlineUs,
      startedSeq: event.seq,
      running: true,
    };
    world.timers.set(timerKey(timer.process, timer.timer, timer.subject), timer);
  },
  'timer-cancelled': (world, event) => {
    world.timers.delete(timerKey(event.process ?? '', event.timer, event.subject));
  },
  'timer-fired': (world, event) => {
    world.timers.delete(timerKey(event.process ?? '', event.timer, event.subject));
  },
};
