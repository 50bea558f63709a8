/** Runs and forks as the simulation worker uses them, without a worker. */
import { describe, expect, it } from 'vitest';
import { registerProtocol } from '../protocol/register/index.ts';
import { experimentOf, groupOf } from '../simulation/testing.ts';
import { firstDifference } from '../trace/codec.ts';
import { Trace } from '../trace/trace.ts';
import { forkRun, openRun, thin } from './run.ts';

const experiment = experimentOf({ seed: 3, scenario: groupOf(3) });
const commanded = experimentOf({
  seed: 3,
  scenario: groupOf(3),
  commands: [{ atMs: 4000.001, do: 'kill', target: 'c-2' }],
});

/** A run as the worker advances it: in slices, with checkpoints, its chunks taken as they come. */
function played(untilUs: number) {
  const run = openRun(1, registerProtocol, experiment);
  const page = new Trace();
  page.adopt(run.kernel.recorder.trace.take());
  while (run.handledUntilUs < untilUs) {
    run.advanceInline(untilUs, 300);
    page.adopt(run.kernel.recorder.trace.take());
    if (run.checkpointIsDue() && run.inline) run.keepCheckpoint(run.inline.export());
  }
  return { run, page };
}

describe('a fork', () => {
  it.each([4_000_000, 40, 3_999_999])(
    'at %d us shares the past, and goes on as a run of its own experiment would',
    (atUs) => {
      const { run, page } = played(8_000_000);
      const seq = page.lastAtOrBefore(atUs);
      const next = atUs === 4_000_000 ? commanded : experiment;
      const fork = forkRun(2, run, seq, atUs, next);
      // The page has the prefix and needs only the table entries of what comes again.
      const pageFork = page.fork(seq);
      pageFork.adoptTables(fork.kernel.recorder.trace.take());
      fork.advanceInline(8_000_000);
      pageFork.adopt(fork.kernel.recorder.trace.take());
      const whole = openRun(3, registerProtocol, next);
      whole.advanceInline(8_000_000);
      expect(firstDifference(whole.kernel.recorder.trace, fork.kernel.recorder.trace)).toBe(-1);
      expect(firstDifference(whole.kernel.recorder.trace, pageFork)).toBe(-1);
    },
  );
});

describe('checkpoints', () => {
  it('are thinned among the older; the first and the newest stay', () => {
    const { run } = played(12_000_000);
    const [first] = run.checkpoints;
    const last = run.checkpoints.at(-1);
    const before = run.checkpoints.length;
    thin(run.checkpoints);
    expect(run.checkpoints.length).toBeLessThan(before);
    expect([run.checkpoints[0], run.checkpoints.at(-1)]).toEqual([first, last]);
  });
});
