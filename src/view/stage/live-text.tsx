/** Text that runs with virtual time: written in the animation frame, without React. */
import { useRef } from 'react';
import { currentWorld } from '../../store/playground.ts';
import type { World } from '../../trace/world.ts';
import { useFrame, usePlaygroundStore } from '../context.tsx';

interface LiveTextProps {
  readonly className?: string;
  readonly text: (world: World, atUs: number) => string;
}

export function LiveText({ className, text }: LiveTextProps) {
  const store = usePlaygroundStore();
  const element = useRef<HTMLSpanElement>(null);
  const last = useRef('');
  useFrame(() => {
    const state = store.getState();
    const now = text(currentWorld(state), state.cursor.atUs);
    if (!element.current || now === last.current) return;
    last.current = now;
    element.current.textContent = now;
    // What has no room is cut: the whole of it is under the pointer.
    element.current.title = now;
  });
  return <span ref={element} className={`live ${className ?? ''}`} />;
}
