/** A rule's id, which listeners hear with what it is about; its sentence is its description. */
import { rules } from '../../protocol/rules.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { usePlaygroundStore } from '../context.tsx';

interface RuleTagProps {
  readonly rule: RuleId;
  /** The Tab key comes to it; else a list of which it is a part has keys that do. */
  readonly isStop?: boolean;
}

export function RuleTag({ rule, isStop = true }: RuleTagProps) {
  const store = usePlaygroundStore();
  const { section, sentence } = rules[rule];
  return (
    <button
      type="button"
      className="rule plain"
      tabIndex={isStop ? 0 : -1}
      title={sentence}
      aria-label={`Rule ${rule}, ${section}`}
      onClick={() => store.getState().say({ tone: 'info', text: `${rule}: ${sentence}` })}
    >
      {rule}
    </button>
  );
}
