/** Where adaptive speed is said to hurry, against what it does there. */
import { describe, expect, it } from 'vitest';
import { builtins } from '../simulation/builtins.ts';
import { stretchAt } from '../trace/queries/time-index.ts';
import { pacesOf, Paces } from './paces.ts';
import { adaptiveFactor, advance } from './playback.ts';
import { activeRun, timelineOf } from './playground.ts';
import type { Run } from './runs.ts';
import { playground } from './testing.ts';

const all = Infinity;

/** Every moment between two events, against the rule of playback itself. */
function expectAgreement(run: Run, paces: Paces): void {
  const { trace, reader } = run;
  let hurried = 0;
  for (let seq = 0; seq + 1 < trace.length; seq++) {
    const [fromUs, toUs] = [trace.atUs(seq), trace.atUs(seq + 1)];
    if (fromUs === toUs) continue;
    const factor = adaptiveFactor(reader.worldAt(seq));
    const stretch = stretchAt(paces.stretches, (fromUs + toUs) / 2);
    expect(stretch?.factor ?? null).toBe(factor > 1 ? factor : null);
    if (factor > 1) hurried++;
  }
  expect(hurried).toBeGreaterThan(10);
}

describe.each(['zombie', 'cut-link', 'coordinator-killed'])('%s', (id) => {
  const { experiment } = builtins.find((one) => one.id === id)!;
  const run = activeRun(playground(16_000_000, experiment).getState());

  it('hurries exactly where playback does', () => {
    const paces = pacesOf(run);
    paces.readOn(all);
    expectAgreement(run, paces);
    for (const { fromUs, factor } of paces.stretches) {
      const cursor = { atUs: fromUs, seq: run.trace.lastAtOrBefore(fromUs) };
      expect(advance(timelineOf(run), cursor, 0.0001, 'adaptive').factor).toBe(factor);
    }
  });

  it('is the same read bit by bit', () => {
    const bitwise = new Paces(run.trace, run.reader.fork(run.trace));
    for (let read = 0; read < run.trace.length; read += 13) bitwise.readOn(13);
    expect(bitwise.stretches).toEqual(pacesOf(run).stretches);
  });
});

it('a branch goes on with the past that it shares', () => {
  const store = playground(6_000_000);
  pacesOf(activeRun(store.getState())).readOn(all);
  store.getState().seek(4_000_000);
  store.getState().act({ do: 'freeze', target: 'c-2' });
  const run = activeRun(store.getState());
  const before = pacesOf(run).stretches;
  expect(before.length).toBeGreaterThan(0);
  expect(before.at(-1)!.toUs).toBeLessThanOrEqual(4_000_001);
  pacesOf(run).readOn(all);
  expectAgreement(run, pacesOf(run));
});
