/**
 * The worker host: each process in a Web Worker of its own, started when the process starts and
 * terminated when it ends. Answers the loop's questions one after the other.
 */
import { known } from '../lib/assert.ts';
import type { ProcessRole } from '../protocol/step.ts';
import type { ExportedProcess, HostAnswer, HostRequest } from '../simulation/simulation.ts';
import type { FromProcess, ToProcess } from './messages.ts';

/** A process whose thread ended on an error: the run cannot go on. */
export class ProcessFailure extends Error {
  override name = 'ProcessFailure';
  readonly process: string;

  constructor(process: string, message: string) {
    super(message);
    this.process = process;
  }
}

class ProcessThread {
  readonly role: ProcessRole;
  readonly #name: string;
  readonly #worker: Worker;

  constructor(name: string, role: ProcessRole) {
    this.role = role;
    this.#name = name;
    this.#worker = new Worker(new URL('./process.worker.ts', import.meta.url), {
      type: 'module',
      name,
    });
  }

  /** Asks one question; the loop never asks the next before this one is answered. */
  ask(message: ToProcess, transfer: Transferable[] = []): Promise<FromProcess> {
    return new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<FromProcess>) => resolve(data);
      this.#worker.onerror = (event) => {
        event.preventDefault();
        reject(new ProcessFailure(this.#name, event.message));
      };
      this.#worker.postMessage(message, transfer);
    });
  }

  end(): void {
    this.#worker.terminate();
  }
}

export class WorkerHost {
  readonly #threads = new Map<string, ProcessThread>();

  /** Puts each of a run's processes into a thread. */
  async adopt(processes: ReadonlyMap<string, ExportedProcess>): Promise<void> {
    const adoptions = [...processes].map(([name, { role, state }]) => {
      const thread = new ProcessThread(name, role);
      this.#threads.set(name, thread);
      return thread.ask({ type: 'adopt', role, state });
    });
    await Promise.all(adoptions);
  }

  async answer(request: HostRequest): Promise<HostAnswer> {
    switch (request.ask) {
      case 'start': {
        const { role, start } = request;
        const thread = new ProcessThread(start.name, role);
        this.#threads.set(start.name, thread);
        await thread.ask({ type: 'start', role, start });
        return request;
      }
      case 'step': {
        const { input, nowUs } = request;
        const transfer = input.kind === 'message' ? [input.bytes.buffer] : [];
        const answer = await this.#thread(request.process).ask(
          { type: 'step', input, nowUs },
          transfer,
        );
        return { ask: 'step', effects: answer.type === 'effects' ? answer.effects : [] };
      }
      case 'end':
        this.#thread(request.process).end();
        this.#threads.delete(request.process);
        return request;
      case 'export':
        return { ask: 'export', states: await this.export() };
    }
  }

  async export(): Promise<ReadonlyMap<string, ExportedProcess>> {
    const entries = [...this.#threads].map(async ([name, thread]) => {
      const answer = await thread.ask({ type: 'export' });
      const state: unknown = answer.type === 'state' ? answer.state : null;
      return [name, { role: thread.role, state }] as const;
    });
    return new Map(await Promise.all(entries));
  }

  endAll(): void {
    for (const thread of this.#threads.values()) thread.end();
    this.#threads.clear();
  }

  #thread(process: string): ProcessThread {
    return known(this.#threads.get(process), `thread of ${process}`);
  }
}
