/**
 * Every rule of docs/protocol.md: its id, kind, section and sentence. The same id stands in the
 * code, in test titles, in events, in lessons and in the inspector. The sentence is the rule in
 * short; the text is what counts.
 */
import { ownership, coordinators, failover } from './rules/coordinators.ts';
import { discovery, registration, heartbeats } from './rules/consumers.ts';
import { rebalance, offsets, strategies, topics } from './rules/rebalances.ts';
import { wire, faults } from './rules/wire.ts';
import type { Rule, RuleText, Section } from './rules/rule.ts';

export type { Rule } from './rules/rule.ts';

function inSection<Id extends string>(
  section: Section,
  texts: Readonly<Record<Id, RuleText>>,
): Readonly<Record<Id, Rule>> {
  const entries = Object.entries<RuleText>(texts);
  const rules = Object.fromEntries(entries.map(([id, text]) => [id, { ...text, section }]));
  return rules as Record<Id, Rule>;
}

/** In the order of the text. */
export const rules = {
  ...inSection('ownership', ownership),
  ...inSection('coordinators', coordinators),
  ...inSection('discovery', discovery),
  ...inSection('registration', registration),
  ...inSection('heartbeats', heartbeats),
  ...inSection('rebalance', rebalance),
  ...inSection('offsets', offsets),
  ...inSection('strategies', strategies),
  ...inSection('topics', topics),
  ...inSection('failover', failover),
  ...inSection('wire', wire),
  ...inSection('faults', faults),
};

export type RuleId = keyof typeof rules;
