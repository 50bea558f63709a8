/** Where the two that are compared part, as far as both have been seen and simulated. */
import { useMemo } from 'react';
import { sharedSeqOf } from '../../store/forks.ts';
import type { Run } from '../../store/runs.ts';
import { partingOf } from '../../trace/queries/first-difference.ts';
import type { Parting } from '../../trace/queries/first-difference.ts';
import { usePlayground } from '../context.tsx';

interface Looked {
  readonly parting: Parting | null;
  /** Up to here both have been held against each other. */
  readonly untilUs: number;
}

/** While time runs, what is written anew no more often than one can read it. */
const everyUs = 100_000;

export function useParting(a: Run, b: Run): Looked {
  const untilUs = usePlayground(({ playing }) => {
    const known = Math.min(a.seenUs, b.seenUs, a.handledUntilUs, b.handledUntilUs);
    // Who has stopped at an action sees it on one stage already: then nothing is left out.
    return playing ? Math.floor(known / everyUs) * everyUs : Math.floor(known);
  });
  const { trace: first } = a;
  const { trace: second } = b;
  const parting = useMemo(
    () => partingOf(first, second, { untilUs, sharedSeq: sharedSeqOf(first, second) }),
    [first, second, untilUs],
  );
  return { parting, untilUs };
}
