/** Whether a part of the page is dimmed: the light is on, and its chain does not touch it. */
import { useStore } from 'zustand';
import type { Playground } from '../store/playground.ts';
import type { Ancestors } from '../trace/why/ancestors.ts';
import { usePlayground } from './context.tsx';
import { litNow, whyLight } from './lit.ts';

export function useDimmed(isLit: (lit: Ancestors, state: Playground) => boolean): boolean {
  useStore(whyLight, ({ on }) => on);
  return usePlayground((state) => {
    const lit = litNow(state);
    return lit !== null && !isLit(lit, state);
  });
}
