/** Processes: starting, ending, freezing. What becomes of what they held, coordinated, had open. */
import type { EventOf } from '../events.ts';
import { setFrozen } from '../reading.ts';
import type { ConsumerWorld, ProcessStatus, ProcessWorld, World } from '../world.ts';
import { changeHolding } from './cost.ts';
import type { Change } from './cost.ts';
import { coordinatorGone } from './coordinators.ts';
import type { Folds } from './folds.ts';
import { nothingGivenUp } from './given-up.ts';
import { noRoles } from './roles.ts';
import { dropTimers, setTimersRunning } from './timers.ts';
import { closeEnd } from './transport.ts';

function newConsumer(event: EventOf<'process-started'>): ConsumerWorld | null {
  if (event.role !== 'consumer') return null;
  const group = event.group ?? '';
  return {
    group,
    state: 'Down',
    stateSinceUs: event.atUs,
    stateReason: 'started',
    member: null,
    generation: -1,
    fetching: false,
    recordsPerSecond: event.recordsPerSecond ?? 0,
    frozen: false,
    held: new Map(),
    topics: event.topics ?? [],
    allow: event.allow ?? [],
    deny: event.deny ?? [],
    sessionTimeoutMs: event.sessionTimeoutMs ?? 0,
    heartbeatFrequency: event.heartbeatFrequency ?? 0,
    failedHeartbeatThreshold: event.failedHeartbeatThreshold ?? 0,
    strategy: event.strategy ?? '',
    failure: null,
    told: null,
    gaveUp: nothingGivenUp,
  };
}

function start(world: World, event: EventOf<'process-started'>): void {
  const { process: name = '', role, host, slot, incarnation, atUs } = event;
  const before = world.processes.get(name);
  if (before) leaveStatus(world, before, 'stopped', atUs);
  world.processes.set(name, {
    name,
    role,
    host,
    slot: before?.slot ?? slot,
    incarnation,
    status: 'running',
    statusSinceUs: atUs,
    statusReason: '',
    consumer: newConsumer(event),
    broker: role === 'broker' ? noRoles : null,
  });
}

/** What one more process in this status, that holds a partition, adds to the counts. */
const counted: Readonly<Record<ProcessStatus, Change>> = {
  running: { reads: 1, believes: 1 },
  frozen: { reads: 0, believes: 1 },
  crashed: { reads: 0, believes: 0 },
  stopped: { reads: 0, believes: 0 },
};

/** All that a process holds counts otherwise from now on. */
function leaveStatus(
  world: World,
  { status, consumer }: ProcessWorld,
  next: ProcessStatus,
  atUs: number,
): void {
  const group = consumer && world.groups.get(consumer.group);
  if (!group) return;
  const reads = (counted[next].reads - counted[status].reads) as Change['reads'];
  const believes = (counted[next].believes - counted[status].believes) as Change['believes'];
  if (reads === 0 && believes === 0) return;
  for (const key of consumer.held.keys()) {
    changeHolding(group, key, { reads, believes }, atUs);
  }
}

function setStatus(
  world: World,
  event: EventOf<'process-crashed' | 'process-stopped' | 'process-frozen' | 'process-thawed'>,
  status: ProcessStatus,
): ProcessWorld | undefined {
  const process = world.processes.get(event.process ?? '');
  if (!process) return undefined;
  leaveStatus(world, process, status, event.atUs);
  process.status = status;
  process.statusSinceUs = event.atUs;
  process.statusReason = status === 'running' ? '' : event.reason;
  return process;
}

function end(
  world: World,
  event: EventOf<'process-crashed' | 'process-stopped'>,
  status: 'crashed' | 'stopped',
): void {
  const process = setStatus(world, event, status);
  if (!process) return;
  const { name, consumer } = process;
  if (process.broker) process.broker = noRoles;
  if (consumer && consumer.state !== 'Down') {
    consumer.state = 'Down';
    consumer.stateSinceUs = event.atUs;
    consumer.stateReason = event.reason;
  }
  if (consumer) {
    consumer.fetching = false;
    consumer.frozen = false;
    consumer.held.clear();
  }
  dropTimers(world, name);
  for (const id of world.connections.keys()) closeEnd(world, id, name);
  if (world.controller === name) world.controller = null;
  coordinatorGone(world, name, event.reason, event.atUs);
}

export const processFolds: Folds = {
  'process-started': start,
  'process-crashed': (world, event) => end(world, event, 'crashed'),
  'process-stopped': (world, event) => end(world, event, 'stopped'),
  'process-frozen': (world, event) => {
    const process = setStatus(world, event, 'frozen');
    if (process?.consumer) setFrozen(process.consumer, true, world.topics, event.atUs);
    setTimersRunning(world, event.process ?? '', false);
  },
  'process-thawed': (world, event) => {
    const process = setStatus(world, event, 'running');
    if (process?.consumer) setFrozen(process.consumer, false, world.topics, event.atUs);
    setTimersRunning(world, event.process ?? '', true);
  },
};
