/**
 * The inline host: processes are stepped in the same thread. Used by Node, tests, fast forward,
 * seeking, branching, and where there are more processes than Web Workers are wanted.
 */
import { known } from '../lib/assert.ts';
import { clone } from '../lib/clone.ts';
import { msToUs } from '../lib/time.ts';
import type { Us } from '../lib/time.ts';
import type { Machine, ProcessRole, Protocol } from '../protocol/step.ts';
import type { Experiment } from '../trace/experiment.ts';
import { Recorder } from '../trace/recorder.ts';
import type { Trace } from '../trace/trace.ts';
import { nothingConsumed } from './consumption.ts';
import type { Kernel } from './kernel.ts';
import { prepare } from './beginning.ts';
import { runLoop } from './loop.ts';
import { scheduleNextCommand } from './commands.ts';
import { emptyQueue, take } from './queue.ts';
import { groupSettings, planConsumer, planZooKeeper } from './scenario.ts';
import type { ExportedProcess, HostAnswer, HostRequest } from './simulation.ts';
import type { LoopState } from './state.ts';

/** Everything needed to go on from one moment, in any host. Never shared: restoring copies it. */
export interface Checkpoint {
  /** Events 0..seq were appended when it was taken. */
  readonly seq: number;
  readonly atUs: Us;
  readonly loop: LoopState;
  readonly processes: ReadonlyMap<string, ExportedProcess>;
}

/** A kernel at the beginning of time: the world is stated, the first starts are queued. */
export function newKernel(experiment: Experiment, recorder = new Recorder()): Kernel {
  const { scenario, seed } = experiment;
  const state: LoopState = {
    nowUs: 0,
    handledUntilUs: -1,
    seed,
    transportTimeoutUs: msToUs(scenario.network.transportTimeoutMs),
    defaultLatencyUs: [
      msToUs(scenario.network.latencyMs[0]),
      msToUs(scenario.network.latencyMs[1]),
    ],
    queue: emptyQueue(),
    nextNumber: 0,
    nextMessage: 0,
    nextCommand: 0,
    processes: new Map(),
    records: [],
    planned: new Map([['zookeeper', planZooKeeper(experiment)]]),
    links: new Map(),
    connections: new Map(),
    coordinators: new Map(),
    controller: null,
    remembered: new Map(),
    groups: new Map(scenario.groups.map((group) => [group.id, groupSettings(group)])),
    memberCounts: new Map(),
    rebalancing: new Set(),
    heldBack: new Map(),
    consumption: nothingConsumed(),
  };
  for (const group of scenario.groups) {
    for (const spec of group.consumers) {
      const planned = planConsumer(experiment, state.groups, { ...spec, group: group.id });
      state.planned.set(spec.name, planned);
    }
  }
  const kernel = { experiment, state, recorder };
  prepare(kernel);
  return kernel;
}

/** Steps processes in this thread. */
export class InlineHost {
  readonly #protocol: Protocol;
  readonly #processes = new Map<string, ExportedProcess>();
  /** The same by number, as far as they were asked something. */
  readonly #byIndex: (ExportedProcess | undefined)[] = [];

  constructor(protocol: Protocol, processes: ReadonlyMap<string, ExportedProcess> = new Map()) {
    this.#protocol = protocol;
    for (const [name, process] of processes) this.#processes.set(name, clone(process));
  }

  answer(request: HostRequest): HostAnswer {
    switch (request.ask) {
      case 'start': {
        const { role, start } = request;
        const state: unknown = this.#machine(role).initialState(start);
        const process = { role, state };
        this.#processes.set(start.name, process);
        this.#byIndex[request.index] = process;
        return request;
      }
      case 'step': {
        const { index, process } = request;
        const { role, state } = (this.#byIndex[index] ??= known(
          this.#processes.get(process),
          process,
        ));
        const effects = this.#machine(role).step(state, request.input, request.nowUs);
        return { ask: 'step', effects };
      }
      case 'end':
        this.#processes.delete(request.process);
        this.#byIndex[request.index] = undefined;
        return request;
    }
  }

  /** The state of one process, for tests that hold the folded world against it. */
  stateOf(process: string): unknown {
    return this.#processes.get(process)?.state;
  }

  export(): ReadonlyMap<string, ExportedProcess> {
    return clone(this.#processes);
  }

  #machine(role: ProcessRole): Machine {
    return this.#protocol.machines[role];
  }
}

/** A run in this thread. */
export class InlineSimulation {
  readonly kernel: Kernel;
  readonly host: InlineHost;

  constructor(kernel: Kernel, host: InlineHost) {
    this.kernel = kernel;
    this.host = host;
  }

  get experiment(): Experiment {
    return this.kernel.experiment;
  }

  get trace(): Trace {
    return this.kernel.recorder.trace;
  }

  /** Time up to which everything has been handled. */
  get handledUntilUs(): Us {
    return this.kernel.state.handledUntilUs;
  }

  /** Handles every queued input up to `untilUs`, inclusive, or until `maxEvents` more events. */
  advance(untilUs: Us, maxEvents = Infinity): void {
    const loop = runLoop(this.kernel, untilUs, maxEvents);
    let next = loop.next();
    while (!next.done) next = loop.next(this.host.answer(next.value));
  }

  checkpoint(): Checkpoint {
    return takeCheckpoint(this.kernel, this.host.export());
  }
}

export function takeCheckpoint(
  { state, recorder }: Kernel,
  processes: ReadonlyMap<string, ExportedProcess>,
): Checkpoint {
  return {
    seq: recorder.trace.length - 1,
    atUs: state.nowUs,
    loop: clone(state),
    processes,
  };
}

/** A run of `experiment` from its beginning. */
export function createInlineSimulation(
  experiment: Experiment,
  protocol: Protocol,
  recorder = new Recorder(),
): InlineSimulation {
  return new InlineSimulation(newKernel(experiment, recorder), new InlineHost(protocol));
}

/**
 * Goes on from a checkpoint with the commands of `experiment`, which may differ from the original's
 * after that moment: that is how acting in the past works. `trace` holds the events up to it.
 */
export function resumeInlineSimulation(
  checkpoint: Checkpoint,
  experiment: Experiment,
  protocol: Protocol,
  trace: Trace,
): InlineSimulation {
  const kernel = resumeKernel(checkpoint, experiment, trace);
  return new InlineSimulation(kernel, new InlineHost(protocol, checkpoint.processes));
}

export function resumeKernel(checkpoint: Checkpoint, experiment: Experiment, trace: Trace): Kernel {
  const state = clone(checkpoint.loop);
  const kernel = { experiment, state, recorder: new Recorder(trace) };
  rescheduleCommands(kernel);
  return kernel;
}

/** The command that waits in the queue may be another one now. */
function rescheduleCommands(kernel: Kernel): void {
  take(kernel.state.queue, ({ kind }) => kind === 'command');
  scheduleNextCommand(kernel);
}
