/** The shelf: partitions that nobody reads and that are on nobody's card, and what that has cost. */
import { CircleCheck, CircleDashed } from 'lucide-react';
import { usePlayground } from '../context.tsx';
import type { Box } from './geometry.ts';
import { LiveText } from './live-text.tsx';
import { Tiles, widthOfTiles } from './tiles.tsx';
import type { ShelfView } from './views.ts';

/** Places in px within the shelf; its style sheet keeps to them. */
export const shelfTitleWidth = 132;
const numbersWidth = 330;

/** Where the shelf's tiles go, within it. */
export function shelfArea(box: Box): Box {
  const narrow = box.width < 600;
  if (narrow) return { x: 12, y: 36, width: box.width - 24, height: 22 };
  const width = box.width - shelfTitleWidth - numbersWidth - 16;
  return { x: shelfTitleWidth, y: (box.height - 20) / 2 - 1, width, height: 22 };
}

export function Shelf({ view, box }: { view: ShelfView; box: Box }) {
  const group = usePlayground((state) => state.group);
  const { tiles, unread, total } = view;
  const empty = tiles.length === 0;
  const area = shelfArea(box);
  return (
    <section
      className={`shelf${empty ? ' empty' : ''}${box.width < 600 ? ' narrow' : ''}`}
      aria-label="Partitions that nobody reads"
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
    >
      <span className="title">
        {unread === 0 ? (
          <CircleCheck size={14} aria-hidden />
        ) : (
          <CircleDashed size={14} aria-hidden />
        )}
        {unread === 0 && total > 0 ? 'All are read' : 'Nobody reads'}
        <span className="of">
          {unread} of {total}
        </span>
      </span>
      {empty ? (
        <span className="hint" style={{ left: area.x, top: area.y, width: area.width }}>
          {hintFor(view)}
        </span>
      ) : (
        <Tiles tiles={tiles} area={area} />
      )}
      <span className="numbers" style={{ minWidth: widthOfTiles(tiles) }}>
        <span className="unread">
          {unread} of {total} unread
        </span>
        <LiveText
          className="lost"
          text={(world) => {
            const cost = world.groups.get(group)?.cost;
            return cost ? lostWords(cost.unreadUs) : '';
          }}
        />
      </span>
    </section>
  );
}

function hintFor({ unread, total }: ShelfView): string {
  if (total === 0) return 'nobody subscribes to a topic that exists';
  return unread === 0 ? '' : `${unread} on the card of one that does not run`;
}

function lostWords(unreadUs: number): string {
  return `${(unreadUs / 1e6).toFixed(1)} partition-seconds nobody read`;
}
