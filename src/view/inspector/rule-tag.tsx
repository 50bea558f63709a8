/** A rule's id, which listeners hear with what it is about; its sentence is its description. */
import { rules } from '../../protocol/rules.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { usePlaygroundStore } from '../context.tsx';

export function RuleTag({ rule }: { rule: RuleId }) {
  const store = usePlaygroundStore();
  const { section, sentence } = rules[rule];
  return (
    <button
      type="button"
      className="rule plain"
      title={sentence}
      aria-label={`Rule ${rule}, ${section}`}
      onClick={() => store.getState().say({ tone: 'info', text: `${rule}: ${sentence}` })}
    >
      {rule}
    </button>
  );
}
