/** `verify`: runs the header's experiment again and says whether the same happens. */
import { eventLine, firstDifference, generator, traceHash } from '../../trace/codec.ts';
import type { TraceReader } from '../../trace/reader.ts';
import { loadTrace } from '../files.ts';
import type { Io } from '../io.ts';
import { parseOptions } from '../options.ts';
import { runToEnd } from '../simulate.ts';

export async function verify(args: readonly string[], io: Io): Promise<number> {
  const { positionals } = parseOptions(args, {}, ['a trace']);
  const { header, trace } = await loadTrace(io, positionals[0] as string);
  const { trace: again } = runToEnd(header.experiment, { untilMs: header.untilMs, check: false });
  const hash = traceHash(again);
  const isWhole = trace.length > 0 || header.eventCount === 0;
  const difference = isWhole ? firstDifference(trace, again) : -1;
  if (difference >= 0) {
    const by = header.generator === generator ? '' : ` (written by ${header.generator})`;
    await io.out.write(`event ${difference} differs${by}\n`);
    await io.out.write(`  file  ${lineOf(trace, difference)}\n`);
    await io.out.write(`  run   ${lineOf(again, difference)}\n`);
    return 1;
  }
  if (hash !== header.hash || again.length !== header.eventCount) {
    const counted = `${header.eventCount} events, hash ${header.hash}`;
    await io.out.write(`the header differs\n  file  ${counted}\n`);
    await io.out.write(`  run   ${again.length} events, hash ${hash}\n`);
    return 1;
  }
  await io.out.write(`equal: ${again.length} events, hash ${hash}\n`);
  return 0;
}

function lineOf(trace: TraceReader, seq: number): string {
  return seq < trace.length ? eventLine(trace.event(seq)) : `ends after ${trace.length} events`;
}
