/** The shelf: partitions that nobody reads and that are on nobody's card, and what that has cost. */
import { CircleCheck, CircleDashed } from 'lucide-react';
import { useNameHere, usePlayground } from '../context.tsx';
import { shelfForm, shelfTiles } from './card-tiles.ts';
import { shelf } from './draw/flights.ts';
import type { StageLayout } from './places/layout.ts';
import { LiveText } from './live-text.tsx';
import { TopicsButton } from '../topics/topic-list.tsx';
import { Tiles } from './tiles.tsx';
import { hintFor, lostWords } from './shelf-words.ts';
import type { ShelfView } from './views.ts';

export function Shelf({ view, layout }: { view: ShelfView; layout: StageLayout }) {
  const group = usePlayground((state) => state.group);
  const { count: onShelf, tiles, all, unread } = view;
  const name = useNameHere('Partitions that nobody reads');
  const box = layout.shelf;
  const empty = onShelf === 0;
  const form = shelfForm(box);
  const brief = form !== 'full';
  // Who looks for the cost on a narrow stage finds it in the inspector.
  const hasRoom = box.width >= (unread > 0 ? 440 : 340);
  const { area, boxes, more } = shelfTiles(view, layout);
  const left = area.x - box.x;
  const top = area.y - box.y;
  const Icon = unread === 0 && all > 0 ? CircleCheck : CircleDashed;
  return (
    <section
      className={`shelf${empty ? ' empty' : ''}${unread === 0 ? ' calm' : ''}${form === 'two rows' ? ' narrow' : ''}`}
      aria-label={name}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
    >
      <span className="title">
        <Icon size={14} aria-hidden />
        {unread === 0 && all > 0 ? 'All are read' : 'Nobody reads'}
        {brief && unread > 0 ? ` ${unread} of ${all}` : ''}
      </span>
      {empty ? (
        <span className="hint" style={{ left, top, width: area.width }}>
          {hintFor(view)}
        </span>
      ) : (
        <Tiles owner={shelf} tiles={tiles} boxes={boxes} more={more} left={left} top={top} />
      )}
      <span className="numbers">
        {brief ? null : `${unread} of ${all} unread`}
        {hasRoom ? (
          <LiveText
            className="lost"
            text={(world, atUs) => {
              const now = world.groups.get(group);
              return now ? lostWords(now, atUs, brief) : '';
            }}
          />
        ) : null}
        <TopicsButton />
      </span>
    </section>
  );
}
