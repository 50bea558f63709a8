/**
 * The hand on the stage: it listens for presses and for menus that are asked for, and draws what
 * belongs to it alone: the bin, the grip of a line, the button of what is selected.
 */
import { useEffect, useRef } from 'react';
import { usePlaygroundStore } from '../context.tsx';
import type { Scene } from '../stage/scene.ts';
import { Bin } from './bin.tsx';
import './hand.css';
import { LineGrip } from './line-grip.tsx';
import { bindMenus } from './menus.ts';
import { MoreButton } from './more-button.tsx';
import { bindPresses } from './press.ts';
import { bindSpeech } from './speech.ts';

export function StageHand({ scene }: { scene: Scene }) {
  const store = usePlaygroundStore();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const ground = place.current?.closest<HTMLElement>('.stage-ground');
    if (!ground) return undefined;
    const ends = [bindPresses(ground, store), bindMenus(ground, store), bindSpeech(ground, store)];
    return () => {
      for (const end of ends) end();
    };
  }, [store]);
  return (
    <div ref={place}>
      <LineGrip scene={scene} />
      <MoreButton scene={scene} />
      <Bin />
    </div>
  );
}
