/** The ownership view as a table: its twin for the keyboard and for screen readers. */
import { useState } from 'react';
import { activeRun } from '../../../store/playground.ts';
import type { Playground } from '../../../store/playground.ts';
import { firstEndingAfter, stretchAt } from '../../../trace/queries/time-index.ts';
import { inSeconds } from '../../amounts.ts';
import { usePlayground, usePlaygroundStore } from '../../context.tsx';
import { timeIndexOf } from '../index-of.ts';
import { rowsSeen } from './rows.ts';
import { walkButtons } from '../walk.ts';
import { bandWord, nobodyReads, notThere, spanWords } from '../words.ts';

interface Stretch {
  readonly fromUs: number;
  readonly toUs: number;
}

interface TableRow extends Stretch {
  readonly key: string;
  readonly name: string;
  readonly words: string;
}

/** Of every partition no more than the last few stretches are listed. */
const listedAtMost = 8;

/** Stretches that have begun at a moment. */
function begun<T extends Stretch>(stretches: readonly T[], atUs: number): readonly T[] {
  const last = stretches[firstEndingAfter(stretches, atUs)];
  const end = firstEndingAfter(stretches, atUs) + (last && last.fromUs <= atUs ? 1 : 0);
  return stretches.slice(Math.max(0, end - listedAtMost), end);
}

/** A newcomer that waits for a generation to be complete ends it in the same moment. */
function lasted({ fromUs, toUs }: Stretch): boolean {
  return toUs > fromUs;
}

function tableRows(state: Playground): TableRow[] {
  const { trace } = activeRun(state);
  const atUs = state.cursor.atUs;
  const { group } = state;
  const bands = begun(timeIndexOf(trace).bands.bandsOf(group), atUs).filter(lasted);
  const rows = bands.map((band) => {
    const { fromUs, toUs, seq } = band;
    return { key: `band ${seq}`, name: `group ${group}`, words: bandWord(band), fromUs, toUs };
  });
  for (const { key, topic, partition, spans, stretches } of rowsSeen(state)) {
    const name = `${topic} ${partition}`;
    const past = begun(spans, atUs);
    for (const span of past) {
      const { fromUs, toUs } = span;
      rows.push({ key: `${key} ${fromUs}`, name, words: spanWords(span), fromUs, toUs });
    }
    const fromUs = past.at(-1)?.toUs ?? 0;
    if (fromUs > atUs) continue;
    const words = stretchAt(stretches, atUs) ? nobodyReads : notThere;
    rows.push({ key: `${key} gap ${words}`, name, words, fromUs, toUs: Infinity });
  }
  return rows;
}

/** Changes when a stretch begins or ends, and not with every event. */
function tableKey(state: Playground): string {
  return tableRows(state)
    .map(({ key, toUs }) => (toUs <= state.cursor.atUs ? `${key}.` : key))
    .join();
}

export function OwnershipTable() {
  const store = usePlaygroundStore();
  usePlayground(tableKey);
  const [entry, setEntry] = useState(0);
  const state = store.getState();
  const rows = tableRows(state);
  const stop = Math.min(entry, rows.length - 1);
  return (
    <div className="ownership-table">
      <table>
        <caption className="visually-hidden">
          Who held which partition up to the playhead, the last {listedAtMost} stretches of each
        </caption>
        <thead>
          <tr>
            <th scope="col">Partition</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">Who holds it</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, words, fromUs, toUs }, row) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>
                <button
                  type="button"
                  className="plain mono"
                  tabIndex={row === stop ? 0 : -1}
                  aria-label={`Go to ${inSeconds(fromUs, 2)}`}
                  onFocus={() => setEntry(row)}
                  onKeyDown={(event) => walkButtons(event, 'tbody')}
                  onClick={() => store.getState().seek(fromUs)}
                >
                  {inSeconds(fromUs, 2)}
                </button>
              </td>
              {toUs <= state.cursor.atUs ? (
                <td className="mono">{inSeconds(toUs, 2)}</td>
              ) : (
                <td>now</td>
              )}
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
