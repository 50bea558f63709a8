/** Ownership with a row for each consumer: what it holds, and whether it reads it. */
import { useState } from 'react';
import { activeRun } from '../../../store/playground.ts';
import type { Playground } from '../../../store/playground.ts';
import { holdingsIn } from '../../../trace/queries/holdings.ts';
import type { HeldSpan } from '../../../trace/queries/holdings.ts';
import type { KnownConsumer } from '../../../trace/queries/ownership.ts';
import { stretchAt } from '../../../trace/queries/time-index.ts';
import { litNow } from '../../lit.ts';
import { useFrame, usePlaygroundStore, useTheme } from '../../context.tsx';
import { AxisPlot, usePlotRefs } from '../axis/axis-plot.tsx';
import { RowLabels } from '../axis/row-labels.tsx';
import { timeIndexOf } from '../index-of.ts';
import { rowHeightFor, rowsSeen } from '../partition-rows.ts';
import { holdingWords, stretchWords } from '../words.ts';
import { drawHoldings, heldNames } from './draw-holdings.ts';

function consumersSeen(state: Playground): readonly KnownConsumer[] {
  const { trace, seenUs } = activeRun(state);
  const known = timeIndexOf(trace).ownership.consumersOf(state.group);
  return known.filter(({ sinceUs }) => sinceUs <= seenUs);
}

function useConsumers(): readonly KnownConsumer[] {
  const store = usePlaygroundStore();
  const [consumers, setConsumers] = useState<readonly KnownConsumer[]>([]);
  useFrame(() => {
    const now = consumersSeen(store.getState());
    if (JSON.stringify(now) !== JSON.stringify(consumers)) setConsumers(now);
  });
  return consumers;
}

export function ByConsumer() {
  const theme = useTheme();
  const refs = usePlotRefs();
  const consumers = useConsumers();
  const rowHeight = rowHeightFor(refs.size.height, consumers.length, { least: 20, most: 30 });
  const rows = consumers.map(({ consumer }) => {
    const selection = { kind: 'process', process: consumer } as const;
    return { key: consumer, name: consumer, selection };
  });
  return (
    <AxisPlot
      refs={refs}
      className="ownership"
      rows={consumers}
      labels={
        <RowLabels label="Consumers" rows={rows} rowHeight={rowHeight} scroller={refs.scroller} />
      }
      keyOf={() => String(rowHeight)}
      draw={(pen, plot, state) => {
        const { fromUs, spanUs } = plot.window;
        const holdings = holdingsIn(rowsSeen(state), { fromUs, toUs: fromUs + spanUs });
        drawHoldings(pen, { ...plot, consumers, holdings, rowHeight, theme, ...litIn(state) });
      }}
      titleAt={({ atUs, y }, state) => {
        const known = consumers[Math.floor(y / rowHeight)];
        const { seenUs } = activeRun(state);
        if (!known || atUs < known.sinceUs || atUs > seenUs) return '';
        const span = heldAt(state, known.consumer, atUs);
        if (!span) return `${known.consumer} holds no partition`;
        const held = `${known.consumer} ${holdingWords[span.holding]}: ${heldNames(span.partitions)}`;
        return `${held}, ${stretchWords(span, seenUs)}`;
      }}
      pickAt={({ y }) => {
        const known = consumers[Math.floor(y / rowHeight)];
        return known ? { kind: 'process', process: known.consumer } : null;
      }}
    />
  );
}

function heldAt(state: Playground, consumer: string, atUs: number): HeldSpan | undefined {
  const around = holdingsIn(rowsSeen(state), { fromUs: atUs, toUs: atUs + 1 });
  return stretchAt(around.get(consumer) ?? [], atUs);
}

function litIn(state: Playground) {
  const { selection } = state;
  return {
    chain: litNow(state)?.processes ?? null,
    selectedConsumer: selection?.kind === 'process' ? selection.process : null,
    selectedPartition: selection?.kind === 'partition' ? selection : null,
  };
}
