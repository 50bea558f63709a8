/** [WILD-1] Which topics a consumer's patterns let through at this moment. */
import '../../../lib/pattern-engine.ts';
import { matchingTopics } from '../../../protocol/register/consumer/subscription.ts';
import type { ConsumerWorld } from '../../../trace/world.ts';
import { Facts } from '../facts.tsx';

interface MatchingProps {
  readonly consumer: ConsumerWorld;
  /** Topics that exist. */
  readonly there: readonly string[];
}

export function Matching({ consumer: { allow, deny }, there }: MatchingProps) {
  const patterns = { ...(allow.length > 0 ? { allow } : {}), deny };
  const matching = matchingTopics(patterns, there);
  return (
    <Facts
      rows={[{ name: 'that matches now', value: matching.join(', ') || 'no topic that exists' }]}
    />
  );
}
