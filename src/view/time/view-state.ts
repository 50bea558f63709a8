/**
 * Which of the views over time are shown, and how. Outside the playground: nothing of it belongs to
 * a run. Plain data, so that a link can carry it.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export const timeTabs = ['Ownership', 'Space-time', 'Lag', 'Together', 'Ledger', 'Log'] as const;
export type TimeTab = (typeof timeTabs)[number];

/** Views that are pictures along the axis of time. */
export const pictureTabs = ['Ownership', 'Space-time', 'Lag'] as const;
export type PictureTab = (typeof pictureTabs)[number];

export interface LedgerSort {
  /** The id of a column of the ledger. */
  readonly by: string;
  readonly direction: 'up' | 'down';
}

export interface TimeView {
  readonly tab: TimeTab;
  /** Pictures are shown as their table twins. */
  readonly asTable: boolean;
  /** What has a row in the ownership view. */
  readonly ownershipBy: 'partition' | 'consumer';
  /** By which column the ledger is sorted, and which way. */
  readonly ledgerSort: LedgerSort;
  /** In the space-time view: bars of timers; heartbeats as lines, not as a comb. */
  readonly showsTimers: boolean;
  readonly showsHeartbeats: boolean;
  /** The table of it has only rows of this process; null: of all. */
  readonly onlyProcess: string | null;
  /** The views take the place of the stage as well. */
  readonly isTall: boolean;
  /** Height of the region in pixels; null: as the page has it. */
  readonly heightPx: number | null;
}

export const timeView = createStore<TimeView>(() => ({
  tab: 'Ownership',
  asTable: false,
  ownershipBy: 'partition',
  ledgerSort: { by: 'started', direction: 'up' },
  showsTimers: true,
  showsHeartbeats: false,
  onlyProcess: null,
  isTall: false,
  heightPx: null,
}));

export function useTimeView<T>(select: (view: TimeView) => T): T {
  return useStore(timeView, select);
}

/** Whether a tab shows pictures along the axis, which have table twins. */
export function isPicture(tab: TimeTab): boolean {
  return tab !== 'Ledger' && tab !== 'Log';
}

export function showTab(tab: TimeTab): void {
  timeView.setState({ tab });
}
