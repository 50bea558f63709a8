/**
 * What of the views over time the first screen does not show: loaded when it is first asked for. Not
 * the log: who presses its key types on at once.
 */
import { onDemand } from '../on-demand.tsx';

export const LedgerView = onDemand(
  async () => (await import('./ledger/ledger-view.tsx')).LedgerView,
);
export const CopyLedger = onDemand(
  async () => (await import('./ledger/copy-ledger.tsx')).CopyLedger,
);
export const LagTable = onDemand(async () => (await import('./lag/lag-table.tsx')).LagTable);
export const OwnershipTable = onDemand(
  async () => (await import('./ownership/ownership-table.tsx')).OwnershipTable,
);
