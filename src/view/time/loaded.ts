/**
 * What of the views over time the first screen does not show: loaded when it is first asked for, or
 * before, while the page has nothing else to do. Of the log the filter is there at once: who presses
 * its key types on.
 */
import type { ReactNode } from 'react';
import { onDemand } from '../on-demand.tsx';

const parts = {
  spacetime: () => import('./spacetime/spacetime.ts'),
  ledger: () => import('./ledger/ledger-view.tsx'),
  copyLedger: () => import('./ledger/copy-ledger.tsx'),
  logList: () => import('./log/log-list.tsx'),
  lagTable: () => import('./lag/lag-table.tsx'),
  ownershipTable: () => import('./ownership/ownership-table.tsx'),
};

export const LedgerView = onDemand(async () => (await parts.ledger()).LedgerView);
export const CopyLedger = onDemand(async () => (await parts.copyLedger()).CopyLedger);
export const LogList = onDemand(async () => (await parts.logList()).LogList);
export const LagTable = onDemand(async () => (await parts.lagTable()).LagTable);
export const OwnershipTable = onDemand(async () => (await parts.ownershipTable()).OwnershipTable);
export const SpacetimeTable = onDemand(async () => (await parts.spacetime()).SpacetimeTable);
/** `room` stands in its place until it is there. */
export const spacetimeView = (room: ReactNode) =>
  onDemand(async () => (await parts.spacetime()).SpacetimeView, room);

/** The page has its first seconds to itself. */
const restMs = 3000;

/** Fetches all of them once the page is up and has nothing else to do; the function gives that up. */
export function fetchWhenIdle(): () => void {
  // What fails here is told when it is asked for.
  const fetchAll = () => void Promise.allSettled(Object.values(parts).map((part) => part()));
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(fetchAll);
    else fetchAll();
  }, restMs);
  return () => clearTimeout(timer);
}
