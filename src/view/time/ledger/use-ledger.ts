/** The ledger of the group that is shown, read on while the run grows, as it stands at the playhead. */
import { useState } from 'react';
import { activeRun } from '../../../store/playground.ts';
import type { Playground } from '../../../store/playground.ts';
import { rowsAt } from '../../../trace/queries/ledger-row.ts';
import type { RebalanceRow } from '../../../trace/queries/ledger-row.ts';
import { whyLight } from '../../lit.ts';
import { useFrame, usePlayground, usePlaygroundStore } from '../../context.tsx';
import { ledgerIndexOf } from '../index-of.ts';
import { isCurrent } from './order.ts';

/** Events that are taken in in one frame. */
const eventsAtOnce = 20_000;

export interface LedgerNow {
  readonly rows: readonly RebalanceRow[];
  readonly atUs: number;
  readonly seenUs: number;
  /** How much of what was seen is not in yet, of 1; 0: all is. */
  readonly unread: number;
}

/** The ledger as far as it has been read. For frames and handlers. */
export function ledgerNow(state: Playground): LedgerNow {
  const { cursor, group } = state;
  const { trace, seenUs } = activeRun(state);
  const index = ledgerIndexOf(trace);
  const length = trace.lastAtOrBefore(seenUs) + 1;
  // What the next frame brings is no wait.
  const isBehind = length - index.length > eventsAtOnce;
  const unread = isBehind ? 1 - index.length / length : 0;
  return { rows: index.rowsOf(group), atUs: Math.floor(cursor.atUs), seenUs, unread };
}

/** Changes with all that the ledger shows; between rebalances little moves, and it is read. */
function keyOf(state: Playground): string {
  const { cursor, playing, group } = state;
  const { rows, atUs, seenUs, unread } = ledgerNow(state);
  const isMoving = playing && !rows.some((row) => isCurrent(row, atUs));
  const light = whyLight.getState().on;
  const counts = [rowsAt(rows, atUs).length, rowsAt(rows, seenUs).length, unread];
  const moment = isMoving ? Math.floor(cursor.atUs / 5e5) : `at ${atUs}`;
  return [activeRun(state).id, group, moment, ...counts, light?.seq].join();
}

/** Renders again when something in it has changed. */
export function useLedger(): LedgerNow {
  const store = usePlaygroundStore();
  usePlayground(({ runId, group }) => `${runId} ${group}`);
  const { trace } = activeRun(store.getState());
  const index = ledgerIndexOf(trace);
  // The first look is not at an empty table.
  if (index.length === 0) index.readOn(trace, eventsAtOnce);
  const [, setKey] = useState('');
  useFrame(() => {
    const state = store.getState();
    const shown = activeRun(state).trace;
    ledgerIndexOf(shown).readOn(shown, eventsAtOnce);
    setKey(keyOf(state));
  });
  return ledgerNow(store.getState());
}
