/** Why: the chain from the selected thing back to a person's action or a setting. */
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { reasonsOf, whyChain } from '../../../trace/why.ts';
import type { ChainExtent } from '../../../trace/why.ts';
import { useRun } from '../../context.tsx';
import { ChainList } from './chain-list.tsx';
import { LightSwitch } from './light-switch.tsx';
import { whyRoot } from './root.ts';
import './why.css';

export function WhyPanel() {
  const run = useRun();
  const root = useStore(whyRoot, ({ at }) => at);
  if (root?.run !== run.id) return <p className="hint">Nothing has happened to it yet.</p>;
  return <Chain key={`${root.run} ${root.seq}`} seq={root.seq} />;
}

function Chain({ seq }: { seq: number }) {
  const { trace } = useRun();
  const [extent, setExtent] = useState<ChainExtent>('short');
  const steps = useMemo(() => whyChain(trace, seq, extent), [trace, seq, extent]);
  const all = useMemo(() => reasonsOf(trace, seq).length, [trace, seq]);
  const isWhole = extent === 'whole';
  const hasMore = isWhole || all > steps.length;
  return (
    <>
      <p className="why-buttons">
        <LightSwitch />
        {hasMore ? (
          <button
            type="button"
            aria-pressed={isWhole}
            title="Also how each step came about: messages, timers, what an action did"
            onClick={() => setExtent(isWhole ? 'short' : 'whole')}
          >
            every step ({all})
          </button>
        ) : null}
      </p>
      <p className="hint">
        Latest first. <span className="by-keys">↑ ↓ walk the steps, Enter goes there.</span>
      </p>
      <ChainList root={seq} steps={steps} />
    </>
  );
}
