/** What the views over time look things up in: one index for each trace that is shown. */
import { LedgerIndex } from '../../trace/queries/ledger-index.ts';
import { LogIndex } from '../../trace/queries/log-index.ts';
import type { TraceReader } from '../../trace/reader.ts';

export { timeIndexOf } from '../../store/time-index.ts';

const logIndexes = new WeakMap<TraceReader, LogIndex>();

/** The log's index of a trace, as far as it has been read on; the log does that bit by bit. */
export function logIndexOf(trace: TraceReader): LogIndex {
  let index = logIndexes.get(trace);
  if (!index) {
    index = new LogIndex();
    logIndexes.set(trace, index);
  }
  return index;
}

const ledgers = new WeakMap<TraceReader, LedgerIndex>();

/** The ledger of a trace, as far as it has been read on; who shows it does that bit by bit. */
export function ledgerIndexOf(trace: TraceReader): LedgerIndex {
  let index = ledgers.get(trace);
  if (!index) {
    index = new LedgerIndex();
    ledgers.set(trace, index);
  }
  return index;
}
