/// <reference lib="webworker" />
/**
 * The simulation worker: owns the runs, simulates the current one as far as the page has asked, and
 * sends what happened. One pump does all the work, so two things never touch a run at once.
 */
import { registerProtocol } from '../protocol/register/index.ts';
import { InlineHost } from '../simulation/inline.ts';
import { runLoop } from '../simulation/loop.ts';
import type { FromSimulation, ToSimulation } from './messages.ts';
import { initialPace, nextPace } from './pacing.ts';
import { forkRun, openRun } from './run.ts';
import type { Run } from './run.ts';
import { ProcessFailure, WorkerHost } from './worker-host.ts';

declare const self: DedicatedWorkerGlobalScope;

/** Between two looks at the mailbox. */
const sliceEvents = { inline: 4_000, workers: 60 } as const;

const runs = new Map<number, Run>();
let current: Run | null = null;
let pace = initialPace;
let maxProcessWorkers = 16;
let pumping = false;
/** Whose processes are in threads now. */
let threads: { readonly run: Run; readonly host: WorkerHost } | null = null;

function post(message: FromSimulation, transfer: Transferable[] = []): void {
  self.postMessage(message, transfer);
}

function send(run: Run): void {
  const chunk = run.kernel.recorder.trace.take();
  const { handledUntilUs } = run;
  const transfer = [...chunk.buffers];
  post({ type: 'events', run: run.id, chunk, handledUntilUs, host: pace.host }, transfer);
}

function fail(run: Run, error: unknown): void {
  run.ended = true;
  threads?.host.endAll();
  threads = null;
  const where = error instanceof ProcessFailure ? error.process : 'the simulation';
  const text = error instanceof Error ? error.message : String(error);
  post({ type: 'failed', run: run.id, where, text });
}

self.onmessage = ({ data }: MessageEvent<ToSimulation>) => {
  if (data.type === 'close') runs.delete(data.run);
  else if (data.type === 'open') open(data);
  else {
    const run = runs.get(data.run);
    if (!run) return;
    run.untilUs = data.untilUs;
    current = run;
    void pump();
  }
};

function open({ run: id, experiment, from, ...more }: ToSimulation & { type: 'open' }): void {
  maxProcessWorkers = more.maxProcessWorkers;
  // What a person did is seen at once; threads for the new run are started when there is time.
  pace = initialPace;
  const parent = from && runs.get(from.run);
  const run =
    from && parent
      ? forkRun(id, parent, from.seq, from.atUs, experiment)
      : openRun(id, registerProtocol, experiment);
  runs.set(id, run);
  send(run);
}

/** Works until the current run has what the page asked for. */
async function pump(): Promise<void> {
  if (pumping) return;
  pumping = true;
  while (current && !current.ended && current.backlogUs > 0) {
    const run: Run = current;
    try {
      await work(run);
    } catch (error) {
      fail(run, error);
    }
    await mailbox();
  }
  pumping = false;
}

async function work(run: Run): Promise<void> {
  pace = nextPace(pace, run.backlogUs, run.kernel.state.processes.size, maxProcessWorkers);
  if (pace.host === 'inline') {
    await bringHome(run);
    run.advanceInline(run.untilUs, sliceEvents.inline);
  } else {
    await advanceInThreads(run, await putIntoThreads(run));
  }
  send(run);
  if (run.checkpointIsDue()) {
    const host = run.inline ?? threads?.host;
    if (host) run.keepCheckpoint(await host.export());
  }
}

async function advanceInThreads(run: Run, host: WorkerHost): Promise<void> {
  const loop = runLoop(run.kernel, run.untilUs, sliceEvents.workers);
  let next = loop.next();
  while (!next.done) next = loop.next(await host.answer(next.value));
}

/** The run's states come back into this thread; nothing to do where they are here. */
async function bringHome(run: Run): Promise<void> {
  if (threads?.run !== run) return;
  run.inline = new InlineHost(run.protocol, await threads.host.export());
  threads.host.endAll();
  threads = null;
}

async function putIntoThreads(run: Run): Promise<WorkerHost> {
  if (threads?.run === run) return threads.host;
  if (threads) await bringHome(threads.run);
  const host = new WorkerHost();
  threads = { run, host };
  if (run.inline) await host.adopt(run.inline.export());
  run.inline = null;
  return host;
}

/** Lets messages in that have come meanwhile. */
function mailbox(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
