/** The names of the partitions; one tab stop, arrow keys walk them, a press selects. */
import { memo, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { sameSelection } from '../../store/selection.ts';
import type { PartitionSpans } from '../../trace/queries/ownership.ts';
import { usePlayground, usePlaygroundStore } from '../context.tsx';

interface PartitionLabelsProps {
  readonly rows: readonly PartitionSpans[];
  readonly rowHeight: number;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export const PartitionLabels = memo(function PartitionLabels(props: PartitionLabelsProps) {
  const { rows, rowHeight } = props;
  const store = usePlaygroundStore();
  const selection = usePlayground((state) => state.selection);
  const [entry, setEntry] = useState(0);
  const stop = Math.min(entry, rows.length - 1);
  const walk = (event: KeyboardEvent<HTMLButtonElement>) => {
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = Math.min(rows.length - 1, Math.max(0, stop + by));
    const list = event.currentTarget.closest('ul');
    list?.querySelectorAll('button')[next]?.focus();
  };
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
              onKeyDown={walk}
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
