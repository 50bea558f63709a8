/** On the selected card or line: what can be done with it, one press away. */
import { Ellipsis } from 'lucide-react';
import { usePlayground } from '../context.tsx';
import { badgePlace } from '../stage/badges.ts';
import type { Point } from '../stage/places/geometry.ts';
import type { Scene } from '../stage/scene.ts';
import { linkKey } from '../../trace/world.ts';
import type { Selection } from '../../store/selection.ts';
import { openMenuAt } from './menus.ts';

export function MoreButton({ scene }: { scene: Scene }) {
  const selection = usePlayground((state) => state.selection);
  const place = selection && placeOf(selection, scene);
  if (!place || selection.kind === 'event') return null;
  const name = selection.kind === 'process' ? selection.process : 'the selected link';
  return (
    <button
      type="button"
      className="more-button"
      style={{ left: place.x, top: place.y }}
      aria-label={`What can be done with ${name}`}
      aria-haspopup="menu"
      aria-keyshortcuts="Shift+F10"
      title="What can be done with it (Shift+F10)"
      onClick={(event) => openMenuAt(selection, event.currentTarget)}
    >
      <Ellipsis size={16} aria-hidden />
    </button>
  );
}

/** The same for whatever is selected, where it is told of: tiles and messages have no room for it. */
export function SelectionMenu({ selection }: { selection: Selection }) {
  if (selection.kind === 'event') return null;
  return (
    <button
      type="button"
      className="plain icon"
      aria-label="Menu of the selection"
      aria-haspopup="menu"
      title="What can be done with it (Shift+F10)"
      onClick={(event) => openMenuAt(selection, event.currentTarget)}
    >
      <Ellipsis size={15} aria-hidden />
    </button>
  );
}

/** On narrower cards a remedy has the lower right corner. */
const narrowCard = 160;

/**
 * At a lower corner of a card, where no badge or remedy is (ZooKeeper has its words there), beside
 * the grip of a line; null: it is not on the stage.
 */
function placeOf(selection: Selection, scene: Scene): Point | null {
  const { layout, lines } = scene;
  if (selection.kind === 'link') {
    const line = lines.get(linkKey(...selection.peers));
    if (!line) return null;
    const { x, y } = badgePlace(line, scene);
    const beside = x + (line.link.cut || line.link.slowed ? 72 : 30);
    return { x: Math.min(layout.width - 20, beside), y };
  }
  if (selection.kind !== 'process') return null;
  const { process } = selection;
  const zooKeeper = layout.zooKeeper?.name === process ? layout.zooKeeper.box : undefined;
  const box = layout.consumers.get(process)?.box ?? layout.brokers.get(process) ?? zooKeeper;
  if (!box) return null;
  const isRight = box === zooKeeper || box.width >= narrowCard;
  return {
    x: isRight ? box.x + box.width - 24 : box.x + 24,
    y: box === zooKeeper ? box.y : box.y + box.height,
  };
}
