/** Why a consumer wants other topics (REG-8): the user said so, or there are others that it matches. */
import type { TraceReader } from '../reader.ts';
import { lastBefore } from './look-back.ts';

/** The change that made it register again, or null. */
export function otherTopics(trace: TraceReader, seq: number): number | null {
  if (!trace.rules(seq).includes('REG-8')) return null;
  const process = trace.process(seq) ?? '';
  const subscribed = lastBefore(trace, seq, 'subscription-changed', { process });
  const said = subscribed ?? lastBefore(trace, seq, 'process-started', { process });
  // One that names its topics does not care which there are.
  if (said === null || trace.json(said, 'topics')) return subscribed;
  const changed = lastBefore(trace, seq, 'topic-changed', {});
  const isLater = changed !== null && changed > said && trace.cause(changed) !== null;
  return isLater ? changed : subscribed;
}
