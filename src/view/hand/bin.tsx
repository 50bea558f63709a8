/**
 * The bin: there while a card or a tile is dragged. A card dropped on it is killed, a tile takes its
 * topic along. It stands at the foot of that part of the stage that is in view.
 */
import { Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { carriedOf, useHand } from './hand.ts';

const size = { width: 190, height: 56 };
const fromEdge = 14;

export function Bin() {
  const carried = useHand(carriedOf);
  const over = useHand(({ ghost }) => ghost?.allowed ?? false);
  const bin = useRef<HTMLDivElement>(null);
  const shown = carried !== null;
  useLayoutEffect(() => {
    const stage = bin.current?.closest('.stage')?.getBoundingClientRect();
    if (!bin.current || !stage) return;
    const { style } = bin.current;
    style.left = `${stage.left + (stage.width - size.width) / 2}px`;
    style.top = `${Math.min(stage.bottom, innerHeight) - size.height - fromEdge}px`;
  }, [shown]);
  if (!carried) return null;
  return (
    <div
      ref={bin}
      className={`bin${over ? ' over' : ''}`}
      style={{ width: size.width, height: size.height }}
      aria-hidden
    >
      <Trash2 size={22} />
      {carried.kind === 'process' ? 'drop here to kill it' : `deletes topic ${carried.topic}`}
    </div>
  );
}

/** How far beside the bin still counts: a finger hides what it drops. */
const slack = 10;

export function isOverBin(x: number, y: number): boolean {
  const box = document.querySelector('.bin')?.getBoundingClientRect();
  if (!box) return false;
  return (
    x > box.left - slack && x < box.right + slack && y > box.top - slack && y < box.bottom + slack
  );
}
