/**
 * A consumer that looks for its coordinator, or registers, may take many tries. What matters is why
 * it had to: it had started, or it had lost what it had.
 */
import { known } from '../../lib/assert.ts';
import type { TraceReader } from '../reader.ts';
import { lastBefore } from './look-back.ts';

const searching: ReadonlySet<string> = new Set(['Discovering', 'Rediscovering', 'Registering']);

/**
 * Where the search began that `process` was in after event `seq`: the change of state that began it,
 * or its start. Null: it was in none.
 */
export function searchBegan(trace: TraceReader, process: string, seq: number): number | null {
  let began: number | null = null;
  for (let at: number | null = seq + 1; at !== null;) {
    at = lastBefore(trace, at, 'consumer-state', { process });
    if (at === null) break;
    const state = known(trace.text(at, 'state'), 'state');
    const previous = known(trace.text(at, 'previous'), 'state before');
    const wasIn = searching.has(previous);
    if (!searching.has(state) && !(began === null && wasIn && at === seq)) break;
    began = at;
    if (!wasIn) break;
  }
  if (began === null || trace.text(began, 'previous') !== 'Down') return began;
  return lastBefore(trace, began, 'process-started', { process }) ?? began;
}
