/** What the space-time view shows beside messages; of its table, whose messages. */
import { Filter, HeartPulse, Hourglass } from 'lucide-react';
import { usePlayground } from '../../context.tsx';
import { timeView, useTimeView } from '../view-state.ts';

export function SpacetimeSwitches() {
  const asTable = useTimeView((view) => view.asTable);
  return asTable ? <OnlySwitch /> : <PictureSwitches />;
}

function PictureSwitches() {
  const timers = useTimeView((view) => view.showsTimers);
  const heartbeats = useTimeView((view) => view.showsHeartbeats);
  return (
    <>
      <button
        type="button"
        className="plain"
        aria-label="timers"
        aria-pressed={timers}
        title="Bars of the timers that count silence; an hourglass where one ran out"
        onClick={() => timeView.setState({ showsTimers: !timers })}
      >
        <Hourglass size={13} aria-hidden /> <span className="wide">timers</span>
      </button>
      <button
        type="button"
        className="plain"
        aria-label="heartbeats"
        aria-pressed={heartbeats}
        title="Heartbeats as lines; without, as ticks on the lifeline"
        onClick={() => timeView.setState({ showsHeartbeats: !heartbeats })}
      >
        <HeartPulse size={13} aria-hidden /> <span className="wide">heartbeats</span>
      </button>
    </>
  );
}

/** Of the process that was selected when it was pressed. */
function OnlySwitch() {
  const only = useTimeView((view) => view.onlyProcess);
  const selected = usePlayground(({ selection }) => {
    return selection?.kind === 'process' ? selection.process : null;
  });
  const process = only ?? selected;
  if (process === null) return <span className="hint">Select a process to see only its rows.</span>;
  return (
    <button
      type="button"
      className="plain"
      aria-pressed={only !== null}
      onClick={() => timeView.setState({ onlyProcess: only === null ? selected : null })}
    >
      <Filter size={13} aria-hidden /> only {process}
    </button>
  );
}
