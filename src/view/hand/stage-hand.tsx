/**
 * The hand on the stage: it listens for presses, and draws what belongs to it alone: the bin, the
 * grip of a line, the button of what is selected.
 */
import { useEffect, useRef } from 'react';
import { usePlaygroundStore } from '../context.tsx';
import type { Scene } from '../stage/scene.ts';
import { Bin } from './bin.tsx';
import './hand.css';
import { LineGrip } from './line-grip.tsx';
import { MoreButton } from './more-button.tsx';
import { bindPresses } from './press.ts';

export function StageHand({ scene }: { scene: Scene }) {
  const store = usePlaygroundStore();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const ground = place.current?.closest<HTMLElement>('.stage-ground');
    return ground ? bindPresses(ground, store) : undefined;
  }, [store]);
  return (
    <div ref={place}>
      <LineGrip scene={scene} />
      <MoreButton scene={scene} />
      <Bin />
    </div>
  );
}
