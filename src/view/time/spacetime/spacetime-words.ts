/** The space-time view in words: for tooltips and for the table. */
import type { Lane } from '../../../trace/queries/lane-lines.ts';
import type { LaneMessage } from '../../../trace/queries/lane-messages.ts';
import type { LaneTimer } from '../../../trace/queries/lane-timers.ts';
import type { LaneCollector } from '../../../trace/queries/lanes.ts';
import { stretchAt } from '../../../trace/queries/time-index.ts';
import { inSeconds, ms } from '../../amounts.ts';
import { messageTitle } from '../../words/messages.ts';
import { stateWord } from './lane-words.ts';
import { timerKinds } from './timer-kinds.ts';

/** A message as it stood at an event. */
export function messageInWords(message: LaneMessage, lanes: LaneCollector): string {
  const { from, to, sentUs, corruptedSeq, holds } = message;
  const held = holds.at(-1);
  const title = messageTitle({
    ...message,
    from: nameOf(lanes, from),
    to: nameOf(lanes, to),
    held: held?.endSeq === null ? held.reason : null,
    corrupted: corruptedSeq !== null,
  });
  return `${title}, sent at ${inSeconds(sentUs)}, ${fateOf(message)}`;
}

/** What became of it. */
export function fateOf({ end, sentUs, endedUs }: LaneMessage): string {
  if (end === 'under-way') return 'under way';
  if (end === 'dropped') return `lost at ${inSeconds(endedUs)}`;
  return `arrived at ${inSeconds(endedUs)}, after ${ms(endedUs - sentUs)}`;
}

export function nameOf(lanes: LaneCollector, id: number): string {
  return lanes.laneAt(id)?.process ?? 'somebody';
}

/** By timer: whose it is, about whom. */
const timerWords: Readonly<Record<string, (owner: string, about: string) => string>> = {
  'dead-after': (owner, about) => `${owner}'s timer for ${about}`,
  'coordinator-failed': (owner) => `${owner}'s timer for its coordinator`,
  heartbeat: (owner) => `${owner}'s own heartbeat timer`,
  session: (owner, about) => `${owner}'s timer for the session of ${about}`,
  lease: (owner) => `the lease of ${owner}`,
};

export function timerName(timer: LaneTimer, lanes: LaneCollector): string {
  const about = timerKinds[timer.timer]?.about(timer, lanes)?.process ?? timer.subject;
  const words = timerWords[timer.timer];
  return words ? words(nameOf(lanes, timer.lane), about) : timer.timer;
}

const timerEnds: Readonly<Record<LaneTimer['end'], (timer: LaneTimer) => string>> = {
  running: ({ deadlineUs }) => `runs out at ${inSeconds(deadlineUs)} if it is not started again`,
  fired: ({ toUs }) => `ran out at ${inSeconds(toUs)}`,
  restarted: ({ toUs }) => `started again at ${inSeconds(toUs)}`,
  cancelled: ({ toUs }) => `stopped at ${inSeconds(toUs)}`,
  gone: ({ toUs }) => `gone with its process at ${inSeconds(toUs)}`,
};

/** A timer as it stood at an event. */
export function timerInWords(timer: LaneTimer, lanes: LaneCollector): string {
  const name = timerName(timer, lanes);
  return `${name}, started at ${inSeconds(timer.fromUs)}, ${timerEnds[timer.end](timer)}`;
}

const statusWords = {
  running: 'runs',
  frozen: 'is frozen',
  crashed: 'is dead',
  stopped: 'is stopped',
} as const;

/** What a process is and does at a moment. */
export function laneInWords({ process, statuses, states }: Lane, atUs: number): string {
  const status = stretchAt(statuses, atUs);
  if (!status) return `${process} has not been started`;
  const state = status.status === 'running' ? stretchAt(states, atUs) : undefined;
  const since = inSeconds(state?.fromUs ?? status.fromUs);
  return `${process}: ${state ? stateWord(state) : statusWords[status.status]} since ${since}`;
}
