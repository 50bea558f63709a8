/**
 * The names of a picture's rows; one tab stop, arrow keys walk them, a press selects. Only those in
 * view, and a screen on either side, are made.
 */
import { memo, useEffect, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { covers } from '../../../store/selection.ts';
import type { Selection } from '../../../store/selection.ts';
import { usePlayground, usePlaygroundStore } from '../../context.tsx';
import { useDimmed } from '../../use-dimmed.ts';
import { partitionKey } from '../../../trace/world.ts';
import type { Ancestors } from '../../../trace/why/ancestors.ts';
import { walkButtons } from '../walk.ts';

export interface RowLabel {
  readonly key: string;
  /** May be cut; what follows it is not. */
  readonly name: string;
  readonly number?: number;
  /** Stands behind the name, and says what it means. */
  readonly mark?: ReactNode;
  /** What a press selects. */
  readonly selection: Selection;
}

interface RowLabelsProps {
  /** What the rows are, in one word. */
  readonly label: string;
  readonly rows: readonly RowLabel[];
  readonly rowHeight: number;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** More rows than any screen has at once. */
const rowsAScreen = 40;

/** The screen that is scrolled to, in whole screens, so that scrolling renders seldom. */
function useScreen(scroller: RefObject<HTMLElement | null>, rowHeight: number): number {
  const [screen, setScreen] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = () => setScreen(Math.floor(element.scrollTop / (rowHeight * rowsAScreen)));
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [scroller, rowHeight]);
  return screen;
}

export const RowLabels = memo(function RowLabels(props: RowLabelsProps) {
  const { label, rows, rowHeight, scroller } = props;
  const [entry, setEntry] = useState(0);
  const screen = useScreen(scroller, rowHeight);
  const first = Math.max(0, (screen - 1) * rowsAScreen);
  const seen = rows.slice(first, (screen + 2) * rowsAScreen);
  const isSeen = entry >= first && entry < first + seen.length;
  const stop = isSeen ? entry : first;
  return (
    <ul
      className="row-labels"
      aria-label={label}
      style={{
        paddingTop: first * rowHeight,
        paddingBottom: (rows.length - first - seen.length) * rowHeight,
      }}
    >
      {seen.map((row, index) => (
        <li
          key={row.key}
          style={{ height: rowHeight }}
          aria-setsize={rows.length}
          aria-posinset={first + index + 1}
        >
          <Label row={row} isStop={first + index === stop} enter={() => setEntry(first + index)} />
        </li>
      ))}
    </ul>
  );
});

/** Whether a why-chain touches what a row is about. */
function isTouched({ partitions, processes }: Ancestors, about: Selection): boolean {
  if (about.kind === 'partition') {
    return partitions.has(partitionKey(about.topic, about.partition));
  }
  return about.kind !== 'process' || processes.has(about.process);
}

interface LabelProps {
  readonly row: RowLabel;
  readonly isStop: boolean;
  readonly enter: () => void;
}

function Label({ row: { name, number, mark, selection }, isStop, enter }: LabelProps) {
  const store = usePlaygroundStore();
  const lit = usePlayground((state) => covers(state.selection, selection));
  const dimmed = useDimmed((chain) => isTouched(chain, selection));
  return (
    <button
      type="button"
      className={`plain${dimmed ? ' dimmed' : ''}`}
      title={number === undefined ? name : `${name} ${number}`}
      aria-pressed={lit}
      tabIndex={isStop ? 0 : -1}
      onFocus={enter}
      onKeyDown={(event) => walkButtons(event, 'ul')}
      onClick={() => store.getState().select(selection)}
    >
      <span>{name}</span> {number}
      {mark}
    </button>
  );
}
