/** What a caption is: a sentence and the rule behind it. */
import type { RuleId } from '../../../protocol/rules.ts';

export interface Caption {
  readonly text: string;
  readonly rule: RuleId | null;
  /** The event that it tells of; null where it tells of a state. */
  readonly seq: number | null;
}

/** A caption as an event makes it. */
export interface Sentence {
  readonly text: string;
  readonly rule: RuleId | null;
  /** Of one moment the weightiest is told. */
  readonly weight: number;
}

export const say = (text: string, rule: RuleId | null, weight = 1): Sentence => ({
  text,
  rule,
  weight,
});
