/** A rule's id; its sentence is one hover or one press away. */
import { rules } from '../../protocol/rules.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { usePlaygroundStore } from '../context.tsx';

export function RuleTag({ rule }: { rule: RuleId }) {
  const store = usePlaygroundStore();
  const { sentence } = rules[rule];
  return (
    <button
      type="button"
      className="rule plain"
      title={sentence}
      aria-label={`Rule ${rule}: ${sentence}`}
      onClick={() => store.getState().say({ tone: 'info', text: `${rule}: ${sentence}` })}
    >
      {rule}
    </button>
  );
}
