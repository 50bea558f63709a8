/** Zoom and follow for the mouse's wheel and drag, by button. */
import { Maximize2, Minus, MoveRight, Plus, Table2 } from 'lucide-react';
import { usePlaygroundStore } from '../../context.tsx';
import type { SharedWindow } from './use-time-window.ts';
import { zoomed } from './time-window.ts';

interface WindowButtonsProps {
  readonly window: SharedWindow;
  readonly asTable: boolean;
  readonly showAsTable: (asTable: boolean) => void;
}

export function WindowButtons({ window, asTable, showAsTable }: WindowButtonsProps) {
  const store = usePlaygroundStore();
  const zoom = (factor: number) => {
    window.change((now) => zoomed(now, factor, store.getState().cursor.atUs));
  };
  return (
    <fieldset className="window-buttons" aria-label="Stretch of time shown">
      <span className="hint">scroll: zoom · drag: move</span>
      <button type="button" className="plain icon" aria-label="Zoom out" onClick={() => zoom(1.6)}>
        <Minus size={14} aria-hidden />
      </button>
      <button
        type="button"
        className="plain icon"
        aria-label="Zoom in"
        onClick={() => zoom(1 / 1.6)}
      >
        <Plus size={14} aria-hidden />
      </button>
      <button
        type="button"
        className="plain"
        aria-pressed={window.mode === 'whole'}
        title="Show the whole run"
        onClick={() => window.change((now) => ({ ...now, mode: 'whole' }))}
      >
        <Maximize2 size={13} aria-hidden /> fit
      </button>
      <button
        type="button"
        className="plain"
        aria-pressed={window.mode === 'follow'}
        title="Keep the playhead in view while it moves"
        onClick={() => window.change(following)}
      >
        <MoveRight size={13} aria-hidden /> follow
      </button>
      <button
        type="button"
        className="plain"
        aria-label="Show as table"
        aria-pressed={asTable}
        title="Show as table"
        onClick={() => showAsTable(!asTable)}
      >
        <Table2 size={13} aria-hidden /> table
      </button>
    </fieldset>
  );
}

function following(now: ReturnType<SharedWindow['now']>) {
  const spanUs = now.mode === 'whole' ? Math.min(now.spanUs, 14_000_000) : now.spanUs;
  return { ...now, mode: 'follow' as const, spanUs };
}
