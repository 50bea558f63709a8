/** Small words that the sentences about events share. */
import type { EventKind, EventOf } from './events.ts';
import type { TraceReader } from './reader.ts';
import type { ProcessStatus } from './world.ts';

export type Describers<K extends EventKind> = {
  readonly [L in K]: (event: EventOf<L>, trace?: TraceReader) => string;
};

/** Seconds to the millisecond, or to the microsecond where there are any: `3.000`, `0.333333`. */
export function seconds(us: number): string {
  return (us / 1e6).toFixed(us % 1000 === 0 ? 3 : 6);
}

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** `5 to 15`, or one number where both ends are the same. */
export function range([low, high]: readonly [number, number]): string {
  return low === high ? String(low) : `${low} to ${high}`;
}

const listedAtMost = 12;

/** `a, b and c`; a long list is cut. */
export function listed(items: readonly string[]): string {
  if (items.length > listedAtMost) {
    const rest = items.length - listedAtMost;
    return `${items.slice(0, listedAtMost).join(', ')} and ${rest} more`;
  }
  if (items.length < 2) return items[0] ?? 'nobody';
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** What has become of a process. */
export const statusWords: Readonly<Record<ProcessStatus, string>> = {
  running: 'is running',
  frozen: 'is frozen',
  crashed: 'is dead',
  stopped: 'has stopped',
};

/** What a consumer subscribes to. */
export function topicsOf(event: {
  readonly topics?: readonly string[] | undefined;
  readonly allow?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
}): string {
  const { topics, allow, deny } = event;
  if (topics) return topics.length === 0 ? 'no topics' : `topics ${listed(topics)}`;
  const but = deny && deny.length > 0 ? ` but ${listed(deny)}` : '';
  return `topics like ${allow && allow.length > 0 ? listed(allow) : '.*'}${but}`;
}

const reasons: Readonly<Record<string, string>> = {
  'link-cut': 'the link is cut',
  'receiver-frozen': 'its receiver is frozen',
  'receiver-down': 'its receiver is down',
  'connection-closed': 'its connection is closed',
  reset: 'its connection was reset',
  timeout: 'its connection was given up',
  'rebalance-pending': 'a rebalance is pending',
  stale: 'its generation is over',
  future: 'its generation is not known yet',
  'unknown-member': 'nobody of that id is a member',
  'not-coordinator': 'it is not the coordinator',
  late: 'a later one has come before it',
  replaced: 'a later one takes its place',
  'no-map': 'it does not know the coordinators yet',
};

/** A reason in words; one that is a sentence already stays as it is. */
export function what(reason: string): string {
  if (Object.hasOwn(reasons, reason)) return reasons[reason] as string;
  return reason.includes(' ') ? reason : reason.replaceAll('-', ' ');
}

/** How long the timer had run that fired in event `fired`; null where nothing says so. */
export function timerRanUs(trace: TraceReader, fired: number): number | null {
  const process = trace.process(fired);
  const timer = trace.text(fired, 'timer');
  const subject = trace.text(fired, 'subject');
  for (let seq = fired - 1; seq >= 0; seq--) {
    if (trace.kind(seq) !== 'timer-started' || trace.process(seq) !== process) continue;
    if (trace.text(seq, 'timer') !== timer || trace.text(seq, 'subject') !== subject) continue;
    return trace.atUs(fired) - trace.atUs(seq);
  }
  return null;
}

/** `c-1's Heartbeat to broker-2` if the trace can be asked, else `message 17`. */
export function messageName(
  trace: TraceReader | undefined,
  before: number,
  message: number,
): string {
  for (let seq = before - 1; trace && seq >= 0; seq--) {
    if (trace.kind(seq) !== 'message-sent' || trace.int(seq, 'message') !== message) continue;
    const answer = trace.text(seq, 'direction') === 'response' ? 'answer to ' : '';
    const what = `${answer}${trace.text(seq, 'api')}`;
    return `${trace.process(seq) ?? 'somebody'}'s ${what} for ${trace.text(seq, 'to')}`;
  }
  return `message ${message}`;
}
