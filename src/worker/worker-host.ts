/**
 * The worker host: each process in a thread of its own, started when the process starts and ended
 * when it ends. Answers the loop's questions one after the other. Threads whose run was left stay
 * awake for the next one: to start them takes long.
 */
import { assert, known } from '../lib/assert.ts';
import type { Input, ProcessRole } from '../protocol/step.ts';
import type { ExportedProcess, HostAnswer, HostRequest } from '../simulation/simulation.ts';
import type { FromProcess, ToProcess } from './messages.ts';

/** The next question is asked when the one before is answered. */
export interface Thread {
  readonly ask: (question: ToProcess, transfer?: readonly ArrayBuffer[]) => Promise<FromProcess>;
  readonly end: () => void;
}

/** A process whose thread ended on an error: the run cannot go on. */
export class ProcessFailure extends Error {
  override name = 'ProcessFailure';
  readonly process: string;

  constructor(process: string, message: string) {
    super(message);
    this.process = process;
  }
}

export class WorkerHost {
  readonly #startThread: (name: string) => Thread;
  readonly #threads = new Map<string, Thread>();
  /** Those that have a process now. */
  readonly #roles = new Map<string, ProcessRole>();

  constructor(startThread: (name: string) => Thread) {
    this.#startThread = startThread;
  }

  /** Starts threads for processes; done when each of them is awake. */
  async wake(names: Iterable<string>): Promise<void> {
    const questions = Array.from(names, (name) => this.#thread(name).ask({ type: 'wake' }));
    await Promise.all(questions);
  }

  /** Puts each of a run's processes into its thread. */
  async adopt(processes: ReadonlyMap<string, ExportedProcess>): Promise<void> {
    for (const name of this.#threads.keys()) if (!processes.has(name)) this.#end(name);
    const adoptions = Array.from(processes, ([name, { role, state }]) => {
      this.#roles.set(name, role);
      return this.#thread(name).ask({ type: 'adopt', role, state });
    });
    await Promise.all(adoptions);
  }

  async answer(request: HostRequest): Promise<HostAnswer> {
    switch (request.ask) {
      case 'start': {
        const { role, start } = request;
        this.#roles.set(start.name, role);
        await this.#thread(start.name).ask({ type: 'start', role, start });
        return request;
      }
      case 'step': {
        const { nowUs, process } = request;
        const { input, transfer } = crossing(request.input);
        const answer = await this.#thread(process).ask({ type: 'step', input, nowUs }, transfer);
        assert(answer.type === 'effects', 'a step is answered with effects');
        return { ask: 'step', effects: answer.effects };
      }
      case 'end':
        this.#end(request.process);
        return request;
    }
  }

  async export(): Promise<ReadonlyMap<string, ExportedProcess>> {
    const entries = Array.from(this.#roles, async ([name, role]) => {
      const answer = await this.#thread(name).ask({ type: 'export' });
      assert(answer.type === 'state', 'an export is answered with the state');
      return [name, { role, state: answer.state }] as const;
    });
    return new Map(await Promise.all(entries));
  }

  endAll(): void {
    for (const name of this.#threads.keys()) this.#end(name);
  }

  #thread(name: string): Thread {
    const thread = this.#threads.get(name) ?? this.#startThread(name);
    this.#threads.set(name, thread);
    return thread;
  }

  #end(name: string): void {
    known(this.#threads.get(name), `thread of ${name}`).end();
    this.#threads.delete(name);
    this.#roles.delete(name);
  }
}

/** The bytes that cross are copies: their sender may have kept its own, or sent them twice. */
function crossing(input: Input): { readonly input: Input; readonly transfer: ArrayBuffer[] } {
  if (input.kind !== 'message') return { input, transfer: [] };
  const bytes = input.bytes.slice();
  return { input: { ...input, bytes }, transfer: [bytes.buffer] };
}
