/** The window that the views share: settled whenever it is read; its mode for buttons. */
import { useRef, useState } from 'react';
import { activeRun } from '../../../store/playground.ts';
import { usePlaygroundStore } from '../../context.tsx';
import { firstWindow, settle } from './time-window.ts';
import type { TimeWindow, WindowMode } from './time-window.ts';

export interface SharedWindow {
  /** As it is for the present cursor. For frames and handlers, not for rendering. */
  readonly now: () => TimeWindow;
  readonly change: (change: (window: TimeWindow) => TimeWindow) => void;
  readonly mode: WindowMode;
}

export function useTimeWindow(): SharedWindow {
  const store = usePlaygroundStore();
  const [mode, setMode] = useState<WindowMode>(firstWindow.mode);
  const box = useRef(firstWindow);
  const lastUs = useRef(-1);
  const now = () => {
    const state = store.getState();
    const { cursor, playing } = state;
    const { seenUs } = activeRun(state);
    const moved = cursor.atUs !== lastUs.current;
    lastUs.current = cursor.atUs;
    box.current = settle(box.current, { cursorUs: cursor.atUs, seenUs, playing, moved });
    return box.current;
  };
  const change = (how: (window: TimeWindow) => TimeWindow) => {
    box.current = how(now());
    setMode(box.current.mode);
  };
  return { now, change, mode };
}
