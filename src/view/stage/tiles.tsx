/** Partition tiles: solid as recorded, dashed as believed, hatched where nobody reads. */
import { memo } from 'react';
import { currentWorld } from '../../store/playground.ts';
import { selectsPartition } from '../../store/selection.ts';
import type { PartitionKey } from '../../trace/world.ts';
import { usePlayground, usePlaygroundStore } from '../context.tsx';
import { useDimmed } from '../use-dimmed.ts';
import { flightsNow } from './draw/flights-now.ts';
import type { Box } from './places/geometry.ts';
import { lagBarOf, lagWords } from './draw/lags.ts';
import type { Tile } from './ownership.ts';
import type { Packed } from './places/pack.ts';

function tileTitle({ topic, partition, recorded, believed, hatched }: Tile): string {
  const name = `${topic} ${partition}`;
  if (hatched && (recorded || believed)) return `${name}: on the card of one that does not run`;
  if (recorded && believed) return `${name}: recorded, and read here`;
  if (recorded) return `${name}: recorded for it, not read here now`;
  if (believed) return `${name}: it believes so, the record says otherwise`;
  return `${name}: nobody reads it`;
}

/** The marks of a tile, as its classes. */
export function tileClass({ recorded, believed, hatched }: Tile): string {
  const marks = [recorded ? 'recorded' : '', believed ? 'believed' : '', hatched ? 'hatched' : ''];
  return ['tile', ...marks.filter(Boolean)].join(' ');
}

interface TilesProps {
  /** Whose they are: a consumer's name, or the shelf. */
  readonly owner: string;
  readonly tiles: readonly Tile[];
  readonly boxes: ReadonlyMap<PartitionKey, Box>;
  readonly more: Packed['more'];
  /** Where their places begin, within the element that holds them. */
  readonly left: number;
  readonly top: number;
}

export function Tiles({ owner, tiles, boxes, more, left, top }: TilesProps) {
  const hidden = tiles.filter(({ key }) => !boxes.has(key));
  return (
    <span className="tiles" style={{ left, top }}>
      {tiles.map((tile) => {
        const box = boxes.get(tile.key);
        return box ? <TileMark key={tile.key} owner={owner} tile={tile} box={box} /> : null;
      })}
      {more ? (
        <span
          aria-hidden
          className="tile more"
          style={{ left: more.box.x, top: more.box.y, width: more.box.width }}
          title={hiddenWords(hidden, more.count)}
        >
          +{more.count}
        </span>
      ) : null}
    </span>
  );
}

/** The first of those that have no place, by name. */
function hiddenWords(hidden: readonly Tile[], all: number): string {
  const names = hidden.map(({ topic, partition }) => `${topic} ${partition}`).join(', ');
  return all > hidden.length ? `${names} and ${all - hidden.length} more` : names;
}

interface TileMarkProps {
  readonly owner: string;
  readonly tile: Tile;
  readonly box: Box;
}

const TileMark = memo(function TileMark({ owner, tile, box }: TileMarkProps) {
  const store = usePlaygroundStore();
  const { key, topic, partition } = tile;
  const lit = usePlayground(({ selection }) => selectsPartition(selection, topic, partition));
  const dimmed = useDimmed(({ partitions }) => partitions.has(key));
  // While it is on its way here the canvas draws it.
  const arriving = usePlayground((state) => flightsNow(state).get(key)?.to === owner);
  // Not a stop of the Tab key, which walks processes: partitions have their own view below.
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${tileClass(tile)}${lit ? ' lit' : ''}${arriving ? ' arriving' : ''}${dimmed ? ' dimmed' : ''}`}
      style={{ left: box.x, top: box.y, width: box.width }}
      title={tileTitle(tile)}
      data-topic={topic}
      data-partition={partition}
      aria-hidden
      onPointerEnter={(event) => {
        const state = store.getState();
        const world = currentWorld(state);
        const group = world.groups.get(state.group);
        if (!group) return;
        const lag = lagWords(lagBarOf(world, group, tile, state.cursor.atUs));
        event.currentTarget.title = `${tileTitle(tile)}; ${lag}`;
      }}
      onClick={() => store.getState().select({ kind: 'partition', topic, partition })}
    >
      {tile.label}
    </button>
  );
}, sameTile);

function sameTile(a: TileMarkProps, b: TileMarkProps): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
