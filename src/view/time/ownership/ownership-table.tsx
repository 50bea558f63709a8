/** The ownership view as a table: its twin for the keyboard and for screen readers. */
import { activeRun } from '../../../store/playground.ts';
import type { Playground } from '../../../store/playground.ts';
import type { Band } from '../../../trace/queries/bands.ts';
import type { PartitionSpans } from '../../../trace/queries/ownership.ts';
import { firstEndingAfter, stretchAt } from '../../../trace/queries/time-index.ts';
import { inSeconds } from '../../amounts.ts';
import { usePlayground, usePlaygroundStore } from '../../context.tsx';
import { MomentTable } from '../axis/moment-table.tsx';
import type { MomentHead, MomentRow } from '../axis/moment-table.tsx';
import { timeIndexOf } from '../index-of.ts';
import { rowsSeen } from '../partition-rows.ts';
import { bandWord, nobodyReads, notThere, spanWords } from '../words.ts';

interface Stretch {
  readonly fromUs: number;
  readonly toUs: number;
}

interface TableRow extends Stretch {
  readonly key: string;
  readonly name: string;
  readonly words: () => string;
}

/** Of every partition no more than the last few stretches are listed. */
const listedAtMost = 8;

const heads: readonly MomentHead[] = [
  { name: 'From' },
  { name: 'To' },
  { name: 'Partition' },
  { name: 'Who holds it' },
];

/** Stretches that have begun at a moment. */
function begun<T extends Stretch>(stretches: readonly T[], atUs: number): readonly T[] {
  const first = firstEndingAfter(stretches, atUs);
  const last = stretches[first];
  const end = first + (last && last.fromUs <= atUs ? 1 : 0);
  return stretches.slice(Math.max(0, end - listedAtMost), end);
}

/** A newcomer that waits for a generation to be complete ends it in the same moment. */
function lasted({ fromUs, toUs }: Stretch): boolean {
  return toUs > fromUs;
}

function tableRows(state: Playground): TableRow[] {
  const { trace } = activeRun(state);
  const { group, cursor } = state;
  const bands = begun(timeIndexOf(trace).bands.bandsOf(group), cursor.atUs).filter(lasted);
  const ofPartitions = rowsSeen(state).flatMap((row) => partitionRows(row, cursor.atUs));
  return [...bands.map((band) => bandRow(band, group)), ...ofPartitions];
}

function bandRow(band: Band, group: string): TableRow {
  const { fromUs, toUs, seq } = band;
  return { key: `band ${seq}`, name: `group ${group}`, words: () => bandWord(band), fromUs, toUs };
}

function partitionRows(row: PartitionSpans, atUs: number): TableRow[] {
  const { key, topic, partition, spans, stretches } = row;
  const name = `${topic} ${partition}`;
  const past = begun(spans, atUs);
  const rows = past.map((span): TableRow => {
    const { fromUs, toUs } = span;
    return { key: `${key} ${fromUs}`, name, words: () => spanWords(span), fromUs, toUs };
  });
  const fromUs = past.at(-1)?.toUs ?? 0;
  if (fromUs <= atUs) {
    const words = stretchAt(stretches, atUs) ? nobodyReads : notThere;
    rows.push({ key: `${key} gap ${words}`, name, words: () => words, fromUs, toUs: Infinity });
  }
  return rows;
}

/** Changes when a stretch begins or ends, and not with every event. */
function tableKey(state: Playground): string {
  const { atUs } = state.cursor;
  const ends = tableRows(state).map(({ key, toUs }) => (toUs <= atUs ? `${key}.` : key));
  return `${state.runId} ${ends.join()}`;
}

export function OwnershipTable() {
  const store = usePlaygroundStore();
  usePlayground(tableKey);
  const state = store.getState();
  const rows = tableRows(state);
  const rowAt = (index: number): MomentRow => {
    const row = rows[index];
    if (!row) return { key: String(index), atUs: 0, cells: [] };
    const { key, name, words, fromUs, toUs } = row;
    const end = toUs <= state.cursor.atUs ? inSeconds(toUs, 2) : 'now';
    return { key, atUs: fromUs, cells: [end, name, words()] };
  };
  return (
    <MomentTable
      caption={`Who held which partition up to the playhead, the last ${listedAtMost} stretches of each`}
      heads={heads}
      count={rows.length}
      rowAt={rowAt}
      empty="The group knows of no partition yet."
    />
  );
}
