/** What follows from what is typed: figures, and warnings with their rules. */
import type { RuleId } from '../../protocol/rules.ts';
import { RuleTag } from '../inspector/rule-tag.tsx';

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
}

interface ConsequencesProps {
  readonly figures: readonly Figure[];
  readonly warnings: readonly Warning[];
}

export function Consequences({ figures, warnings }: ConsequencesProps) {
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
        {warnings.map(({ id, rule, sentence, isFatal = false }) => (
          <p key={id} className={`warning ${isFatal ? 'bad' : 'warn'}`}>
            {sentence} <RuleTag rule={rule} />
          </p>
        ))}
      </div>
    </>
  );
}
