/** [OFF-2] How many records of each partition had come in and were not committed, over time. */
import { activeRun } from '../../../store/playground.ts';
import { litNow } from '../../lit.ts';
import { usePlaygroundStore } from '../../context.tsx';
import { plural } from '../../words/text.ts';
import { AxisPlot, usePlotRefs } from '../axis/axis-plot.tsx';
import { RowLabels } from '../axis/row-labels.tsx';
import { timeIndexOf } from '../index-of.ts';
import { inSeconds } from '../../amounts.ts';
import { drawLag } from './draw-lag.ts';
import {
  labelsOf,
  rowHeightFor,
  selectedRows,
  usePartitionRows,
  useScrollTo,
} from '../partition-rows.ts';

export function LagView() {
  const store = usePlaygroundStore();
  const refs = usePlotRefs();
  const rows = usePartitionRows();
  const rowHeight = rowHeightFor(refs.size.height, rows.length, { least: 22, most: 44 });
  useScrollTo(refs.scroller, rows, rowHeight);
  const lagsNow = () => timeIndexOf(activeRun(store.getState()).trace).lags;
  return (
    <AxisPlot
      refs={refs}
      className="lag"
      rows={rows}
      labels={
        <RowLabels
          label="Partitions"
          rows={labelsOf(rows)}
          rowHeight={rowHeight}
          scroller={refs.scroller}
        />
      }
      keyOf={() => String(rowHeight)}
      draw={(pen, plot, state) => {
        const { group, selection } = state;
        const chain = litNow(state)?.partitions ?? null;
        const isSelected = selectedRows(selection);
        drawLag(pen, { ...plot, group, lags: lagsNow(), rows, rowHeight, isSelected, chain });
      }}
      titleAt={({ atUs, y }, state) => {
        const row = rows[Math.floor(y / rowHeight)];
        if (!row || atUs < row.sinceUs || atUs > activeRun(state).seenUs) return '';
        const { topic, partition } = row;
        const lag = lagsNow().lagAt(state.group, topic, partition, Math.floor(atUs));
        return `${topic} ${partition}: ${plural(lag, 'record')} not committed at ${inSeconds(atUs, 2)}`;
      }}
      pickAt={({ y }) => {
        const row = rows[Math.floor(y / rowHeight)];
        return row ? { kind: 'partition', topic: row.topic, partition: row.partition } : null;
      }}
    />
  );
}
