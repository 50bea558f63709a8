/** The columns of the ledger as the page shows them; sorted by the columns of the ledger itself. */
import { rules } from '../../../protocol/rules.ts';
import { triggerWords } from '../../../trace/describe-fact.ts';
import { ledgerColumns } from '../../../trace/queries/ledger-columns.ts';
import { duplicatesAt, outcomeAt, phasesAt, unreadAt } from '../../../trace/queries/ledger-row.ts';
import type { Outcome, RebalanceRow } from '../../../trace/queries/ledger-row.ts';
import type { TraceReader } from '../../../trace/reader.ts';
import { known } from '../../../lib/assert.ts';
import type { ReactNode } from 'react';
import { secondsNumber } from '../../amounts.ts';
import type { MomentHead } from '../axis/moment-table.tsx';
import { phaseBars, phaseNames } from './phases.ts';

export interface CellAt {
  readonly trace: TraceReader;
  readonly atUs: number;
  /** What a whole bar of phases stands for. */
  readonly scaleUs: number;
}

export interface PageColumn {
  /** Of the column by which it is sorted; null: it is not. */
  readonly by: string | null;
  readonly head: MomentHead;
  readonly cell: (row: RebalanceRow, at: CellAt) => ReactNode;
}

/** The text of a column of the ledger itself. */
function textOf(id: string): PageColumn['cell'] {
  const { text } = known(
    ledgerColumns.find((column) => column.id === id),
    `column ${id}`,
  );
  return (row, { atUs }) => text(row, atUs);
}

const phaseHeads: Readonly<Record<(typeof phaseNames)[number], readonly [string, string]>> = {
  detectUs: ['Detect', 'From its first cause until the coordinator began it'],
  waitUs: ['Wait', 'Until all live members had registered'],
  writeUs: ['Write', 'Until ZooKeeper had acknowledged the result'],
  answerUs: ['Answer', 'Until the last member had its answer'],
};

function phaseColumn(phase: (typeof phaseNames)[number]): PageColumn {
  const [name, title] = phaseHeads[phase];
  const mark = <span className={`phase-mark ${phase}`} aria-hidden />;
  return {
    by: phase,
    head: { name, unit: 's', title, mark, isNumber: true },
    cell: (row, { atUs }) => {
      const us = phasesAt(row, atUs)[phase];
      return us === null ? '' : secondsNumber(us, 2);
    },
  };
}

const outcomeTones: Readonly<Record<Outcome, string>> = {
  running: 'warn',
  completed: 'good',
  abandoned: 'soft',
  lost: 'bad',
};

function outcomeWords({ generation }: RebalanceRow, outcome: Outcome): string {
  if (outcome === 'completed') return `generation ${generation}`;
  return outcome === 'lost' ? 'coordinator lost' : outcome;
}

function Trigger({ row, trace, atUs }: { row: RebalanceRow } & CellAt) {
  const { trigger, subject, subjectName, startedSeq } = row;
  const reason = (trace.text(startedSeq, 'reason') ?? '').replace(subject, subjectName);
  const further = row.further.filter((one) => one.atUs <= atUs);
  const words = triggerWords({ trigger, subject: subjectName, reason });
  const more = further.map((one) => `${one.trigger} ${one.subjectName}`);
  return (
    <span className="ledger-trigger" title={[words, ...more].join(', then ')}>
      {words} <abbr title={rules[trigger].sentence}>{trigger}</abbr>
      {more.map((word) => `, ${word}`)}
    </span>
  );
}

function Bars({ row, atUs, scaleUs }: { row: RebalanceRow } & CellAt) {
  return (
    <span className="phase-bars" aria-hidden>
      {phaseBars(row, atUs, scaleUs).map(({ phase, percent }) => (
        <span key={phase} className={phase} style={{ width: `${percent}%` }} />
      ))}
    </span>
  );
}

function Moved({ moved, leastMoved }: RebalanceRow) {
  if (moved === null || leastMoved === null) return null;
  return (
    <span title={`${moved} moved, ${leastMoved} had to`}>
      <span className={moved > leastMoved ? 'warn' : ''}>{moved}</span>
      <span className="unit">, least {leastMoved}</span>
    </span>
  );
}

/** After the first, which is when it began. */
export const pageColumns: readonly PageColumn[] = [
  {
    by: 'outcome',
    head: { name: 'Outcome', title: 'What came of it: the generation that it made' },
    cell: (row, { atUs }) => {
      const outcome = outcomeAt(row, atUs);
      return <span className={outcomeTones[outcome]}>{outcomeWords(row, outcome)}</span>;
    },
  },
  {
    by: 'trigger',
    head: { name: 'Trigger', title: 'Why the coordinator began it' },
    cell: (row, at) => <Trigger row={row} {...at} />,
  },
  {
    by: 'cause',
    head: { name: 'First cause', title: 'What it goes back to' },
    cell: ({ firstCause }) => (
      <span className="ledger-cause" title={firstCause}>
        {firstCause}
      </span>
    ),
  },
  { by: 'joined', head: { name: 'Joined' }, cell: textOf('joined') },
  { by: 'left', head: { name: 'Left' }, cell: textOf('left') },
  {
    by: null,
    head: { name: 'Phases', title: 'Detect, wait, write and answer on one scale' },
    cell: (row, at) => <Bars row={row} {...at} />,
  },
  ...phaseNames.map(phaseColumn),
  {
    by: 'moved',
    head: {
      name: 'Moved',
      unit: 'partitions',
      title: 'Partitions with another owner, and how many had to have one at the least',
      isNumber: true,
    },
    cell: (row, { atUs }) => (outcomeAt(row, atUs) === 'completed' ? Moved(row) : null),
  },
  {
    by: 'unread',
    head: {
      name: 'Nobody read',
      unit: 'partition·s',
      title: 'Partition-seconds in which nobody read, in this disturbance',
      isNumber: true,
    },
    cell: (row, { atUs }) => secondsNumber(unreadAt(row, atUs), 2),
  },
  {
    by: 'duplicates',
    head: {
      name: 'Read again',
      unit: 'records',
      title: 'Records that were read a second time in the generation that it made',
      isNumber: true,
    },
    cell: (row, { atUs }) =>
      outcomeAt(row, atUs) === 'completed' ? duplicatesAt(row, atUs).toLocaleString('en') : '',
  },
  { by: 'coordinator', head: { name: 'Coordinator' }, cell: textOf('coordinator') },
];
