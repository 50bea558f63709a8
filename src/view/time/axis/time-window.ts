/**
 * The stretch of time that the views show, shared by all of them. It follows the playhead, or shows
 * the whole run, or stands where a person has put it. Arithmetic only.
 */
import { roundEndUs } from './ticks.ts';

export type WindowMode = 'follow' | 'whole' | 'free';

export interface TimeWindow {
  readonly mode: WindowMode;
  readonly fromUs: number;
  readonly spanUs: number;
}

export const firstWindow: TimeWindow = { mode: 'follow', fromUs: 0, spanUs: 14_000_000 };

const shortestUs = 20_000;
const longestUs = 6 * 3_600_000_000;
/** Where the playhead stands while the window follows, and how near the left edge it may come. */
const headPart = 0.9;
const edgePart = 0.02;

export interface Place {
  readonly cursorUs: number;
  readonly seenUs: number;
  readonly playing: boolean;
  /** The cursor has been moved since the window was last settled. */
  readonly moved: boolean;
}

/** The window as it must be for the playhead to be where it is. */
export function settle(window: TimeWindow, place: Place): TimeWindow {
  const { mode, spanUs, fromUs } = window;
  const { cursorUs, seenUs, playing, moved } = place;
  if (mode === 'whole') return placed(window, 0, roundEndUs(seenUs));
  if (mode === 'free' && (playing || !moved)) return window;
  if (cursorUs > fromUs + spanUs * headPart) {
    return placed(window, cursorUs - spanUs * headPart, spanUs);
  }
  if (fromUs > 0 && cursorUs < fromUs + spanUs * edgePart) {
    return placed(window, cursorUs - spanUs * 0.3, spanUs);
  }
  return window;
}

function placed(window: TimeWindow, fromUs: number, spanUs: number): TimeWindow {
  const from = Math.max(0, fromUs);
  if (from === window.fromUs && spanUs === window.spanUs) return window;
  return { ...window, fromUs: from, spanUs };
}

/** Zooms by a factor; what is at `aboutUs` stays where it is. */
export function zoomed(window: TimeWindow, factor: number, aboutUs: number): TimeWindow {
  const spanUs = Math.min(longestUs, Math.max(shortestUs, window.spanUs * factor));
  const part = (aboutUs - window.fromUs) / window.spanUs;
  const mode = window.mode === 'whole' ? 'free' : window.mode;
  return { mode, fromUs: Math.max(0, aboutUs - part * spanUs), spanUs };
}

export function panned(window: TimeWindow, byUs: number): TimeWindow {
  return { ...window, mode: 'free', fromUs: Math.max(0, window.fromUs + byUs) };
}
