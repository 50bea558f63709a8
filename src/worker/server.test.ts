/** The simulation worker's work, with threads that are not threads and a clock that a test moves. */
import { describe, expect, it } from 'vitest';
import { known } from '../lib/assert.ts';
import { registerProtocol } from '../protocol/register/index.ts';
import { experimentOf, groupOf, run } from '../simulation/testing.ts';
import { traceHash } from '../trace/codec.ts';
import type { Experiment } from '../trace/experiment.ts';
import { Trace } from '../trace/trace.ts';
import type { ForkFrom, FromProcess, FromSimulation, HostKind, ToProcess } from './messages.ts';
import { createProcess } from './process.ts';
import { SimulationServer } from './server.ts';
import { ProcessFailure } from './worker-host.ts';
import type { Thread } from './worker-host.ts';

/** Everything crosses as it would between threads, and a moment later. */
class FakeThread implements Thread {
  readonly #answer = createProcess(registerProtocol);
  readonly #fails: (question: ToProcess) => boolean;
  readonly #name: string;
  ended = false;

  constructor(name: string, fails: (question: ToProcess) => boolean) {
    this.#name = name;
    this.#fails = fails;
  }

  readonly ask: Thread['ask'] = async (question, transfer = []) => {
    const arrived = structuredClone(question, { transfer: [...transfer] });
    await Promise.resolve();
    if (this.ended) throw new Error(`${this.#name} has ended`);
    if (this.#fails(question)) throw new ProcessFailure(this.#name, 'out of memory');
    const { message, transfer: back } = this.#answer(arrived);
    return structuredClone<FromProcess>(message, { transfer: [...back] });
  };

  end(): void {
    this.ended = true;
  }
}

/** A page and its simulation worker. */
class Bench {
  readonly traces = new Map<number, Trace>();
  readonly failures: string[] = [];
  readonly hosts: HostKind[] = [];
  readonly threads = new Map<string, FakeThread>();
  /** What a look at the clock takes. */
  tickMs = 0.1;
  fails: (question: ToProcess) => boolean = () => false;
  #nowMs = 0;
  readonly #handledUntilUs = new Map<number, number>();

  readonly server = new SimulationServer({
    protocol: registerProtocol,
    post: (message, transfer) => {
      this.#receive(structuredClone(message, { transfer: [...transfer] }));
    },
    startThread: (name) => {
      const thread = new FakeThread(name, (question) => this.fails(question));
      this.threads.set(name, thread);
      return thread;
    },
    nowMs: () => (this.#nowMs += this.tickMs),
    mailbox: () => new Promise((resolve) => void setImmediate(resolve)),
  });

  #receive(message: FromSimulation): void {
    if (message.type === 'failed') {
      this.failures.push(`${message.run} ${message.where}: ${message.text}`);
      return;
    }
    this.hosts.push(message.host);
    const trace = known(this.traces.get(message.run), 'trace of the run');
    // Of a fork's prefix only the table entries are news.
    if (message.chunk.firstSeq < trace.length) trace.adoptTables(message.chunk);
    else trace.adopt(message.chunk);
    this.#handledUntilUs.set(message.run, message.handledUntilUs);
  }

  open(id: number, experiment: Experiment, from?: ForkFrom, maxProcessWorkers = 16): void {
    const parent = from && this.traces.get(from.run);
    this.traces.set(id, from && parent ? parent.fork(from.seq) : new Trace());
    const fork = from ? { from } : {};
    this.server.receive({ type: 'open', run: id, experiment, maxProcessWorkers, ...fork });
  }

  /** Asks for a little more with every frame, until all is there or the run has failed. */
  async play(id: number, fromMs: number, untilMs: number): Promise<Trace> {
    const failed = this.failures.length;
    for (
      let ms = fromMs;
      ms <= untilMs;
      ms = Math.min(ms + 100, ms === untilMs ? ms + 1 : untilMs)
    ) {
      this.server.receive({ type: 'advance', run: id, untilUs: ms * 1000 });
      await this.reached(id, ms, () => this.failures.length > failed);
      if (this.failures.length > failed) break;
    }
    return known(this.traces.get(id), 'trace');
  }

  async reached(id: number, ms: number, isOver = () => false): Promise<void> {
    do await new Promise((resolve) => void setImmediate(resolve));
    while (!isOver() && (this.#handledUntilUs.get(id) ?? -1) < ms * 1000);
  }
}

const experiment = experimentOf({
  seed: 3,
  scenario: groupOf(3),
  commands: [{ atMs: 7000, do: 'kill', target: 'c-2' }],
});
const hashOf = (of: Experiment, untilMs: number) => traceHash(run(of, untilMs).trace);

describe('the simulation worker', () => {
  it('begins inline, goes on in threads, and gives the trace of one thread', async () => {
    const bench = new Bench();
    bench.open(1, experiment);
    const trace = await bench.play(1, 100, 10_000);
    expect(new Set(bench.hosts)).toEqual(new Set(['inline', 'workers']));
    expect(bench.hosts.at(-1)).toBe('workers');
    expect(traceHash(trace)).toBe(hashOf(experiment, 10_000));
  });

  it('ends the thread of a process that is killed, and only that', async () => {
    const bench = new Bench();
    bench.open(1, experiment);
    await bench.play(1, 100, 6900);
    const alive = () => [...bench.threads].filter(([, { ended }]) => !ended).map(([name]) => name);
    expect(alive().length).toBe(7);
    await bench.play(1, 6950, 8000);
    expect(alive()).not.toContain('c-2');
    expect(alive().length).toBe(6);
  });

  it('goes inline when threads do not keep up, and tries them again', async () => {
    const bench = new Bench();
    bench.open(1, experiment);
    await bench.play(1, 100, 5000);
    expect(bench.hosts.at(-1)).toBe('workers');
    const before = bench.hosts.length;
    bench.tickMs = 150;
    await bench.play(1, 5100, 5600);
    bench.tickMs = 0.1;
    const trace = await bench.play(1, 5700, 20_000);
    expect(bench.hosts.slice(before)).toContain('inline');
    expect(bench.hosts.at(-1)).toBe('workers');
    expect(traceHash(trace)).toBe(hashOf(experiment, 20_000));
  });

  it('serves a run beside the current one, which keeps its threads', async () => {
    const bench = new Bench();
    bench.open(1, experiment);
    await bench.play(1, 100, 5000);
    bench.open(2, experiment);
    const before = bench.hosts.length;
    bench.server.receive({ type: 'advance', run: 2, untilUs: 8_000_000, beside: true });
    await bench.play(1, 5100, 8300);
    await bench.reached(2, 8000);
    const beside = known(bench.traces.get(2), 'trace beside');
    expect(traceHash(beside)).toBe(hashOf(experiment, 8000));
    expect(new Set(bench.hosts.slice(before))).toEqual(new Set(['inline', 'workers']));
    expect(traceHash(known(bench.traces.get(1), 'trace'))).toBe(hashOf(experiment, 8300));
  });

  it('has no threads where there are more processes than wanted', async () => {
    const bench = new Bench();
    bench.open(1, experiment, undefined, 6);
    await bench.play(1, 100, 8000);
    expect(new Set(bench.hosts)).toEqual(new Set(['inline']));
    expect(bench.threads.size).toBe(0);
  });
});

describe('a fork', () => {
  it('of a run that is in threads leaves it, and both can go on', async () => {
    const bench = new Bench();
    bench.open(1, experiment);
    const parent = await bench.play(1, 100, 8000);
    const other: Experiment = {
      ...experiment,
      commands: [{ atMs: 5000.001, do: 'freeze', target: 'c-1' }, ...experiment.commands],
    };
    const seq = parent.lastAtOrBefore(5_000_000);
    bench.open(2, other, { run: 1, seq, atUs: 5_000_000 });
    const fork = await bench.play(2, 5100, 11_000);
    expect(traceHash(fork)).toBe(hashOf(other, 11_000));
    expect(bench.hosts.at(-1)).toBe('workers');
    expect(traceHash(await bench.play(1, 8100, 10_000))).toBe(hashOf(experiment, 10_000));
  });
});

describe('a failure', () => {
  it('of a process ends its run and is reported with its name; another run works', async () => {
    const bench = new Bench();
    bench.open(1, experiment);
    await bench.play(1, 100, 5000);
    expect(bench.hosts.at(-1)).toBe('workers');
    bench.fails = ({ type }) => type === 'step';
    await bench.play(1, 5100, 6000);
    expect(bench.failures.length).toBe(1);
    expect(bench.failures[0]).toMatch(/^1 (c|broker)-\d: out of memory$/);
    expect([...bench.threads.values()].every(({ ended }) => ended)).toBe(true);
    bench.fails = () => false;
    bench.open(2, experiment);
    expect(traceHash(await bench.play(2, 100, 6000))).toBe(hashOf(experiment, 6000));
    expect(bench.failures.length).toBe(1);
  });

  it('of threads that do not start is reported too', async () => {
    const bench = new Bench();
    bench.fails = ({ type }) => type === 'wake';
    bench.open(1, experiment);
    await bench.play(1, 100, 8000);
    expect(bench.failures[0]).toMatch(/^1 zookeeper: out of memory$/);
  });

  it('of a fork that nothing can be forked from is reported', () => {
    const bench = new Bench();
    bench.open(1, experiment);
    bench.server.receive({
      type: 'open',
      run: 2,
      experiment,
      maxProcessWorkers: 16,
      from: { run: 1, seq: 100_000, atUs: 3 },
    });
    expect(bench.failures[0]).toMatch(/^2 the simulation: /);
  });
});

describe('closing', () => {
  it('the last run ends all threads', async () => {
    const bench = new Bench();
    bench.open(1, experiment);
    await bench.play(1, 100, 5000);
    await new Promise((resolve) => void setImmediate(resolve));
    bench.server.receive({ type: 'close', run: 1 });
    await new Promise((resolve) => void setImmediate(resolve));
    expect(bench.threads.size).toBe(7);
    expect([...bench.threads.values()].every(({ ended }) => ended)).toBe(true);
  });
});
