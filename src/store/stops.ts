/**
 * Where playback stops by itself, and what is looked for beyond what has been simulated. Breakpoints
 * are for events, not for moments: the cursor stands exactly on the event, whatever else that moment
 * brings.
 */
import { describe } from '../trace/describe.ts';
import { sayBreakpoint } from '../trace/queries/breakpoint.ts';
import type { BreakpointHit } from '../trace/queries/breakpoints.ts';
import type { Stop } from '../trace/queries/moments.ts';
import { watchOn } from './invariants-watched.ts';
import { show } from './kit.ts';
import type { Kit } from './kit.ts';
import type { Cursor } from './playback.ts';
import { activeRun } from './playground.ts';
import type { Notice, Playground } from './playground.ts';
import type { Run } from './runs.ts';
import { timeIndexOf } from './time-index.ts';

/** The first event after `afterSeq`, up to `lastSeq`, at which playback is to stop. */
function firstHit(state: Playground, afterSeq: number, lastSeq: number): BreakpointHit | null {
  const { breakpoints } = state;
  if (breakpoints.length === 0) return null;
  const run = activeRun(state);
  if (breakpoints.some(({ id }) => id === 'invariant')) watchOn(run);
  return timeIndexOf(run.trace).breakpoints.first(breakpoints, afterSeq, lastSeq);
}

/** The state on the event: at rest, and saying what has happened. */
function stoppedAt({ trace }: Run, { seq, breakpoint }: BreakpointHit) {
  const what = describe(trace.event(seq), trace);
  const text = `Stopped: ${what}. Breakpoint: ${sayBreakpoint(breakpoint)}.`;
  const notice: Notice = { tone: 'info', text };
  return { cursor: { atUs: trace.atUs(seq), seq }, playing: false, notice };
}

/** Moves the cursor on, as playback does, but never past a breakpoint. */
export function playOn(kit: Kit, cursor: Cursor): void {
  const state = kit.get();
  const run = activeRun(state);
  const hit = firstHit(state, state.cursor.seq, cursor.seq);
  if (!hit) return show(kit, run, cursor);
  const stopped = stoppedAt(run, hit);
  kit.set({ playing: false, notice: stopped.notice });
  show(kit, run, stopped.cursor);
}

/**
 * What an action brings about arrives a moment later, at the cursor that waits for it: playback stops
 * there too. Nothing that a seek has left behind is meant.
 */
export function hitOnArrival(state: Playground, arrived: Cursor): Partial<Playground> {
  const { cursor, playing } = state;
  const run = activeRun(state);
  if (!playing || run.parent?.seq !== cursor.seq) return {};
  const hit = firstHit(state, cursor.seq, arrived.seq);
  return hit && arrived !== cursor ? stoppedAt(run, hit) : {};
}

/** How far ahead of the cursor something is looked for, and how much of that is asked for at once. */
const questUs = 60_000_000;
const questSliceUs = 5_000_000;

const notFound = `in the next ${questUs / 1e6} s.`;

/** Looks for the next of a sort, or the next breakpoint, from the cursor on. */
export function seekOn(kit: Kit, stop: Stop | null): void {
  const { runId, cursor } = kit.get();
  const untilUs = cursor.atUs + questUs;
  kit.set({ playing: false, quest: { run: runId, from: cursor, stop, untilUs } });
  followQuest(kit, runId);
}

/** Goes to what is looked for, once it has arrived; asks for more until then. */
export function followQuest(kit: Kit, runId: number): void {
  const state = kit.get();
  const { quest } = state;
  if (quest?.run !== runId) return;
  const isLeft = state.runId !== runId || state.cursor !== quest.from || state.playing;
  if (isLeft) return kit.set({ quest: null });
  const run = activeRun(state);
  if (arrive(kit, run, quest.stop)) return kit.set({ quest: null });
  if (run.handledUntilUs < quest.untilUs && run.ended === null) {
    const nextUs = Math.min(quest.untilUs, run.handledUntilUs + questSliceUs);
    return kit.client.advance(runId, Math.ceil(nextUs));
  }
  const what = quest.stop ? 'There is no such event' : 'No breakpoint is met';
  kit.set({ quest: null, notice: { tone: 'info', text: `${what} ${notFound}` } });
}

/** True: it was there, and the cursor is on it. */
function arrive(kit: Kit, run: Run, stop: Stop | null): boolean {
  const state = kit.get();
  const { seq } = state.cursor;
  if (!stop) {
    const hit = firstHit(state, seq, run.trace.length - 1);
    if (!hit) return false;
    const { cursor, notice } = stoppedAt(run, hit);
    kit.set({ notice });
    show(kit, run, cursor);
    return true;
  }
  const next = timeIndexOf(run.trace).moments.next(seq, stop);
  if (next !== null) state.seekToEvent(next);
  return next !== null;
}
