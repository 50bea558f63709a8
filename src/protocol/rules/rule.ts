/** What a rule is, apart from which rules there are. */

/**
 * A *step* rule happens (it is in code, a test title and an event); a *table* rule is data or
 * arithmetic (code and a test title); an *invariant* has a checker; a *measure* has a query.
 */
export type RuleKind = 'step' | 'table' | 'invariant' | 'measure';

/** Sections of docs/protocol.md. */
export type Section =
  | 'ownership'
  | 'coordinators'
  | 'discovery'
  | 'registration'
  | 'heartbeats'
  | 'rebalance'
  | 'offsets'
  | 'strategies'
  | 'topics'
  | 'failover'
  | 'wire'
  | 'faults';

export interface Rule {
  readonly kind: RuleKind;
  readonly section: Section;
  /** One or two plain sentences, as a person reads them in the inspector. */
  readonly sentence: string;
}

export type RuleText = Omit<Rule, 'section'>;

const ofKind =
  (kind: RuleKind) =>
  (...lines: readonly string[]): RuleText => ({ kind, sentence: lines.join(' ') });

export const step = ofKind('step');
export const table = ofKind('table');
export const invariant = ofKind('invariant');
export const measure = ofKind('measure');
