/** The actions on time: playing, seeking, stepping. */
import type { Stop } from '../trace/queries/moments.ts';
import { askAhead, cursorAt, show, startCursor } from './kit.ts';
import type { Kit } from './kit.ts';
import { advance } from './playback.ts';
import { activeRun, timelineOf } from './playground.ts';
import type { Playground } from './playground.ts';
import { playOn, seekOn } from './stops.ts';
import { timeIndexOf } from './time-index.ts';

export function timeActions(kit: Kit) {
  return { ...playing(kit), ...seeking(kit), ...stepping(kit) };
}

function playing(kit: Kit) {
  const { get, set } = kit;
  return {
    tick(realMs: number) {
      const state = get();
      const { cursor, speed } = state;
      if (!state.playing) return;
      const moved = advance(timelineOf(activeRun(state)), cursor, realMs, speed);
      if (moved.factor !== state.factor) set({ factor: moved.factor });
      playOn(kit, moved.cursor);
    },
    play() {
      set({ playing: true, quest: null });
      askAhead(kit);
    },
    pause: () => set({ playing: false }),
    togglePlaying() {
      if (get().playing) get().pause();
      else get().play();
    },
    setSpeed(speed: Playground['speed']) {
      set({ speed, ...(speed === 'adaptive' ? {} : { factor: speed }) });
      askAhead(kit);
    },
  };
}

function seeking(kit: Kit) {
  const { get, set, client } = kit;
  return {
    seek(atUs: number) {
      const run = activeRun(get());
      show(kit, run, cursorAt(run, Math.max(0, atUs)));
    },
    lookAhead: (untilUs: number) => client.advance(get().runId, Math.ceil(untilUs)),
    seekToEvent(seq: number) {
      const run = activeRun(get());
      const { trace } = run;
      if (seq >= trace.length) return;
      set({ playing: false });
      show(kit, run, seq < 0 ? startCursor : { atUs: trace.atUs(seq), seq });
    },
    toStart: () => get().seekToEvent(-1),
    toLiveEdge: () => get().seek(activeRun(get()).seenUs),
  };
}

function stepping(kit: Kit) {
  const { get, set } = kit;
  return {
    step(direction: 1 | -1) {
      get().seekToEvent(get().cursor.seq + direction);
    },
    stepGeneration(direction: 1 | -1) {
      const { cursor, group, say, seekToEvent, toLiveEdge, toStart } = get();
      const { trace, seenUs } = activeRun(get());
      const { moments } = timeIndexOf(trace);
      const stop: Stop = { by: 'generation', group };
      const seq =
        direction > 0
          ? moments.next(cursor.seq, stop, trace.lastAtOrBefore(seenUs))
          : moments.previous(cursor.seq, stop);
      if (seq !== null) return seekToEvent(seq);
      if (direction < 0) return toStart();
      // Not the last event: from beyond it that would be a step back.
      toLiveEdge();
      say({ tone: 'info', text: 'No later generation has been seen so far.', passing: true });
    },
    stepTo(stop: Stop, direction: 1 | -1) {
      if (direction > 0) return seekOn(kit, stop);
      const { cursor, say, seekToEvent } = get();
      const seq = timeIndexOf(activeRun(get()).trace).moments.previous(cursor.seq, stop);
      if (seq !== null) return seekToEvent(seq);
      say({ tone: 'info', text: 'There is no such event before this one.', passing: true });
    },
    setBreakpoints: (breakpoints: Playground['breakpoints']) => set({ breakpoints }),
    runToBreakpoint() {
      if (get().breakpoints.length > 0) return seekOn(kit, null);
      get().say({ tone: 'error', text: 'No breakpoint is set: choose what to stop at first.' });
    },
  };
}
