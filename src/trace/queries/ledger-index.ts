/** A ledger that is read on bit by bit, so that opening it on a long run does not halt the page. */
import type { TraceReader } from '../reader.ts';
import type { RebalanceRow } from './ledger-row.ts';
import { LedgerCollector } from './ledger.ts';

export class LedgerIndex {
  readonly #ledger = new LedgerCollector();
  #length = 0;

  /** Events that are in. */
  get length(): number {
    return this.#length;
  }

  /** The rebalances of a group as far as it has been read, in order of time. */
  rowsOf(group: string): readonly RebalanceRow[] {
    return this.#ledger.rowsOf(group);
  }

  /** Takes in up to `atMost` more events; always of the same trace. */
  readOn(trace: TraceReader, atMost: number): void {
    const end = Math.min(trace.length, this.#length + atMost);
    for (let seq = this.#length; seq < end; seq++) this.#ledger.take(trace, seq, trace.kind(seq));
    this.#length = end;
  }
}
