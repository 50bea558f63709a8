/** What the views over time look things up in: one index for each trace that is shown. */
import { oncePer } from '../../lib/once-per.ts';
import { LedgerIndex } from '../../trace/queries/ledger-index.ts';
import { LogIndex } from '../../trace/queries/log-index.ts';
import type { TraceReader } from '../../trace/reader.ts';

export { timeIndexOf } from '../../store/time-index.ts';

/** The log's index of a trace, as far as it has been read on; the log does that bit by bit. */
export const logIndexOf = oncePer((_trace: TraceReader) => new LogIndex());

/** The ledger of a trace, as far as it has been read on; who shows it does that bit by bit. */
export const ledgerIndexOf = oncePer((_trace: TraceReader) => new LedgerIndex());
