/**
 * Two runs side by side, A and B: stage beside stage, both on one axis of time, the first event that
 * differs, and what each has cost. One of them is acted on: who turns to a stage acts there.
 */
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { RefObject } from 'react';
import { known } from '../../lib/assert.ts';
import { mirrorOf } from '../../store/mirror.ts';
import { usePlayground, usePlaygroundStore } from '../context.tsx';
import './compare.css';
import { CompareBar } from './compare-bar.tsx';
import { CompareTimes } from './compare-times.tsx';
import { CostTable } from './cost-table.tsx';
import type { SideOf } from './side-of.ts';
import { Side } from './side.tsx';
import { useParting } from './use-parting.ts';

function useSide(letter: 'A' | 'B', id: number): SideOf {
  const page = usePlaygroundStore();
  const run = known(
    usePlayground(({ runs }) => runs.get(id)),
    'compared run',
  );
  const isActedOn = usePlayground(({ runId }) => runId === id);
  const store = useMemo(() => (isActedOn ? page : mirrorOf(page, id)), [page, id, isActedOn]);
  return { letter, run, store, isActedOn };
}

/** The focus comes here, and goes back to where branches are compared. */
function useFocusWithin(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const entered = element.current;
    entered?.focus();
    return () => {
      const { activeElement, body } = document;
      if (activeElement !== body && !entered?.contains(activeElement)) return;
      document.querySelector<HTMLElement>('.branches-button')?.focus();
    };
  }, [element]);
}

export function Comparison() {
  const comparing = usePlayground((state) => state.comparing);
  return comparing ? <Compared {...comparing} /> : null;
}

function Compared({ a, b }: { a: number; b: number }) {
  const element = useRef<HTMLElement>(null);
  useFocusWithin(element);
  const sides = [useSide('A', a), useSide('B', b)] as const;
  const looked = useParting(sides[0].run, sides[1].run);
  return (
    <main ref={element} tabIndex={-1} className="comparison" aria-label="Comparison">
      <CompareBar sides={sides} {...looked} />
      {sides.map((side) => (
        <Side key={side.letter} {...side} />
      ))}
      <CompareTimes sides={sides} parting={looked.parting} />
      <CostTable sides={sides} />
    </main>
  );
}
