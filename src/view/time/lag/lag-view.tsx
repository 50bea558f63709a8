/** [OFF-2] How many records of each partition had come in and were not committed, over time. */
import { activeRun } from '../../../store/playground.ts';
import type { Playground } from '../../../store/playground.ts';
import { inSeconds } from '../../amounts.ts';
import { plural } from '../../words/text.ts';
import { timeIndexOf } from '../index-of.ts';
import { PartitionPlot } from '../partition-plot.tsx';
import { drawLag } from './draw-lag.ts';

const lagsNow = (state: Playground) => timeIndexOf(activeRun(state).trace).lags;

export function LagView() {
  return (
    <PartitionPlot
      className="lag"
      heights={{ least: 22, most: 44 }}
      draw={(pen, picture, state) => {
        drawLag(pen, { ...picture, group: state.group, lags: lagsNow(state) });
      }}
      titleOf={({ topic, partition, sinceUs }, atUs, state) => {
        if (atUs < sinceUs || atUs > activeRun(state).seenUs) return '';
        const lag = lagsNow(state).lagAt(state.group, topic, partition, Math.floor(atUs));
        return `${topic} ${partition}: ${plural(lag, 'record')} not committed at ${inSeconds(atUs, 2)}`;
      }}
    />
  );
}
