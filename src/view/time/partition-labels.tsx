/** The names of the partitions; one tab stop, arrow keys walk them, a press selects. */
import { memo, useState } from 'react';
import { sameSelection } from '../../store/selection.ts';
import type { PartitionSpans } from '../../trace/queries/ownership.ts';
import { usePlayground, usePlaygroundStore } from '../context.tsx';
import { walkButtons } from './walk.ts';

interface PartitionLabelsProps {
  readonly rows: readonly PartitionSpans[];
  readonly rowHeight: number;
}

export const PartitionLabels = memo(function PartitionLabels(props: PartitionLabelsProps) {
  const { rows, rowHeight } = props;
  const store = usePlaygroundStore();
  const selection = usePlayground((state) => state.selection);
  const [entry, setEntry] = useState(0);
  const stop = Math.min(entry, rows.length - 1);
  return (
    <ul className="partition-labels" aria-label="Partitions">
      {rows.map(({ key, topic, partition }, row) => {
        const own = { kind: 'partition', topic, partition } as const;
        return (
          <li key={key} style={{ height: rowHeight }}>
            <button
              type="button"
              className="plain"
              title={`${topic} ${partition}`}
              aria-pressed={sameSelection(selection, own)}
              tabIndex={row === stop ? 0 : -1}
              onFocus={() => setEntry(row)}
              onKeyDown={(event) => walkButtons(event, 'ul')}
              onClick={() => store.getState().select(own)}
            >
              <span>{topic}</span> {partition}
            </button>
          </li>
        );
      })}
    </ul>
  );
});
