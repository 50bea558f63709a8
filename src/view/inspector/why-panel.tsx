/** Why: the chain from the selected thing back to a person's action or a setting. */
import { whyChain } from '../../trace/why.ts';
import type { WhyStep } from '../../trace/why.ts';
import { inSeconds } from '../amounts.ts';
import { usePlaygroundStore, useRun } from '../context.tsx';
import { RuleTag } from './rule-tag.tsx';
import { Breakable } from '../words/breakable.tsx';

export function WhyPanel({ subject }: { subject: number | null }) {
  const { trace } = useRun();
  if (subject === null) return <p className="hint">Nothing has happened to it yet.</p>;
  const steps = whyChain(trace, subject);
  return (
    <>
      <p className="hint">From the latest back to what set it off. Choose a step to go there.</p>
      <ol className="why">
        {steps.map((step) => (
          <Step key={step.seq} step={step} />
        ))}
      </ol>
    </>
  );
}

function toneOf({ kind }: WhyStep): string {
  if (kind === 'command') return 'yours';
  if (kind.startsWith('process-')) return 'process';
  if (kind === 'timer-fired' || kind === 'request-refused' || kind === 'member-removed')
    return 'bad';
  if (kind.startsWith('rebalance-') || kind === 'group-state') return 'group';
  return 'other';
}

function Step({ step }: { step: WhyStep }) {
  const store = usePlaygroundStore();
  return (
    <li className={toneOf(step)}>
      <button
        type="button"
        className="plain"
        onClick={() => store.getState().seekToEvent(step.seq)}
      >
        <Breakable text={step.text} />
      </button>
      <span className="where">
        <span className="mono">{inSeconds(step.atUs)}</span>
        {step.kind === 'command' ? <strong>your action</strong> : null}
        {step.rules.slice(0, 3).map((rule) => (
          <RuleTag key={rule} rule={rule} />
        ))}
      </span>
    </li>
  );
}
