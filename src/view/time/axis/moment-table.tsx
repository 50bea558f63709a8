/**
 * The twin of a picture: a table whose rows are moments. The first cell of a row is a button that
 * goes there; up and down walk the rows. Only the rows in view are made.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Selection } from '../../../store/selection.ts';
import { inSeconds } from '../../amounts.ts';
import { usePlaygroundStore } from '../../context.tsx';
import './moment-table.css';

export interface MomentRow {
  readonly key: string;
  readonly atUs: number;
  /** The event that the row is about, gone to rather than a moment in which there may be several. */
  readonly seq?: number;
  /** What a press selects beside. */
  readonly selection?: Selection;
  /** After the first column, which is the moment; as many as there are heads. */
  readonly cells: readonly ReactNode[];
  /** It is what is selected, or the one that the playhead stands in. */
  readonly isLit?: boolean;
  /** It lies beyond the playhead, or outside of the why-chain that is lit. */
  readonly isFaint?: boolean;
}

export interface MomentHead {
  readonly name: string;
  /** How the rows are ordered by this column; missing: they cannot be. */
  readonly sorted?: 'ascending' | 'descending' | 'none';
  readonly sort?: () => void;
  readonly isNumber?: boolean;
  /** What is counted in the column, shown behind its name. */
  readonly unit?: string;
  /** What the column tells, in a sentence. */
  readonly title?: string;
  /** A mark before the name. */
  readonly mark?: ReactNode;
}

interface MomentTableProps {
  readonly caption: string;
  /** Of the first column and the others. */
  readonly heads: readonly MomentHead[];
  readonly count: number;
  readonly rowAt: (index: number) => MomentRow;
  /** The row that is brought into view whenever it is another, unless somebody walks the rows. */
  readonly followed?: number | undefined;
  /** What is said where there are no rows. */
  readonly empty: string;
}

const rowHeight = 30;
/** The heads stand over the rows; some have two lines. */
const headHeight = 38;
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
  Home: -Infinity,
  End: Infinity,
};

export function MomentTable(props: MomentTableProps) {
  const { caption, heads, count, rowAt, followed, empty } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const wanted = useRef<number | null>(null);
  // Nothing here is compiled to be remembered; the rows get plain values.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingEnd: headHeight,
  });
  const items = virtualizer.getVirtualItems();
  const stop = items.some(({ index }) => index === active) ? active : (items[0]?.index ?? 0);
  useEffect(() => {
    if (wanted.current === null) return;
    const button = frame.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`);
    if (!button) return;
    wanted.current = null;
    button.focus();
  });
  useEffect(() => {
    if (followed === undefined || frame.current?.contains(document.activeElement)) return;
    virtualizer.scrollToIndex(followed, { align: 'auto' });
  }, [followed, virtualizer]);
  const walk = (event: KeyboardEvent) => {
    const by = steps[event.key];
    const from = (event.target as HTMLElement).dataset['row'];
    if (by === undefined || from === undefined || count === 0) return;
    event.preventDefault();
    const to = Math.min(count - 1, Math.max(0, Number(from) + by));
    wanted.current = to;
    setActive(to);
    virtualizer.scrollToIndex(to, { align: 'auto' });
  };
  const top = items[0]?.start ?? 0;
  const bottom = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // The keys walk its buttons; it takes none itself.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="moment-table" ref={frame} onKeyDown={walk}>
      <table aria-rowcount={count + 1}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <Head key={head.name} head={head} />
            ))}
          </tr>
        </thead>
        <tbody>
          <tr aria-hidden style={{ height: top }} />
          {items.map(({ index }) => {
            const row = rowAt(index);
            return (
              <Row
                key={row.key}
                row={row}
                heads={heads}
                index={index}
                isStop={index === stop}
                enter={() => setActive(index)}
              />
            );
          })}
          <tr aria-hidden style={{ height: bottom }} />
        </tbody>
      </table>
      {count === 0 ? <p className="hint">{empty}</p> : null}
    </div>
  );
}

function Head({ head }: { head: MomentHead }) {
  const { sorted, sort, isNumber, title } = head;
  return (
    <th scope="col" aria-sort={sorted} className={isNumber ? 'number' : ''} title={title}>
      {sort ? (
        <button type="button" className="plain" onClick={sort}>
          <HeadWords head={head} />
          <span aria-hidden>{sorted === 'none' ? '' : sorted === 'ascending' ? ' ↑' : ' ↓'}</span>
        </button>
      ) : (
        <HeadWords head={head} />
      )}
    </th>
  );
}

function HeadWords({ head: { name, unit, mark } }: { head: MomentHead }) {
  return (
    <>
      {mark}
      {name}
      {unit === undefined ? null : <span className="unit"> {unit}</span>}
    </>
  );
}

interface RowProps {
  readonly row: MomentRow;
  readonly heads: readonly MomentHead[];
  readonly index: number;
  readonly isStop: boolean;
  readonly enter: () => void;
}

function Row({ row, heads, index, isStop, enter }: RowProps) {
  const store = usePlaygroundStore();
  const { atUs, seq, selection, cells, isLit, isFaint } = row;
  const go = () => {
    const state = store.getState();
    if (seq === undefined) state.seek(atUs);
    else state.seekToEvent(seq);
    if (selection) state.select(selection);
  };
  return (
    // For a pointer the whole row is the button, whose own press arrives here too.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <tr
      aria-rowindex={index + 2}
      aria-current={isLit ? 'true' : undefined}
      className={`${isLit ? 'lit' : ''}${isFaint ? ' faint' : ''}`}
      style={{ height: rowHeight }}
      onClick={go}
    >
      <th scope="row">
        <button
          type="button"
          className="plain mono"
          data-row={index}
          tabIndex={isStop ? 0 : -1}
          aria-label={`Go to ${inSeconds(atUs, 2)}`}
          onFocus={enter}
        >
          {inSeconds(atUs, 2)}
        </button>
      </th>
      {cells.map((cell, place) => {
        const head = heads[place + 1];
        return (
          <td key={head?.name} className={head?.isNumber ? 'number' : ''}>
            {cell}
          </td>
        );
      })}
    </tr>
  );
}
