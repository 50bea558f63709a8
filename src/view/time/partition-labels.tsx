/**
 * The names of the partitions; one tab stop, arrow keys walk them, a press selects. Only those in
 * view, and a screen on either side, are made.
 */
import { memo, useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { selectsPartition } from '../../store/selection.ts';
import type { PartitionSpans } from '../../trace/queries/ownership.ts';
import { usePlayground, usePlaygroundStore } from '../context.tsx';
import { walkButtons } from './walk.ts';

interface PartitionLabelsProps {
  readonly rows: readonly PartitionSpans[];
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

export const PartitionLabels = memo(function PartitionLabels(props: PartitionLabelsProps) {
  const { rows, rowHeight, scroller } = props;
  const [entry, setEntry] = useState(0);
  const screen = useScreen(scroller, rowHeight);
  const first = Math.max(0, (screen - 1) * rowsAScreen);
  const seen = rows.slice(first, (screen + 2) * rowsAScreen);
  const isSeen = entry >= first && entry < first + seen.length;
  const stop = isSeen ? entry : first;
  return (
    <ul
      className="partition-labels"
      aria-label="Partitions"
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

interface LabelProps {
  readonly row: PartitionSpans;
  readonly isStop: boolean;
  readonly enter: () => void;
}

function Label({ row: { topic, partition }, isStop, enter }: LabelProps) {
  const store = usePlaygroundStore();
  const own = { kind: 'partition', topic, partition } as const;
  const lit = usePlayground(({ selection }) => selectsPartition(selection, topic, partition));
  return (
    <button
      type="button"
      className="plain"
      title={`${topic} ${partition}`}
      aria-pressed={lit}
      tabIndex={isStop ? 0 : -1}
      onFocus={enter}
      onKeyDown={(event) => walkButtons(event, 'ul')}
      onClick={() => store.getState().select(own)}
    >
      <span>{topic}</span> {partition}
    </button>
  );
}
