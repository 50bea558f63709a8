/**
 * The grip of a line that is hovered, focused or selected, and the line as it is pulled: down to cut
 * it, to a side to slow it. How far is far enough is drawn before one lets go.
 */
import { Gauge, GripVertical, Link2, Scissors } from 'lucide-react';
import type { ReactNode } from 'react';
import { linkKey } from '../../trace/world.ts';
import { usePlayground } from '../context.tsx';
import { badgePlace } from '../stage/badges.ts';
import type { Point } from '../stage/places/geometry.ts';
import type { Line, Scene } from '../stage/scene.ts';
import { pullReach } from './carry.ts';
import { useHand } from './hand.ts';
import type { Pull } from './hand.ts';

export function LineGrip({ scene }: { scene: Scene }) {
  const selected = usePlayground(({ selection }) =>
    selection?.kind === 'link' ? linkKey(...selection.peers) : null,
  );
  const hovered = useHand((state) => state.hovered);
  const pull = useHand((state) => state.pull);
  const key = pull ? linkKey(...pull.peers) : (hovered ?? selected);
  const line = key === null ? undefined : scene.lines.get(key);
  if (!line) return null;
  const at = badgePlace(line, scene);
  if (pull) return <Pulled line={line} pull={pull} at={at} scene={scene} />;
  // A badge stands there already.
  if (line.link.cut || line.link.slowed) return null;
  return (
    <span className="line-grip" style={{ left: at.x, top: at.y }} aria-hidden>
      <GripVertical size={13} />
    </span>
  );
}

interface PulledProps {
  readonly line: Line;
  readonly pull: Pull;
  readonly at: Point;
  readonly scene: Scene;
}

function Pulled({ line, pull, at, scene }: PulledProps) {
  const { dx, dy, tool } = pull;
  const first = line.points[0] ?? at;
  const last = line.points.at(-1) ?? at;
  const { width, height } = scene.layout;
  const cuts = line.link.cut ? 'restore' : 'cut';
  return (
    <>
      <svg className="pulled" width={width} height={height} aria-hidden>
        <path d={`M${first.x} ${first.y}L${at.x + dx} ${at.y + dy}L${last.x} ${last.y}`} />
      </svg>
      <Goal
        at={{ x: at.x, y: at.y + pullReach }}
        reached={tool === 'cut-link' || tool === 'restore-link'}
      >
        {line.link.cut ? <Link2 size={13} /> : <Scissors size={13} />} {cuts}
      </Goal>
      {[-1, 1].map((side) => (
        <Goal
          key={side}
          at={{ x: at.x + side * (pullReach + 16), y: at.y }}
          reached={tool === 'slow-link' && Math.sign(dx) === side}
        >
          <Gauge size={13} /> slow
        </Goal>
      ))}
    </>
  );
}

interface GoalProps {
  readonly at: Point;
  readonly reached: boolean;
  readonly children: ReactNode;
}

/** What waits at a distance: it lights up once that is reached. */
function Goal({ at, reached, children }: GoalProps) {
  return (
    <span
      className={`pull-goal${reached ? ' reached' : ''}`}
      style={{ left: at.x, top: at.y }}
      aria-hidden
    >
      {children}
    </span>
  );
}
