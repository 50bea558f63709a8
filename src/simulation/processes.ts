/** Starting, ending, freezing and thawing processes, and their timers. */
import type { Effect } from '../protocol/step.ts';
import type { ConsumerSettings } from '../protocol/settings.ts';
import { append, linkOf, processOf, schedule } from './kernel.ts';
import type { Kernel } from './kernel.ts';
import type { Item, PlannedProcess, ProcessRecord, RunningTimer } from './state.ts';
import { dropMessage } from './parcels.ts';
import { abandonConnections, closeConnection, resetConnections } from './transport.ts';

/** Registers the start of a process (the next incarnation of its name) and says so in the trace. */
export function startProcess(
  kernel: Kernel,
  name: string,
  planned: PlannedProcess,
  cause: number | null,
): number {
  const { state } = kernel;
  const before = state.processes.get(name);
  const slot = before?.slot ?? countRole(kernel, planned.role);
  const incarnation = (before?.incarnation ?? 0) + 1;
  state.processes.set(name, {
    name,
    role: planned.role,
    host: planned.host,
    slot,
    settings: planned.settings,
    incarnation,
    status: 'running',
    unpowered: false,
    pile: [],
    connections: new Set(),
    timers: new Map(),
  });
  const seq = append(kernel, {
    kind: 'process-started',
    process: name,
    role: planned.role,
    host: planned.host,
    incarnation,
    slot,
    ...(planned.settings.role === 'consumer' ? consumerFields(planned.settings) : {}),
    cause,
    rules: startRules[planned.role],
  });
  if (!before) stateLinks(kernel, name, planned.role);
  return seq;
}

const startRules = { consumer: ['DISC-1'], broker: ['COORD-2'], zookeeper: [] } as const;

function countRole({ state }: Kernel, role: string): number {
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
const talksTo: Readonly<Record<string, readonly string[]>> = {
  consumer: ['broker'],
  broker: ['broker', 'zookeeper', 'consumer'],
  zookeeper: ['broker'],
};

/** A view needs nothing but the events, so a process's links are stated when it first starts. */
function stateLinks(kernel: Kernel, name: string, role: string): void {
  for (const other of kernel.state.processes.values()) {
    if (other.name !== name && talksTo[role]?.includes(other.role))
      linkOf(kernel, name, other.name);
  }
}

export function isUp(process: ProcessRecord): boolean {
  return process.status === 'running' || process.status === 'frozen';
}

/** Gone at once: kill (peers are told by resets) or power off (nothing tells them). */
export function crashProcess(
  kernel: Kernel,
  name: string,
  reason: 'kill' | 'power-off',
  cause: number,
): void {
  const process = processOf(kernel, name);
  const rules = reason === 'kill' ? (['LINK-2'] as const) : (['LINK-1'] as const);
  const seq = append(kernel, { kind: 'process-crashed', process: name, reason, cause, rules });
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
  const seq = append(kernel, {
    kind: 'process-stopped',
    process: process.name,
    reason,
    cause,
    rules: [],
  });
  for (const id of Array.from(process.connections)) closeConnection(kernel, process, id, seq);
  process.status = 'stopped';
  forget(kernel, process, seq);
}

function forget(kernel: Kernel, process: ProcessRecord, cause: number): void {
  process.timers.clear();
  for (const item of process.pile) {
    if (item.kind === 'parcel' && item.parcel.kind === 'message') {
      dropMessage(kernel, item.parcel.message, 'receiver-down', cause);
    }
  }
  process.pile = [];
}

export function freezeProcess(kernel: Kernel, name: string, cause: number): void {
  processOf(kernel, name).status = 'frozen';
  append(kernel, { kind: 'process-frozen', process: name, reason: 'freeze', cause, rules: [] });
}

/** What the process has to handle now: that it was thawed, then what piled up, in its order. */
export function thawProcess(kernel: Kernel, name: string, cause: number): Item[] {
  const process = processOf(kernel, name);
  process.status = 'running';
  const seq = append(kernel, {
    kind: 'process-thawed',
    process: name,
    reason: 'thaw',
    cause,
    rules: [],
  });
  const pile = process.pile;
  process.pile = [];
  for (const item of pile) {
    if (item.kind !== 'parcel' || item.parcel.kind !== 'message') continue;
    append(kernel, {
      kind: 'message-released',
      message: item.parcel.message.message,
      reason: 'receiver-frozen',
      arrivesAtUs: kernel.state.nowUs,
      cause: seq,
      rules: [],
    });
  }
  return [{ kind: 'thawed', process: name, cause: seq }, ...pile];
}

const timerKey = (timer: string, subject: string) => `${timer}|${subject}`;

export function startTimer(
  kernel: Kernel,
  process: ProcessRecord,
  effect: Effect & { do: 'start-timer' },
  cause: number,
): void {
  const { state } = kernel;
  const { timer, subject, afterUs, rules } = effect;
  const deadlineUs = state.nowUs + afterUs;
  const key = timerKey(timer, subject);
  const number = state.nextNumber;
  process.timers.set(key, { timer, subject, deadlineUs, number, rules });
  schedule(kernel, deadlineUs, 'timer', process.name, {
    kind: 'timer',
    process: process.name,
    key,
    number,
  });
  append(kernel, {
    kind: 'timer-started',
    process: process.name,
    timer,
    subject,
    deadlineUs,
    cause,
    rules,
  });
}

export function cancelTimer(
  kernel: Kernel,
  process: ProcessRecord,
  effect: Effect & { do: 'cancel-timer' },
  cause: number,
): void {
  const { timer, subject } = effect;
  if (!process.timers.delete(timerKey(timer, subject))) return;
  append(kernel, {
    kind: 'timer-cancelled',
    process: process.name,
    timer,
    subject,
    cause,
    rules: [],
  });
}

/** The timer that an item means, if it has not been cancelled or started again since. */
export function dueTimer(kernel: Kernel, item: Item & { kind: 'timer' }): RunningTimer | null {
  const process = kernel.state.processes.get(item.process);
  const timer = process?.timers.get(item.key);
  return timer && timer.number === item.number ? timer : null;
}
