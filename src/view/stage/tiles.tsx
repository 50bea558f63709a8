/** Partition tiles: solid as recorded, dashed as believed, hatched where nobody reads. */
import { memo } from 'react';
import { usePlayground, usePlaygroundStore } from '../context.tsx';
import type { Box } from './geometry.ts';
import type { Tile } from './ownership.ts';
import { packTiles, tileWidth } from './pack.ts';

export function tileTitle({ topic, partition, recorded, believed, hatched }: Tile): string {
  const name = `${topic} ${partition}`;
  if (hatched && (recorded || believed)) return `${name}: on the card of one that does not run`;
  if (recorded && believed) return `${name}: recorded, and read here`;
  if (recorded) return `${name}: recorded for it, not read here now`;
  if (believed) return `${name}: it believes so, the record says otherwise`;
  return `${name}: nobody reads it`;
}

export function tileClass({ recorded, believed, hatched }: Tile): string {
  const marks = [recorded ? 'recorded' : '', believed ? 'believed' : '', hatched ? 'hatched' : ''];
  return ['tile', ...marks.filter(Boolean)].join(' ');
}

interface TilesProps {
  readonly tiles: readonly Tile[];
  /** Where they go, within the element that holds them. */
  readonly area: Box;
}

/** The same width for all: that of the longest label. */
export function widthOfTiles(tiles: readonly Tile[]): number {
  return tileWidth(Math.max(2, ...tiles.map(({ label }) => label.length)));
}

export function Tiles({ tiles, area }: TilesProps) {
  const { boxes, more } = packTiles(area, tiles.length, widthOfTiles(tiles));
  const hidden = tiles.slice(boxes.length);
  return (
    <span className="tiles" style={{ left: area.x, top: area.y }}>
      {boxes.map((box, index) => {
        const tile = tiles[index];
        return tile ? <TileMark key={tile.key} tile={tile} box={box} /> : null;
      })}
      {more ? (
        <span
          className="tile more"
          style={{ left: more.box.x, top: more.box.y, width: more.box.width }}
          title={hidden.map(({ topic, partition }) => `${topic} ${partition}`).join(', ')}
        >
          +{more.count}
        </span>
      ) : null}
    </span>
  );
}

const TileMark = memo(function TileMark({ tile, box }: { tile: Tile; box: Box }) {
  const store = usePlaygroundStore();
  const { topic, partition } = tile;
  const lit = usePlayground(
    ({ selection }) =>
      selection?.kind === 'partition' &&
      selection.topic === topic &&
      selection.partition === partition,
  );
  // Not a stop of the Tab key, which walks processes: partitions have their own view below.
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${tileClass(tile)}${lit ? ' lit' : ''}`}
      style={{ left: box.x, top: box.y, width: box.width }}
      title={tileTitle(tile)}
      aria-hidden
      onClick={(event) => {
        event.stopPropagation();
        store.getState().select({ kind: 'partition', topic, partition });
      }}
    >
      {tile.label}
    </button>
  );
}, sameTile);

function sameTile(a: { tile: Tile; box: Box }, b: { tile: Tile; box: Box }): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
