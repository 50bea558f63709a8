/** What hangs at the pointer: the thing, and what letting go would do. */
import { faults, newThings } from '../palette/tools.ts';
import { useHand } from './hand.ts';
import type { Held } from './hand.ts';
import './hand.css';

export function DragGhost() {
  const ghost = useHand((state) => state.ghost);
  if (!ghost) return null;
  const { held, x, y, says, allowed } = ghost;
  // At the right and the lower edge it hangs to the other side, so that its words stay on the page.
  const side = `${x > innerWidth - 320 ? ' leftward' : ''}${y > innerHeight - 90 ? ' upward' : ''}`;
  return (
    <div
      className={`ghost ${toneOf(held)} ${allowed ? 'allowed' : 'refused'}${side}`}
      style={{ transform: `translate(${x}px, ${y}px)` }}
      aria-hidden
    >
      <Face held={held} />
      <span>{says}</span>
    </div>
  );
}

function viewOf(held: Held) {
  if (held.kind !== 'tool') return undefined;
  return [...newThings, ...faults].find(({ tool }) => tool === held.tool);
}

function toneOf(held: Held): string {
  return viewOf(held)?.tone ?? 'accent';
}

function Face({ held }: { held: Held }) {
  if (held.kind === 'process') return <strong className="carried">{held.process}</strong>;
  if (held.kind === 'partition') {
    return <strong className="carried">{`${held.topic} ${held.partition}`}</strong>;
  }
  const Icon = viewOf(held)?.icon;
  return Icon ? <Icon size={18} aria-hidden /> : null;
}
