/** Ownership with a row for each partition. */
import { activeRun } from '../../../store/playground.ts';
import { useTheme } from '../../context.tsx';
import { PartitionPlot } from '../partition-plot.tsx';
import { momentWords } from '../words.ts';
import { drawOwnership } from './draw-ownership.ts';

export function ByPartition() {
  const theme = useTheme();
  return (
    <PartitionPlot
      className="ownership"
      heights={{ least: 17, most: 26 }}
      draw={(pen, picture, { selection }) => {
        const selectedConsumer = selection?.kind === 'process' ? selection.process : null;
        drawOwnership(pen, { ...picture, theme, selectedConsumer });
      }}
      titleOf={(row, atUs, state) => momentWords(row, atUs, activeRun(state).seenUs)}
    />
  );
}
