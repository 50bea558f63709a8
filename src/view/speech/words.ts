/** What a listener is told of playback: the place, the event gone to, whether and how fast it plays. */
import { activeRun } from '../../store/playground.ts';
import type { Playground } from '../../store/playground.ts';
import { describe } from '../../trace/describe.ts';
import { inSeconds } from '../amounts.ts';
import { captionNow, toldNow } from '../stage/captions/caption-line.tsx';
import type { Said } from './pace.ts';

/** The caption that is on the page; a presentation shows no invitation. */
export function captionWords(state: Playground, presenting: boolean): Said {
  const { text } = presenting ? toldNow(state) : captionNow(state);
  return { text, key: text };
}

/** Where a scrub has ended, or something was done: what the run tells there. */
export function placeWords(state: Playground): Said {
  const { runId, cursor } = state;
  const text = `${momentOf(cursor.atUs)}: ${toldNow(state).text}`;
  return { text, key: `${runId} ${cursor.seq} ${text}` };
}

/** The event that was stepped to; what is news is told as its caption. */
export function stepWords(state: Playground): Said {
  const { cursor } = state;
  const { trace } = activeRun(state);
  const isOnEvent = cursor.seq >= 0 && trace.atUs(cursor.seq) === cursor.atUs;
  const isNews = toldNow(state).seq === cursor.seq;
  return isOnEvent && !isNews ? eventWords(state, cursor.seq) : placeWords(state);
}

/** An event, wherever the cursor is. */
export function eventWords(state: Playground, seq: number): Said {
  const { trace } = activeRun(state);
  const text = `${momentOf(trace.atUs(seq))}: ${describe(trace.event(seq), trace)}.`;
  return { text, key: `${state.runId} ${seq} ${text}` };
}

export function playWords({ playing, cursor }: Playground): Said {
  const at = momentOf(cursor.atUs);
  const text = playing ? `Playing from ${at}.` : `Paused at ${at}.`;
  return { text, key: text };
}

export function speedWords({ speed }: Playground): Said {
  const text = speed === 'adaptive' ? 'Speed: adaptive.' : `Speed: ${speed}×.`;
  return { text, key: text };
}

function momentOf(atUs: number): string {
  return inSeconds(atUs, 2);
}
