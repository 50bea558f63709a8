/** What a why-chain touches: its events and those between them, messages, processes, partitions. */
import type { TraceReader } from '../reader.ts';
import { reasonsOf } from '../why.ts';
import { partitionKey } from '../world.ts';
import type { PartitionKey } from '../world.ts';

export interface Ancestors {
  /** Event numbers: the steps of the chain, and the sendings and deliveries between them. */
  readonly events: ReadonlySet<number>;
  readonly messages: ReadonlySet<number>;
  readonly processes: ReadonlySet<string>;
  readonly partitions: ReadonlySet<PartitionKey>;
}

/** Between two steps no more events than this are followed. */
const furthest = 64;

/** Everything that the chain from event `seq` back to what set it off touches, `seq` included. */
export function ancestorsOf(trace: TraceReader, seq: number): Ancestors {
  const reasons = reasonsOf(trace, seq);
  const events = new Set(reasons);
  for (const [place, from] of reasons.entries()) {
    for (const between of wayTo(trace, from, reasons[place + 1])) events.add(between);
  }
  const messages = new Set<number>();
  const processes = new Set<string>();
  const partitions = new Set<PartitionKey>();
  for (const at of events) {
    const process = trace.process(at);
    if (process !== undefined) processes.add(process);
    const message = trace.int(at, 'message');
    if (typeof message === 'number') messages.add(message);
    const topic = trace.text(at, 'topic');
    const partition = trace.int(at, 'partition');
    if (typeof topic === 'string' && typeof partition === 'number') {
      partitions.add(partitionKey(topic, partition));
    }
  }
  return { events, messages, processes, partitions };
}

/** What led directly to `from` after the step before it: mostly a message, sent and delivered. */
function wayTo(trace: TraceReader, from: number, to = -1): number[] {
  const way: number[] = [];
  let at = trace.cause(from);
  while (at !== null && at > to && way.length < furthest) {
    way.push(at);
    at = trace.cause(at);
  }
  return way;
}
