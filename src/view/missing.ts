/** What this browser lacks, in one sentence each, said once; everything else works. */
import type { PlaygroundStore } from '../store/playground.ts';
import { storageWorks } from './preferences.ts';

/** Without them the simulation runs in the page's own thread. */
export const hasWorkers = typeof Worker !== 'undefined';

const noWorkers =
  'This browser has no Web Workers: the simulation runs in the page itself, so large groups may be slow.';
const noStorage =
  'This browser keeps nothing for the page: your settings of the page hold until you close it.';

export function sayWhatIsMissing(store: PlaygroundStore): void {
  const missing = [...(hasWorkers ? [] : [noWorkers]), ...(storageWorks ? [] : [noStorage])];
  if (missing.length > 0) store.getState().say({ tone: 'info', text: missing.join(' ') });
}
