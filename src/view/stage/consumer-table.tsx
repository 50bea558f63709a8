/**
 * The consumers as a table: the stage's twin for the keyboard and for screen readers, and its only
 * form when there are too many for cards. Rows outside the view are not made.
 */
import { useState } from 'react';
import { processTarget } from '../../store/selection.ts';
import type { World } from '../../trace/world.ts';
import { useTheme } from '../context.tsx';
import { hueOf } from '../hues.ts';
import { RemedyButton, useLit } from './consumer-card.tsx';
import { consumerDetail } from './details.ts';
import type { Box } from './geometry.ts';
import { ConditionIcon } from './icons.tsx';
import { lagOfAll } from './lags.ts';
import { LiveText } from './live-text.tsx';
import { usePick } from './use-tool.ts';
import { consumerView } from './views.ts';
import type { ConsumerView } from './views.ts';
import './consumer-table.css';

interface ConsumerTableProps {
  readonly world: World;
  readonly group: string;
  readonly box: Box;
}

const rowHeight = 30;

export function ConsumerTable({ world, group, box }: ConsumerTableProps) {
  const [scrollTop, setScrollTop] = useState(0);
  const consumers = [...world.processes.values()]
    .filter(({ consumer }) => consumer?.group === group)
    .toSorted((a, b) => a.slot - b.slot);
  // Whole screens at a time, so that scrolling renders seldom.
  const perScreen = Math.max(1, Math.ceil(box.height / rowHeight));
  const screen = Math.floor(scrollTop / rowHeight / perScreen);
  const first = Math.max(0, (screen - 1) * perScreen);
  const seen = consumers.slice(first, (screen + 3) * perScreen);
  const below = consumers.length - first - seen.length;
  return (
    <div
      className="consumer-table"
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
    >
      <table>
        <caption className="visually-hidden">Consumers of group {group}</caption>
        <thead>
          <tr>
            <th scope="col">Consumer</th>
            <th scope="col">State</th>
            <th scope="col">Now</th>
            <th scope="col">Generation</th>
            <th scope="col">Partitions</th>
            <th scope="col">Lag</th>
            <th scope="col">
              <span className="visually-hidden">Remedy</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <Space rows={first} />
          {seen.map((process) => (
            <Row key={process.name} group={group} view={consumerView(world, group, process)} />
          ))}
          <Space rows={below} />
        </tbody>
      </table>
    </div>
  );
}

/** Keeps the place of rows that are not made. */
function Space({ rows }: { rows: number }) {
  return rows > 0 ? <tr style={{ height: rows * rowHeight }} /> : null;
}

function Row({ group, view }: { group: string; view: ConsumerView }) {
  const { name, condition, generation, stale, tiles, remedy } = view;
  const theme = useTheme();
  const pick = usePick();
  const lit = useLit(name);
  return (
    <tr className={lit ? 'lit' : ''} style={{ height: rowHeight }} data-process={name}>
      <th scope="row">
        <button
          type="button"
          className="plain"
          aria-label={view.fullName}
          aria-pressed={lit}
          onClick={() => pick(processTarget(name))}
        >
          <span className="hue" style={{ background: hueOf(view.slot, theme) }} />
          {name}
        </button>
      </th>
      <td className={condition.tone}>
        <span className="with-icon">
          <ConditionIcon name={condition.icon} size={13} /> {condition.word}
        </span>
      </td>
      <td>
        <LiveText
          text={(world, atUs) => {
            const process = world.processes.get(name);
            return process ? consumerDetail(world, process, atUs) : '';
          }}
        />
      </td>
      <td className={stale ? 'stale' : ''}>
        {generation < 0 ? 'none' : generation}
        {stale ? ' (stale)' : ''}
      </td>
      <td>
        {tiles.map(({ label }) => label).join(' ') || 'none'}
        {view.count > tiles.length ? ` +${view.count - tiles.length}` : ''}
      </td>
      <td>
        <LiveText
          text={(world, atUs) => {
            const shown = world.groups.get(group);
            const process = world.processes.get(name);
            return shown && process ? String(lagOfAll(world, shown, process, atUs)) : '';
          }}
        />
      </td>
      <td>{remedy ? <RemedyButton process={name} remedy={remedy} small={false} /> : null}</td>
    </tr>
  );
}
