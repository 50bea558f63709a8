/** What follows from what is typed: figures, and warnings with their rules. */
import type { RuleId } from '../../protocol/rules.ts';
import type { CommandAction } from '../../trace/experiment.ts';
import { RuleTag } from '../inspector/rule-tag.tsx';
import { ShowMe } from './show-me.tsx';

export interface Figure {
  readonly name: string;
  readonly value: string;
  /** It does not go together with what was typed. */
  readonly isWrong?: boolean;
}

export interface Warning {
  /** Unique among those shown. */
  readonly id: string;
  readonly rule: RuleId;
  readonly sentence: string;
  /** Somebody stops for good. */
  readonly isFatal?: boolean;
  /** Id of the built-in experiment that shows what goes wrong. */
  readonly builtin?: string;
}

interface ConsequencesProps {
  readonly figures: readonly Figure[];
  readonly warnings: readonly Warning[];
  /** What was typed, as an action. */
  readonly action: CommandAction | null;
}

export function Consequences({ figures, warnings, action }: ConsequencesProps) {
  return (
    <>
      <dl className="consequences">
        {figures.map(({ name, value, isWrong = false }) => (
          <div key={name} className={isWrong ? 'wrong' : ''}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div aria-live="polite">
        {warnings.map(({ id, rule, sentence, isFatal = false, builtin = null }) => (
          <p key={id} className={`warning ${isFatal ? 'bad' : 'warn'}`}>
            {sentence} <RuleTag rule={rule} /> <ShowMe builtin={builtin} action={action} />
          </p>
        ))}
      </div>
    </>
  );
}
