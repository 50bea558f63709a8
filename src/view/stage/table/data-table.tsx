/**
 * A table of things that can be selected: the first column is a button for the row's thing, the up
 * and down keys walk the rows. Rows outside the view are not made.
 */
import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { sameSelection } from '../../../store/selection.ts';
import type { Selection } from '../../../store/selection.ts';
import { usePlayground, usePlaygroundStore } from '../../context.tsx';
import { linkName } from '../../hand/grab.ts';
import type { Box } from '../places/geometry.ts';
import { usePick } from '../use-tool.ts';
import './data-table.css';

export interface Column<Row> {
  readonly head: string;
  /** Its cells speak for themselves: the head is for screen readers only. */
  readonly isSilent?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** A class for the cell. */
  readonly tone?: (row: Row) => string;
}

export interface RowThing {
  readonly key: string;
  readonly selection: Selection;
  /** The full name, as on its card. */
  readonly label: string;
  readonly face: ReactNode;
}

interface DataTableProps<Item, Row> {
  readonly caption: string;
  readonly items: readonly Item[];
  /** What is shown of an item; asked only for those in view. */
  readonly rowOf: (item: Item) => Row;
  /** What a row stands for. */
  readonly thingOf: (row: Row) => RowThing;
  readonly thingHead: string;
  readonly columns: readonly Column<Row>[];
  /** What is said where there are no rows. */
  readonly empty: string;
  readonly box: Box;
}

const rowHeight = 30;

export function DataTable<Item, Row>(props: DataTableProps<Item, Row>) {
  const { caption, items, rowOf, thingOf, thingHead, columns, empty, box } = props;
  const [scrollTop, setScrollTop] = useState(0);
  // Whole screens at a time, so that scrolling renders seldom.
  const perScreen = Math.max(1, Math.ceil(box.height / rowHeight));
  const screen = Math.floor(scrollTop / rowHeight / perScreen);
  const first = Math.min(items.length, Math.max(0, (screen - 1) * perScreen));
  const seen = items.slice(first, (screen + 3) * perScreen);
  const below = items.length - first - seen.length;
  return (
    // The keys walk its buttons; it takes none itself.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="data-table"
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      onKeyDown={walk}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
    >
      <table aria-rowcount={items.length + 1}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {[{ head: thingHead, isSilent: false }, ...columns].map(({ head, isSilent }) => (
              <th key={head} scope="col">
                <span className={isSilent ? 'visually-hidden' : ''}>{head}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Space rows={first} />
          {seen.map((item) => {
            const row = rowOf(item);
            const thing = thingOf(row);
            return <TableRow key={thing.key} thing={thing} row={row} columns={columns} />;
          })}
          <Space rows={below} />
        </tbody>
      </table>
      {items.length === 0 ? <p className="hint">{empty}</p> : null}
    </div>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** From the button of a row to that of the row above or below. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const by = steps[event.key];
  if (by === undefined || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  const faces = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody th button')];
  const row = document.activeElement?.closest('tr');
  const next = faces[faces.findIndex((face) => face.closest('tr') === row) + by];
  if (!row || !next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}

/** Keeps the place of rows that are not made. */
function Space({ rows }: { rows: number }) {
  return rows > 0 ? <tr aria-hidden style={{ height: rows * rowHeight }} /> : null;
}

/** What a menu that is asked for by keys or by the right button reads. */
function marksOf(selection: Selection) {
  if (selection.kind === 'process') return { 'data-process': selection.process };
  if (selection.kind === 'link') return { 'data-link': linkName(selection.peers) };
  if (selection.kind !== 'partition') return {};
  return { 'data-topic': selection.topic, 'data-partition': selection.partition };
}

interface TableRowProps<Row> {
  readonly thing: RowThing;
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
}

function TableRow<Row>({ thing, row, columns }: TableRowProps<Row>) {
  const { selection, label, face } = thing;
  const store = usePlaygroundStore();
  const pick = usePick();
  const lit = usePlayground((state) => sameSelection(state.selection, selection));
  const choose = () => {
    // A tool in hand is for processes and links.
    if (selection.kind === 'process' || selection.kind === 'link') pick(selection);
    else store.getState().select(selection);
  };
  return (
    <tr className={lit ? 'lit' : ''} style={{ height: rowHeight }} {...marksOf(selection)}>
      <th scope="row">
        <button
          type="button"
          className="plain row-face"
          aria-label={label}
          aria-pressed={lit}
          onClick={choose}
        >
          {face}
        </button>
      </th>
      {columns.map(({ head, cell, tone }) => (
        <td key={head} className={tone?.(row) ?? ''}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}
