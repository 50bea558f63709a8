/** One index for each trace that is shown, read on as the trace grows; branches keep theirs. */
import { LedgerIndex } from '../../trace/queries/ledger-index.ts';
import { LogIndex } from '../../trace/queries/log-index.ts';
import { TimeIndex } from '../../trace/queries/time-index.ts';
import type { TraceReader } from '../../trace/reader.ts';

const indexes = new WeakMap<TraceReader, TimeIndex>();

/** The index of a trace with all that has arrived of it. */
export function timeIndexOf(trace: TraceReader): TimeIndex {
  let index = indexes.get(trace);
  if (!index) {
    index = new TimeIndex();
    indexes.set(trace, index);
  }
  index.readOn(trace);
  return index;
}

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
