/** What the light is on, in words. */
import { describe } from '../../../trace/describe.ts';
import type { TraceReader } from '../../../trace/reader.ts';

/** "Lit: why c-3 takes orders/4". */
export function lightWords(trace: TraceReader, seq: number): string {
  return `Lit: why ${happened(trace, seq)}`;
}

/** A change of ownership in few words, all else as the log says it. */
function happened(trace: TraceReader, seq: number): string {
  const name = `${trace.text(seq, 'topic')} ${trace.int(seq, 'partition')}`;
  switch (trace.kind(seq)) {
    case 'partition-acquired':
      return `${trace.process(seq)} took ${name}`;
    case 'partition-released':
      return `${trace.process(seq)} gave up ${name}`;
    default:
      return describe(trace.event(seq), trace);
  }
}
