/** The timers that are drawn: about whom each is, in which bar, in which ink. */
import type { LaneCollector } from '../../../trace/queries/lanes.ts';
import type { Lane } from '../../../trace/queries/lane-lines.ts';
import type { LaneTimer, TimerRun } from '../../../trace/queries/lane-timers.ts';
import type { EventKind } from '../../../trace/events.ts';
import type { TraceReader } from '../../../trace/reader.ts';
import type { Inks } from '../../ink.ts';

interface TimerKind {
  /** The lane of whom it is about. */
  readonly about: (
    run: Pick<TimerRun, 'lane' | 'subject'>,
    lanes: LaneCollector,
  ) => Lane | undefined;
  readonly bar: number;
  readonly ink: keyof Inks;
  /** Its whole run is drawn only of a process that is selected. */
  readonly isQuiet?: true;
  /** It runs out as a matter of course: nothing of it is drawn otherwise, but what is news. */
  readonly isPace?: true;
  /** What its owner has to say for its running out to be news; null: nothing, left out: whatever. */
  readonly news?: EventKind | null;
}

const own: TimerKind['about'] = ({ lane }, lanes) => lanes.laneAt(lane);

/** Silence that is counted, and what is held only for a time; others are how a process paces itself. */
export const timerKinds: Readonly<Record<string, TimerKind>> = {
  'dead-after': {
    about: ({ subject }, lanes) => lanes.laneOfMember(subject),
    bar: 0,
    ink: 'coordinator',
  },
  'coordinator-failed': { about: own, bar: 1, ink: 'note' },
  heartbeat: { about: own, bar: 2, ink: 'heart', isQuiet: true, isPace: true, news: null },
  session: {
    // A session is called by its broker's name and a number.
    about: ({ subject }, lanes) => lanes.laneOf(subject.replace(/-\d+$/, '')),
    bar: 0,
    ink: 'note',
    isQuiet: true,
  },
  // It looks whether the lease is over, again and again; mostly it is not.
  lease: {
    about: own,
    bar: 1,
    ink: 'coordinator',
    isQuiet: true,
    isPace: true,
    news: 'coordinator-lost',
  },
};

export const timerNames: ReadonlySet<string> = new Set(Object.keys(timerKinds));

type Ended = Pick<LaneTimer, 'timer' | 'end' | 'endSeq'>;

/** A timer that ran out, and whose running out is worth a mark. */
export function isNews(trace: TraceReader, { timer, end, endSeq }: Ended): boolean {
  const kind = timerKinds[timer];
  if (!kind || end !== 'fired' || endSeq === null) return false;
  if (kind.news === undefined) return true;
  for (let seq = endSeq + 1; seq < trace.length && trace.cause(seq) === endSeq; seq++) {
    if (trace.kind(seq) === kind.news) return true;
  }
  return false;
}
