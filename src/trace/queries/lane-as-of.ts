/** Messages and timers as they stood at an event: what became of them later does not show. */
import type { Hold, LaneMessage } from './lane-messages.ts';
import type { LaneTimer } from './lane-timers.ts';

/** A message that had been sent by then. */
export function messageAsOf(message: LaneMessage, lastSeq: number): LaneMessage {
  const { endSeq, corruptedSeq, holds } = message;
  if (endSeq !== null && endSeq <= lastSeq) return message;
  return {
    ...message,
    endedUs: Infinity,
    end: 'under-way',
    endSeq: null,
    corruptedSeq: corruptedSeq !== null && corruptedSeq <= lastSeq ? corruptedSeq : null,
    holds: holds.filter(({ heldSeq }) => heldSeq <= lastSeq).map((hold) => holdAsOf(hold, lastSeq)),
  };
}

function holdAsOf(hold: Hold, lastSeq: number): Hold {
  const { endSeq } = hold;
  return endSeq !== null && endSeq <= lastSeq ? hold : { ...hold, toUs: Infinity, endSeq: null };
}

/** A timer that had been started by then. */
export function timerAsOf(timer: LaneTimer, lastSeq: number): LaneTimer {
  const { endSeq } = timer;
  if (endSeq !== null && endSeq <= lastSeq) return timer;
  return { ...timer, toUs: Infinity, end: 'running', endSeq: null };
}
