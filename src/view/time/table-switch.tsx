/** Shows the pictures over time as their table twins, and back. */
import { Table2 } from 'lucide-react';
import { timeView, useTimeView } from './view-state.ts';

export function TableSwitch() {
  const asTable = useTimeView((view) => view.asTable);
  return (
    <button
      type="button"
      className="plain"
      aria-label="Show as table"
      aria-pressed={asTable}
      title="Show as table"
      onClick={() => timeView.setState({ asTable: !asTable })}
    >
      <Table2 size={13} aria-hidden /> table
    </button>
  );
}
