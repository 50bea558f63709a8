/**
 * What the simulation worker does: it owns the runs, simulates the current one as far as the page has
 * asked, and sends what happened. One pump does all the work, so two things never touch a run at
 * once. Knows no Web Worker: how messages leave, threads start and time passes is given.
 */
import type { Protocol } from '../protocol/step.ts';
import { InlineHost } from '../simulation/inline.ts';
import { runLoop } from '../simulation/loop.ts';
import type { FromSimulation, HostKind, ToSimulation } from './messages.ts';
import { initialPace, nextPace, restarted } from './pacing.ts';
import { forkRun, openRun } from './run.ts';
import type { Run } from './run.ts';
import { ProcessFailure, WorkerHost } from './worker-host.ts';
import type { Thread } from './worker-host.ts';

/** Between two looks at the clock. */
const stretchEvents = { inline: 500, workers: 20 } as const;
/** Between two looks at the mailbox, and two chunks: the page draws no more often anyway. */
const sliceMs = 14;

export interface Surroundings {
  readonly protocol: Protocol;
  readonly post: (message: FromSimulation, transfer: readonly ArrayBuffer[]) => void;
  readonly startThread: (name: string) => Thread;
  readonly nowMs: () => number;
  /** Lets messages in that have come meanwhile. */
  readonly mailbox: () => Promise<void>;
}

export class SimulationServer {
  readonly #around: Surroundings;
  readonly #runs = new Map<number, Run>();
  readonly #threads: WorkerHost;
  /** It is compared with the current one. */
  #beside: Run | null = null;
  /** Whose processes are in threads now. */
  #inThreads: Run | null = null;
  /** Threads are being started, or have been; a failure of theirs is that of the run. */
  #waking: Promise<void> | null = null;
  #areAwake = false;
  #current: Run | null = null;
  #pace = initialPace;
  #maxProcessWorkers = 16;
  #isPumping = false;
  #behindSinceMs = 0;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#threads = new WorkerHost(around.startThread);
  }

  receive(message: ToSimulation): void {
    switch (message.type) {
      case 'open':
        return this.#open(message);
      case 'advance':
        return this.#advance(message);
      case 'close':
        return this.#close(message.run);
    }
  }

  #open({ run: id, experiment, from, maxProcessWorkers }: ToSimulation & { type: 'open' }): void {
    this.#maxProcessWorkers = maxProcessWorkers;
    this.#pace = restarted(this.#pace);
    const parent = from && this.#runs.get(from.run);
    try {
      const run =
        from && parent
          ? forkRun(id, parent, from.seq, from.atUs, experiment)
          : openRun(id, this.#around.protocol, experiment);
      this.#runs.set(id, run);
      this.#send(run, 'inline');
    } catch (error) {
      this.#fail(id, error);
    }
  }

  #advance({ run: id, untilUs, beside }: ToSimulation & { type: 'advance' }): void {
    const run = this.#runs.get(id);
    if (!run) return;
    run.untilUs = untilUs;
    if (beside) this.#beside = run;
    else this.#current = run;
    if (!this.#isPumping) void this.#pump();
  }

  #close(id: number): void {
    const run = this.#runs.get(id);
    this.#runs.delete(id);
    if (run) run.ended = true;
    if (!this.#isPumping) this.#forgetEnded();
  }

  /** The current run, or the one beside it, if something of it is asked for. */
  #next(): Run | undefined {
    const asked = (run: Run | null) => run && !run.ended && run.backlogUs > 0;
    return [this.#current, this.#beside].find(asked) ?? undefined;
  }

  /** Works until the page has what it asked for. */
  async #pump(): Promise<void> {
    this.#isPumping = true;
    this.#behindSinceMs = this.#around.nowMs();
    for (;;) {
      const run = this.#next();
      if (!run) break;
      try {
        await this.#work(run);
      } catch (error) {
        run.ended = true;
        this.#fail(run.id, error);
        this.#endThreads();
      }
      const isMet = run.backlogUs === 0;
      await this.#around.mailbox();
      if (isMet) this.#behindSinceMs = this.#around.nowMs();
      this.#forgetEnded();
    }
    this.#isPumping = false;
  }

  async #work(run: Run): Promise<void> {
    const { nowMs } = this.#around;
    const host = await this.#hostFor(run);
    const endMs = nowMs() + sliceMs;
    do {
      if (host === 'inline') run.advanceInline(run.untilUs, stretchEvents.inline);
      else await this.#advanceInThreads(run);
    } while (!run.ended && run.backlogUs > 0 && nowMs() < endMs);
    if (run.ended) return;
    this.#send(run, host);
    if (run.checkpointIsDue()) run.keepCheckpoint(await (run.inline ?? this.#threads).export());
  }

  async #advanceInThreads(run: Run): Promise<void> {
    const loop = runLoop(run.kernel, run.untilUs, stretchEvents.workers);
    let next = loop.next();
    while (!next.done) next = loop.next(await this.#threads.answer(next.value));
  }

  /** Sees to it that the run's processes are where the pace wants them. */
  async #hostFor(run: Run): Promise<HostKind> {
    // The threads are the current run's: to change them with every turn would take longer.
    if (run !== this.#current) {
      if (this.#inThreads === run) await this.#bringHome(run);
      return 'inline';
    }
    const { processes } = run.kernel.state;
    const behindMs = this.#around.nowMs() - this.#behindSinceMs;
    const standing = { behindMs, processes: processes.size, most: this.#maxProcessWorkers };
    this.#pace = nextPace(this.#pace, standing);
    if (this.#inThreads && (this.#inThreads !== run || this.#pace.host === 'inline')) {
      await this.#bringHome(this.#inThreads);
    }
    if (this.#pace.host === 'inline') return 'inline';
    // Threads take their time to start: the run goes on inline meanwhile.
    if (!this.#areAwake) {
      this.#wake(run);
      return 'inline';
    }
    if (this.#inThreads !== run) await this.#putIntoThreads(run);
    return 'workers';
  }

  #wake(run: Run): void {
    if (this.#waking) return;
    const up = [...run.kernel.state.processes.values()].filter(
      ({ status }) => status === 'running' || status === 'frozen',
    );
    this.#waking = this.#threads.wake(up.map(({ name }) => name)).then(
      () => {
        this.#areAwake = true;
      },
      (error: unknown) => {
        run.ended = true;
        this.#fail(run.id, error);
        this.#endThreads();
      },
    );
  }

  async #putIntoThreads(run: Run): Promise<void> {
    if (!run.inline) return;
    const states = run.inline.export();
    this.#inThreads = run;
    run.inline = null;
    await this.#threads.adopt(states);
  }

  /** The run's states come back into this thread. */
  async #bringHome(run: Run): Promise<void> {
    run.inline = new InlineHost(run.protocol, await this.#threads.export());
    this.#inThreads = null;
  }

  /** Nobody asks a run that has failed or was closed for its states any more. */
  #forgetEnded(): void {
    if (this.#inThreads?.ended) this.#inThreads = null;
    if (this.#runs.size === 0) this.#endThreads();
  }

  #endThreads(): void {
    this.#threads.endAll();
    this.#inThreads = null;
    this.#waking = null;
    this.#areAwake = false;
  }

  #send(run: Run, host: HostKind): void {
    const chunk = run.kernel.recorder.trace.take();
    const { handledUntilUs, id } = run;
    const message = { type: 'events', run: id, chunk, handledUntilUs, host } as const;
    this.#around.post(message, chunk.buffers);
  }

  #fail(run: number, error: unknown): void {
    const where = error instanceof ProcessFailure ? error.process : 'the simulation';
    const text = error instanceof Error ? error.message : String(error);
    this.#around.post({ type: 'failed', run, where, text }, []);
  }
}
