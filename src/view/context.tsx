/** How components reach the store, the frames and the theme; nothing else is global. */
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { known } from '../lib/assert.ts';
import { activeRun, currentWorld } from '../store/playground.ts';
import type { Playground, PlaygroundStore } from '../store/playground.ts';
import type { Run } from '../store/runs.ts';
import type { World } from '../trace/world.ts';
import type { Frames } from './frame.ts';
import type { Theme } from './hues.ts';

interface PageContext {
  readonly store: PlaygroundStore;
  readonly frames: Frames;
  readonly theme: Theme;
  /** Of two runs side by side, which this part of the page shows. */
  readonly side?: string;
}

const Page = createContext<PageContext | null>(null);

export function PageProvider({ children, ...page }: PageContext & { children: ReactNode }) {
  return <Page value={page}>{children}</Page>;
}

/** The same page over another store: for what shows another run than the rest of it. */
export function BesideProvider({
  store,
  side,
  children,
}: {
  store: PlaygroundStore;
  side: string;
  children: ReactNode;
}) {
  return <Page value={{ ...usePage(), store, side }}>{children}</Page>;
}

/** The name of a part that may stand on the page twice. */
export function useNameHere(name: string): string {
  const { side } = usePage();
  return side === undefined ? name : `${name}, ${side}`;
}

function usePage(): PageContext {
  return known(useContext(Page), 'page context');
}

/** The store itself, for event handlers. */
export function usePlaygroundStore(): PlaygroundStore {
  return usePage().store;
}

/** A selected part of the store; the component renders again when it changes. */
export function usePlayground<T>(select: (state: Playground) => T): T {
  return useStore(usePage().store, select);
}

export function useRun(): Run {
  return usePlayground(activeRun);
}

/**
 * The world at the cursor. The object is changed in place as the cursor moves on, so it is read
 * while rendering and never kept; the component renders again at every event shown.
 */
export function useWorld(): World {
  const { store } = usePage();
  usePlayground(({ cursor, runId }) => `${runId}:${cursor.seq}`);
  return currentWorld(store.getState());
}

export function useTheme(): Theme {
  return usePage().theme;
}

/** Calls `draw` in every animation frame, after the cursor has moved. */
export function useFrame(draw: (nowMs: number) => void): void {
  const { frames } = usePage();
  const [, fail] = useState(null);
  const latest = useRef(draw);
  useEffect(() => {
    latest.current = draw;
  });
  useEffect(() => {
    const stop = frames.onFrame((nowMs) => {
      try {
        latest.current(nowMs);
      } catch (error) {
        stop();
        // Thrown again while rendering, where its region hears of it.
        fail(() => {
          throw error;
        });
      }
    });
    return stop;
  }, [frames]);
}
