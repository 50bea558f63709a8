/** Starting, ending, freezing and thawing processes. */
import { known } from '../lib/assert.ts';
import type { ConsumerSettings } from '../protocol/settings.ts';
import type { ProcessRole } from '../protocol/step.ts';
import { unsaid } from './consumption.ts';
import { append, linkOf } from './kernel.ts';
import type { Kernel } from './kernel.ts';
import { dropMessage, releaseMessage } from './parcels.ts';
import { planBroker } from './scenario.ts';
import type { PlannedProcess, ProcessRecord, StartItem, Waiting } from './state.ts';
import { abandonConnections, closeConnection, resetConnections } from './transport.ts';

/** The start of a process, the next incarnation of its name; returns the event that says so. */
export function beginProcess(kernel: Kernel, { process: name, role, cause }: StartItem): number {
  const { state } = kernel;
  const before = state.processes.get(name);
  const { host, settings } = planOf(kernel, name, role, before);
  const slot = before?.slot ?? countRole(kernel, role);
  const incarnation = (before?.incarnation ?? 0) + 1;
  const process: ProcessRecord = {
    name,
    role,
    host,
    index: before?.index ?? state.records.length,
    slot,
    settings,
    incarnation,
    status: 'running',
    frozenAtUs: 0,
    unpowered: false,
    pile: [],
    connections: new Set(),
    timers: new Map(),
  };
  state.processes.set(name, process);
  state.records[process.index] = process;
  const seq = append(kernel, {
    kind: 'process-started',
    atUs: state.nowUs,
    process: name,
    role,
    host,
    incarnation,
    slot,
    ...(settings.role === 'consumer' ? consumerFields(settings) : {}),
    cause,
    rules: startRules[role],
  });
  if (!before) stateLinks(kernel, name, role);
  return seq;
}

function planOf(
  { experiment, state }: Kernel,
  name: string,
  role: ProcessRole,
  lastLife: ProcessRecord | undefined,
): PlannedProcess {
  if (role === 'broker') return planBroker(experiment, name);
  return state.planned.get(name) ?? known(lastLife, `plan of ${name}`);
}

const startRules = { consumer: ['DISC-1'], broker: ['COORD-2'], zookeeper: [] } as const;

function countRole({ state }: Kernel, role: ProcessRole): number {
  let count = 0;
  for (const process of state.processes.values()) if (process.role === role) count += 1;
  return count;
}

function consumerFields(settings: ConsumerSettings) {
  return {
    group: settings.group,
    ...settings.subscription,
    sessionTimeoutMs: settings.sessionTimeoutMs,
    heartbeatFrequency: settings.heartbeatFrequency,
    failedHeartbeatThreshold: settings.failedHeartbeatThreshold,
    strategy: settings.strategy,
    recordsPerSecond: settings.recordsPerSecond,
  };
}

/** Who talks to whom at all: consumers to brokers, brokers to each other and to ZooKeeper. */
const talksTo: Readonly<Record<ProcessRole, readonly ProcessRole[]>> = {
  consumer: ['broker'],
  broker: ['broker', 'zookeeper', 'consumer'],
  zookeeper: ['broker'],
};

/** A view needs nothing but the events, so a process's links are stated when it first starts. */
function stateLinks(kernel: Kernel, name: string, role: ProcessRole): void {
  for (const other of kernel.state.processes.values()) {
    if (other.name !== name && talksTo[role].includes(other.role)) linkOf(kernel, name, other.name);
  }
}

/** Gone at once: kill (peers are told by resets) or power off (nothing tells them). */
export function crashProcess(
  kernel: Kernel,
  process: ProcessRecord,
  reason: 'kill' | 'power-off',
  cause: number,
): void {
  const { name } = process;
  const { nowUs: atUs } = kernel.state;
  sayConsumed(kernel, process, cause);
  const rules = reason === 'kill' ? (['LINK-2'] as const) : (['LINK-1'] as const);
  const seq = append(kernel, {
    kind: 'process-crashed',
    atUs,
    process: name,
    reason,
    cause,
    rules,
  });
  process.status = 'crashed';
  process.unpowered = reason === 'power-off';
  forget(kernel, process, seq);
  if (reason === 'kill') resetConnections(kernel, process, seq);
  else abandonConnections(kernel, process, seq);
}

/** The process has ended by itself: its connections close in order behind its data. */
export function exitProcess(
  kernel: Kernel,
  process: ProcessRecord,
  reason: 'stop' | 'fatal-error',
  cause: number,
): void {
  const { name } = process;
  const { nowUs: atUs } = kernel.state;
  sayConsumed(kernel, process, cause);
  const seq = append(kernel, {
    kind: 'process-stopped',
    atUs,
    process: name,
    reason,
    cause,
    rules: [],
  });
  for (const { id } of Array.from(process.connections)) closeConnection(kernel, process, id, seq);
  process.status = 'stopped';
  forget(kernel, process, seq);
}

/** [OFF-2] What it has read is read, though it cannot say so any more. */
function sayConsumed(kernel: Kernel, { name: process }: ProcessRecord, cause: number): void {
  const { consumption, nowUs: atUs } = kernel.state;
  for (const consumed of unsaid(consumption, process, atUs)) {
    append(kernel, {
      kind: 'records-consumed',
      atUs,
      process,
      ...consumed,
      cause,
      rules: ['OFF-2'],
    });
  }
}

function forget(kernel: Kernel, process: ProcessRecord, cause: number): void {
  // What is queued of them comes to nothing: this record never runs again.
  process.timers.clear();
  for (const item of process.pile) {
    if (item.kind === 'message') dropMessage(kernel, item, 'receiver-down', cause);
  }
  process.pile = [];
}

export function freezeProcess(kernel: Kernel, process: ProcessRecord, cause: number): void {
  const { name } = process;
  const { nowUs: atUs } = kernel.state;
  process.status = 'frozen';
  process.frozenAtUs = atUs;
  append(kernel, {
    kind: 'process-frozen',
    atUs,
    process: name,
    reason: 'freeze',
    cause,
    rules: [],
  });
}

/** What the process has to handle now: that it was thawed, then what piled up, in its order. */
export function thawProcess(kernel: Kernel, process: ProcessRecord, cause: number): Waiting[] {
  const { name, pile } = process;
  const { nowUs: atUs } = kernel.state;
  process.status = 'running';
  const seq = append(kernel, {
    kind: 'process-thawed',
    atUs,
    process: name,
    reason: 'thaw',
    cause,
    rules: [],
  });
  process.pile = [];
  for (const item of pile) {
    if (item.kind === 'message') releaseMessage(kernel, item.message, 'receiver-frozen', seq);
  }
  return [{ kind: 'thawed', to: name, cause: seq }, ...pile];
}
