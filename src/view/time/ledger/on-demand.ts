/** The ledger is loaded when it is first asked for. */
import { onDemand } from '../../on-demand.tsx';

export const LedgerView = onDemand(async () => (await import('./ledger-view.tsx')).LedgerView);
export const CopyLedger = onDemand(async () => (await import('./copy-ledger.tsx')).CopyLedger);
