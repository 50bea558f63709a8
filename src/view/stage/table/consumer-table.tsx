/**
 * The consumers as a table: part of the stage's twin, and their only form when there are too many
 * for cards.
 */
import type { World } from '../../../trace/world.ts';
import { useTheme } from '../../context.tsx';
import { hueOf } from '../../hues.ts';
import { RemedyButton } from '../consumer-card.tsx';
import { DataTable } from './data-table.tsx';
import type { Column } from './data-table.tsx';
import { consumerDetail } from '../details.ts';
import type { Box } from '../places/geometry.ts';
import { ConditionIcon } from '../icons.tsx';
import { lagOfAll } from '../draw/lags.ts';
import { LiveText } from '../live-text.tsx';
import type { Condition } from '../marks.ts';
import { consumersOf, tileWords } from './stage-rows.ts';
import { consumerView } from '../views.ts';
import type { Tile } from '../ownership.ts';
import type { ConsumerView } from '../views.ts';

export interface TableProps {
  readonly world: World;
  readonly group: string;
  readonly box: Box;
}

export function ConsumerTable({ world, group, box }: TableProps) {
  return (
    <DataTable
      caption={`Consumers of group ${group}`}
      items={consumersOf(world, group)}
      rowOf={(process) => consumerView(world, group, process)}
      thingHead="Consumer"
      thingOf={({ name, fullName, slot }) => ({
        key: name,
        selection: { kind: 'process', process: name },
        label: fullName,
        face: <HueName name={name} slot={slot} />,
      })}
      columns={columnsOf(group)}
      empty="No consumer has started yet."
      box={box}
    />
  );
}

function HueName({ name, slot }: Pick<ConsumerView, 'name' | 'slot'>) {
  const theme = useTheme();
  return (
    <>
      <span className="hue" style={{ background: hueOf(slot, theme) }} />
      {name}
    </>
  );
}

export function ConditionWord({ condition: { icon, word } }: { condition: Condition }) {
  return (
    <span className="with-icon">
      <ConditionIcon name={icon} size={13} /> {word}
    </span>
  );
}

function columnsOf(group: string): readonly Column<ConsumerView>[] {
  return [
    {
      head: 'State',
      cell: ({ condition }) => <ConditionWord condition={condition} />,
      tone: ({ condition }) => condition.tone,
    },
    {
      head: 'Now',
      cell: ({ name }) => (
        <LiveText
          text={(world, atUs) => {
            const process = world.processes.get(name);
            return process ? consumerDetail(world, process, atUs) : '';
          }}
        />
      ),
    },
    {
      head: 'Generation',
      cell: ({ generation, stale }) =>
        generation < 0 ? 'none' : `${generation}${stale ? ' (stale)' : ''}`,
      tone: ({ stale }) => (stale ? 'stale' : ''),
    },
    {
      head: 'Partitions',
      cell: ({ tiles, count }) => `${whoseWord(tiles)}${tileWords(tiles, count)}`,
    },
    {
      head: 'Lag',
      cell: ({ name }) => (
        <LiveText
          text={(world, atUs) => {
            const shown = world.groups.get(group);
            const process = world.processes.get(name);
            return shown && process ? String(lagOfAll(world, shown, process, atUs)) : '';
          }}
        />
      ),
    },
    {
      head: 'Remedy',
      isSilent: true,
      cell: ({ name, remedy }) =>
        remedy ? <RemedyButton process={name} remedy={remedy} small={false} /> : null,
    },
  ];
}

/** Where the record and the consumer differ, whose word it is. */
function whoseWord(tiles: readonly Tile[]): string {
  if (tiles.length === 0) return '';
  if (tiles.every(({ recorded }) => !recorded)) return 'believes ';
  return tiles.every(({ believed }) => !believed) ? 'recorded ' : '';
}
