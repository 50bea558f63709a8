/**
 * Whoever steps the processes, the trace is the same: in this thread, or where everything that crosses
 * is copied as a thread boundary copies it, or handed over between the two in the middle.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { registerProtocol } from '../protocol/register/index.ts';
import { firstDifference } from '../trace/codec.ts';
import type { Experiment } from '../trace/experiment.ts';
import { randomExperiment } from '../trace/random/experiment.ts';
import { InlineHost, newKernel } from './inline.ts';
import type { Kernel } from './kernel.ts';
import { livelyExperiment } from './lively.ts';
import { runLoop } from './loop.ts';
import type { ExportedProcess, HostAnswer, HostRequest } from './simulation.ts';
import { run } from './testing.ts';

/** A host behind a boundary: it gets copies and gives copies, and fails on what cannot be copied. */
class DistantHost {
  readonly #inner: InlineHost;

  constructor(processes: ReadonlyMap<string, ExportedProcess>) {
    this.#inner = new InlineHost(registerProtocol, structuredClone(processes));
  }

  answer(request: HostRequest): HostAnswer {
    if (request.ask === 'start') return this.#inner.answer(structuredClone(request));
    if (request.ask !== 'step') return this.#inner.answer(request);
    const { ask, index, process, input, nowUs } = request;
    return structuredClone(
      this.#inner.answer({ ask, index, process, input: structuredClone(input), nowUs }),
    );
  }

  export(): ReadonlyMap<string, ExportedProcess> {
    return structuredClone(this.#inner.export());
  }
}

type Host = Pick<InlineHost, 'answer' | 'export'>;

function advance(kernel: Kernel, host: Host, untilMs: number): void {
  const loop = runLoop(kernel, untilMs * 1000);
  let next = loop.next();
  while (!next.done) next = loop.next(host.answer(next.value));
}

/** Changes hosts at the given moments, the distant one first. */
function runHandedOver(experiment: Experiment, momentsMs: readonly number[]) {
  const kernel = newKernel(experiment);
  let host: Host = new DistantHost(new Map());
  let isDistant = true;
  for (const untilMs of momentsMs) {
    advance(kernel, host, untilMs);
    const processes = host.export();
    isDistant = !isDistant;
    host = isDistant ? new DistantHost(processes) : new InlineHost(registerProtocol, processes);
  }
  advance(kernel, host, 15_000);
  return kernel.recorder.trace;
}

describe('two hosts give the same trace', () => {
  it.each([1, 2, 3])('with everything that a user can do: %i', (number) => {
    const experiment = livelyExperiment(number);
    const whole = run(experiment, 15_000).trace;
    expect(firstDifference(whole, runHandedOver(experiment, [4000, 9000.5, 12_000]))).toBe(-1);
  });

  it('also where one hands over to the other at any moment', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.array(fc.integer({ min: 1, max: 14_000 }), { maxLength: 4 }),
        (number, moments) => {
          const experiment = randomExperiment(number);
          const sorted = moments.toSorted((a, b) => a - b);
          const whole = run(experiment, 15_000).trace;
          expect(firstDifference(whole, runHandedOver(experiment, sorted))).toBe(-1);
        },
      ),
      { numRuns: 10 },
    );
  });
});
