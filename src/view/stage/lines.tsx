/** The lines between processes, under the cards: open, half open, cut, slowed. */
import { Gauge, Unlink } from 'lucide-react';
import { memo } from 'react';
import type { Target } from '../../store/selection.ts';
import { msRange } from '../amounts.ts';
import { usePlayground, usePlaygroundStore } from '../context.tsx';
import { useDimmed } from '../use-dimmed.ts';
import { linkName } from '../hand/grab.ts';
import { badgePlace, markedLines } from './badges.ts';
import { remedyWords } from './consumer-card.tsx';
import type { Point } from './places/geometry.ts';
import type { Line, Scene } from './scene.ts';
import { applyTool, focusCard, isForLines, useAllowed, usePick } from './use-tool.ts';

function pathOf(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(' ');
}

function targetOf({ peers }: Line): Target {
  return { kind: 'link', peers };
}

export function Lines({ scene }: { scene: Scene }) {
  const { layout, lines } = scene;
  return (
    <svg className="stage-lines" width={layout.width} height={layout.height}>
      <title>Connections</title>
      {[...lines.values()].map((line) => (
        <LinePath key={line.key} line={line} />
      ))}
    </svg>
  );
}

function useLineLit({ peers: [a, b] }: Line): boolean {
  return usePlayground(
    ({ selection }) =>
      selection?.kind === 'link' && selection.peers.includes(a) && selection.peers.includes(b),
  );
}

const LinePath = memo(function LinePathNow({ line }: { line: Line }) {
  const allowed = useAllowed(targetOf(line));
  const lit = useLineLit(line);
  const dimmed = useDimmed(({ processes }) => line.peers.every((peer) => processes.has(peer)));
  const pick = usePick();
  const focusable = usePlayground(({ tool }) => isForLines(tool));
  const classes = ['line-path', line.state];
  if (line.isBackstage) classes.push('backstage');
  if (line.link.cut) classes.push('cut');
  if (line.link.slowed) classes.push('slowed');
  if (lit) classes.push('lit');
  if (dimmed) classes.push('dimmed');
  const d = pathOf(line.points);
  return (
    <g
      className={classes.join(' ')}
      data-allowed={allowed}
      data-link={linkName(line.peers)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="button"
      // In the tab order while they are meant; the focus stays when the tool is put down.
      tabIndex={focusable ? 0 : -1}
      aria-label={lineName(line)}
      onClick={(event) => {
        // A pointer's click means what lies under it; a screen reader's has no place, and means the line.
        if (event.detail !== 0) return;
        event.stopPropagation();
        pick(targetOf(line));
      }}
      onKeyDown={(event) => {
        // Space plays and pauses everywhere on the stage.
        if (event.key === 'Enter') pick(targetOf(line));
      }}
    >
      <path className="reach" d={d} />
      <path className="stroke" d={d} />
    </g>
  );
}, sameLine);

/** Lines are made anew at every event, and hardly ever differ. */
function sameLine({ line: a }: { line: Line }, { line: b }: { line: Line }): boolean {
  const isSameWay =
    a.points.length === b.points.length &&
    a.points.every(({ x, y }, index) => x === b.points[index]?.x && y === b.points[index]?.y);
  return isSameWay && a.state === b.state && a.link === b.link;
}

function lineName({ peers: [a, b], link, state }: Line): string {
  const words = [`link ${a} to ${b}`];
  if (link.cut) words.push('cut');
  else words.push(state === 'open' ? 'connected' : state === 'half-open' ? 'half open' : 'idle');
  if (link.slowed) words.push(`slowed to ${msRange(link.latencyMs)}`);
  return words.join(', ');
}

/** On every cut or slowed line: what it is, and the way back. */
export function LineBadges({ scene }: { scene: Scene }) {
  const { marked, small } = markedLines(scene);
  return marked.map((line) => (
    <LineBadge key={line.key} line={line} place={badgePlace(line, scene)} small={small} />
  ));
}

function LineBadge({ line, place, small }: { line: Line; place: Point; small: boolean }) {
  const store = usePlaygroundStore();
  const pick = usePick();
  const { link, peers } = line;
  const tool = usePlayground((state) => state.tool);
  const [a, b] = peers;
  const remedy = link.cut ? 'restore-link' : 'usual-speed';
  const words = remedyWords[remedy];
  return (
    <button
      type="button"
      className={`line-badge ${link.cut ? 'cut' : 'slowed'}`}
      data-link={linkName(peers)}
      style={{ left: place.x, top: place.y }}
      aria-label={`${link.cut ? 'Cut' : 'Slowed'}: ${a} to ${b}. ${words}`}
      title={`${lineName(line)}. Click: ${words.toLowerCase()}`}
      onClick={(event) => {
        event.stopPropagation();
        if (tool) pick(targetOf(line));
        else applyTool(store, remedy, targetOf(line));
        focusCard(a);
      }}
    >
      {link.cut ? <Unlink size={13} aria-hidden /> : <Gauge size={13} aria-hidden />}
      {small ? null : <span>{link.cut ? words : 'Slowed: undo'}</span>}
    </button>
  );
}
