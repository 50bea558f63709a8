/** What a chip says: its name, its generation, and its partitions as small tiles. */
import { selectsPartition } from '../../store/selection.ts';
import { usePlayground } from '../context.tsx';
import { partitionWords } from '../words/partitions.ts';
import { chipTiles } from './card-tiles.ts';
import type { ConsumerPlace } from './places/layout.ts';
import type { Tile } from './ownership.ts';
import { tileClass } from './tiles.tsx';
import type { ConsumerView } from './views.ts';

export function ChipText({ view, place }: { view: ConsumerView; place: ConsumerPlace }) {
  const generation = view.generation < 0 ? 'g–' : `g${view.generation}`;
  const { shown, more } = chipTiles(view, place.box.width, generation);
  return (
    <span aria-hidden className="chip-text">
      <strong>{view.name}</strong>
      <span className="chip-line">
        <span className={view.stale ? 'stale' : ''}>{generation}</span>
        {view.count === 0 ? null : (
          <span className="small-tiles" title={partitionWords(view.tiles, view.count)}>
            {shown.map((tile) => (
              <SmallTile key={tile.key} tile={tile} />
            ))}
          </span>
        )}
        {more > 0 ? <span>+{more}</span> : null}
      </span>
    </span>
  );
}

function SmallTile({ tile }: { tile: Tile }) {
  const { topic, partition } = tile;
  const lit = usePlayground(({ selection }) => selectsPartition(selection, topic, partition));
  return <span className={`small-${tileClass(tile)}${lit ? ' lit' : ''}`} />;
}
