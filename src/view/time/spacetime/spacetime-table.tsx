/** The space-time view as a table: a row for each message and for each timer that ran out. */
import { activeRun } from '../../../store/playground.ts';
import type { Playground } from '../../../store/playground.ts';
import { messageAsOf } from '../../../trace/queries/lane-as-of.ts';
import type { LaneCollector } from '../../../trace/queries/lanes.ts';
import { inSeconds } from '../../amounts.ts';
import { usePlayground, usePlaygroundStore } from '../../context.tsx';
import { messageName } from '../../words/messages.ts';
import { MomentTable } from '../axis/moment-table.tsx';
import type { MomentHead, MomentRow } from '../axis/moment-table.tsx';
import { timeIndexOf } from '../index-of.ts';
import { useTimeView } from '../view-state.ts';
import { momentRowsOf } from './moment-rows.ts';
import type { Moment } from './moment-rows.ts';
import { nameOf } from './spacetime-words.ts';
import { timerKinds } from './timer-kinds.ts';

const heads: readonly MomentHead[] = [
  { name: 'When' },
  { name: 'From' },
  { name: 'To' },
  { name: 'What' },
  { name: 'Generation', isNumber: true },
  { name: 'Answer' },
  { name: 'Arrived' },
];

export function SpacetimeTable() {
  const store = usePlaygroundStore();
  const process = useTimeView((view) => view.onlyProcess);
  usePlayground(renewal);
  const state = store.getState();
  const { trace, seenUs } = activeRun(state);
  const { lanes } = timeIndexOf(trace);
  const lane = process === null ? null : (lanes.laneOf(process)?.id ?? -1);
  const rows = momentRowsOf(trace, lanes, lane);
  const lastSeq = trace.lastAtOrBefore(seenUs);
  const count = rows.countUpTo(lastSeq);
  // The newest comes first; the playhead stands at the newest that is not later than it.
  const current = count - rows.countUpTo(state.cursor.seq);
  const rowAt = (index: number): MomentRow => {
    const moment = rows.at(count - 1 - index);
    if (!moment) return { key: String(index), atUs: 0, cells: [] };
    const row = moment.kind === 'message' ? messageRow : timerRow;
    return { ...row(lanes, moment, lastSeq), isLit: index === current };
  };
  const whose = process === null ? '' : ` of ${process}`;
  return (
    <MomentTable
      caption={`Messages${whose}, and timers that ran out, the newest first`}
      heads={heads}
      count={count}
      rowAt={rowAt}
      followed={current}
      empty={`No message${whose} has been sent yet.`}
    />
  );
}

/** With every event while time stands; while it plays, as often as one can read. */
function renewal({ runId, cursor, playing }: Playground): string {
  return `${runId} ${playing ? Math.floor(cursor.atUs / 250_000) : cursor.seq}`;
}

function messageRow(lanes: LaneCollector, { row, seq }: Moment, lastSeq: number): MomentRow {
  const message = messageAsOf(lanes.messages.at(row), lastSeq);
  const { from, to, generation, direction, error, end, endedUs, holds } = message;
  const answer = direction === 'request' ? '' : (error ?? 'no error');
  const isHeld = holds.at(-1)?.endSeq === null;
  const fates = {
    'under-way': isHeld ? 'held' : 'under way',
    delivered: inSeconds(endedUs),
    dropped: `lost at ${inSeconds(endedUs)}`,
  };
  const cells = [
    nameOf(lanes, from),
    nameOf(lanes, to),
    messageName(message),
    generation === null || generation < 0 ? '' : generation,
    answer,
    fates[end],
  ];
  const selection = { kind: 'message', message: message.message } as const;
  return { key: `m${message.message}`, atUs: message.sentUs, seq, cells, selection };
}

function timerRow(lanes: LaneCollector, { row, seq }: Moment): MomentRow {
  const timer = lanes.timers.at(row);
  const about = timerKinds[timer.timer]?.about(timer, lanes)?.process ?? '';
  const owner = nameOf(lanes, timer.lane);
  const cells = [owner, about === owner ? '' : about, `${timer.timer} timer ran out`, '', '', ''];
  return { key: `t${row}`, atUs: timer.toUs, seq, cells, selection: { kind: 'event', seq } };
}
