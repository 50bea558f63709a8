/**
 * What of the views over time the first screen does not show: loaded when it is first asked for. Of
 * the log the filter is there at once: who presses its key types on.
 */
import { onDemand } from '../on-demand.tsx';

export const LedgerView = onDemand(
  async () => (await import('./ledger/ledger-view.tsx')).LedgerView,
);
export const CopyLedger = onDemand(
  async () => (await import('./ledger/copy-ledger.tsx')).CopyLedger,
);
export const LogList = onDemand(async () => (await import('./log/log-list.tsx')).LogList);
export const LagTable = onDemand(async () => (await import('./lag/lag-table.tsx')).LagTable);
export const OwnershipTable = onDemand(
  async () => (await import('./ownership/ownership-table.tsx')).OwnershipTable,
);
