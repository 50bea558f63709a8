/** [REG-8] [WILD-1] What a consumer subscribes to, in words. Pure. */
import type { ConsumerWorld } from '../trace/world.ts';

type Subscribed = Pick<ConsumerWorld, 'topics' | 'allow' | 'deny'>;

/** "orders, payments", or "what matches ^log, without ^log-debug". */
export function subscriptionWords({ topics, allow, deny }: Subscribed): string {
  if (allow.length + deny.length === 0) return topics.join(', ') || 'nothing';
  const matching = allow.length > 0 ? `what matches ${allow.join(' or ')}` : 'every topic';
  return deny.length > 0 ? `${matching}, without ${deny.join(' or ')}` : matching;
}
