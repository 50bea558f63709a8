/** The timers that are drawn: about whom each is, in which bar, in which ink. */
import type { LaneCollector } from '../../../trace/queries/lanes.ts';
import type { Lane } from '../../../trace/queries/lane-lines.ts';
import type { TimerRun } from '../../../trace/queries/lane-timers.ts';
import type { Inks } from '../../ink.ts';

interface TimerKind {
  /** The lane of whom it is about. */
  readonly about: (
    run: Pick<TimerRun, 'lane' | 'subject'>,
    lanes: LaneCollector,
  ) => Lane | undefined;
  readonly bar: number;
  readonly ink: keyof Inks;
  /** Only for a process that is selected: it runs all the time, and says little. */
  readonly onlySelected?: true;
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
  heartbeat: { about: own, bar: 2, ink: 'heart', onlySelected: true },
  session: {
    // A session is called by its broker's name and a number.
    about: ({ subject }, lanes) => lanes.laneOf(subject.replace(/-\d+$/, '')),
    bar: 0,
    ink: 'note',
  },
  lease: { about: own, bar: 1, ink: 'coordinator' },
};

export const timerNames: ReadonlySet<string> = new Set(Object.keys(timerKinds));
