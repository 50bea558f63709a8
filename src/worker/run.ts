/**
 * One run inside the simulation worker: its kernel, the states of its processes while they are in
 * this thread, and checkpoints to fork from. Knows no Web Worker.
 */
import { assert, known } from '../lib/assert.ts';
import type { Us } from '../lib/time.ts';
import type { Protocol } from '../protocol/step.ts';
import { InlineHost, newKernel, resumeKernel, takeCheckpoint } from '../simulation/inline.ts';
import type { Checkpoint } from '../simulation/inline.ts';
import type { Kernel } from '../simulation/kernel.ts';
import { runLoop } from '../simulation/loop.ts';
import type { ExportedProcess } from '../simulation/simulation.ts';
import type { Experiment } from '../trace/experiment.ts';

/** A checkpoint at least this often, so that a fork replays little. */
const checkpointEveryUs = 2_000_000;
const checkpointEveryEvents = 16_384;
/** But not before so many events for each process: a large run's checkpoint takes long to copy. */
const eventsPerProcess = 64;
/** Above this many, older ones are thinned: an hour's run must not fill the memory. */
const checkpointsKept = 256;

export class Run {
  readonly id: number;
  readonly protocol: Protocol;
  readonly kernel: Kernel;
  /** Null while a Web Worker a process has the states. */
  inline: InlineHost | null;
  readonly checkpoints: Checkpoint[];
  /** What the page has asked for. */
  untilUs: Us = -1;
  ended = false;

  constructor(id: number, protocol: Protocol, kernel: Kernel, processes?: Checkpoint['processes']) {
    this.id = id;
    this.protocol = protocol;
    this.kernel = kernel;
    this.inline = new InlineHost(protocol, processes);
    this.checkpoints = [];
  }

  get handledUntilUs(): Us {
    return this.kernel.state.handledUntilUs;
  }

  get backlogUs(): Us {
    return Math.max(0, this.untilUs - this.handledUntilUs);
  }

  /** Simulates in this thread up to `untilUs`, or `maxEvents` more events. */
  advanceInline(untilUs: Us, maxEvents = Infinity): void {
    const host = known(this.inline, 'states in this thread');
    const loop = runLoop(this.kernel, untilUs, maxEvents);
    let next = loop.next();
    while (!next.done) next = loop.next(host.answer(next.value));
  }

  /** Whether enough has happened since the last checkpoint. */
  checkpointIsDue(): boolean {
    const last = this.checkpoints.at(-1);
    if (!last) return true;
    const { state, recorder } = this.kernel;
    const events = recorder.trace.length - 1 - last.seq;
    if (events < eventsPerProcess * state.records.length) return false;
    return state.nowUs - last.atUs >= checkpointEveryUs || events >= checkpointEveryEvents;
  }

  keepCheckpoint(processes: ReadonlyMap<string, ExportedProcess>): void {
    this.checkpoints.push(takeCheckpoint(this.kernel, processes));
    if (this.checkpoints.length > checkpointsKept) thin(this.checkpoints);
  }
}

/** Drops every second one of the older three quarters; the first stays. */
export function thin(checkpoints: Checkpoint[]): void {
  const older = Math.floor(checkpoints.length * 0.75);
  const kept = checkpoints.filter((_, index) => index >= older || index % 2 === 0);
  checkpoints.splice(0, checkpoints.length, ...kept);
}

export function openRun(id: number, protocol: Protocol, experiment: Experiment): Run {
  const run = new Run(id, protocol, newKernel(experiment));
  // So that there is always one to fork from: a fork shares the trace's tables with its parent.
  run.keepCheckpoint(new Map());
  return run;
}

/**
 * A run that shares events 0..seq with `parent`, all up to `atUs`: the nearest checkpoint, and from
 * there the same events once more. The page ignores those it has; their table entries it needs.
 */
export function forkRun(
  id: number,
  parent: Run,
  seq: number,
  atUs: Us,
  experiment: Experiment,
): Run {
  const isBefore = (candidate: Checkpoint) => candidate.seq <= seq && candidate.atUs <= atUs;
  const checkpoint = known(parent.checkpoints.findLast(isBefore), 'first checkpoint');
  const run = resumed(id, parent.protocol, parent, checkpoint, experiment);
  run.advanceInline(atUs);
  assert(run.kernel.recorder.trace.length === seq + 1, 'a replay gives the same events');
  return run;
}

function resumed(
  id: number,
  protocol: Protocol,
  parent: Run,
  checkpoint: Checkpoint,
  experiment: Experiment,
): Run {
  const trace = parent.kernel.recorder.trace.fork(checkpoint.seq);
  const run = new Run(
    id,
    protocol,
    resumeKernel(checkpoint, experiment, trace),
    checkpoint.processes,
  );
  run.checkpoints.push(...parent.checkpoints.filter(({ seq }) => seq <= checkpoint.seq));
  return run;
}
