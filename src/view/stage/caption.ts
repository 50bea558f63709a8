/** What a caption is: a sentence and the rule behind it. */
import type { RuleId } from '../../protocol/rules.ts';

export interface Caption {
  readonly text: string;
  readonly rule: RuleId | null;
  /** The event that it tells of; null where it tells of a state. */
  readonly seq: number | null;
}
