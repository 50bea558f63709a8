/** The palette: things and faults to drag onto the stage, or to pick up and use with a click or Enter. */
import { useRef } from 'react';
import { toolNames } from '../../store/actions.ts';
import type { Tool } from '../../store/selection.ts';
import { usePlayground, usePlaygroundStore } from '../context.tsx';
import { DragGhost } from '../hand/drag-ghost.tsx';
import { useHand } from '../hand/hand.ts';
import './palette.css';
import { faults, newThings } from './tools.ts';
import type { ToolView } from './tools.ts';
import { useToolDrag } from './use-tool-drag.ts';

type Handlers = ReturnType<ReturnType<typeof useToolDrag>>;

export function Palette() {
  const palette = useRef<HTMLElement>(null);
  const handlers = useToolDrag(palette);
  return (
    <nav ref={palette} className="palette" aria-label="Palette">
      <ToolList title="Drag in" tools={newThings} handlers={handlers} />
      <ToolList title="Faults" tools={faults} handlers={handlers} />
      <InHand />
      <DragGhost />
    </nav>
  );
}

interface ToolListProps {
  readonly title: string;
  readonly tools: readonly ToolView[];
  readonly handlers: (tool: ToolView['tool']) => Handlers;
}

function ToolList({ title, tools, handlers }: ToolListProps) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {tools.map((view) => (
        <ToolButton key={view.tool} view={view} handlers={handlers(view.tool)} />
      ))}
    </section>
  );
}

function ToolButton({ view, handlers }: { view: ToolView; handlers: Handlers }) {
  const store = usePlaygroundStore();
  const inHand = usePlayground((state) => state.tool === view.tool);
  const { icon: Icon, label, tone, about, tool } = view;
  return (
    <button
      type="button"
      className={`tool ${tone}`}
      aria-pressed={inHand}
      title={about}
      {...handlers}
      // A pointer's click is the end of its press; this is for the keyboard and for screen readers.
      onClick={(event) => {
        if (event.detail === 0) store.getState().pickTool(inHand ? null : tool);
      }}
    >
      <Icon size={18} aria-hidden />
      {label}
    </button>
  );
}

/** Where a tool may be used, as what is in hand says it. */
function placeFor(tool: Tool, from: string | null): string {
  if (tool === 'consumer' || tool === 'broker' || tool === 'topic')
    return 'choose the stage or a card';
  if (tool === 'cut-link' || tool === 'slow-link') return 'choose a line or a card';
  if (tool !== 'corrupt-message') return 'choose a card';
  return from === null ? 'choose who sends it, or a line' : `from ${from}: choose who gets it`;
}

function putDownWords(): string {
  return matchMedia('(pointer: coarse)').matches
    ? 'Tap it again in the palette to put it down.'
    : 'Escape puts it down.';
}

/** Says what is in hand and what to do with it, also to those who cannot see the pointer. */
function InHand() {
  const tool = usePlayground((state) => state.tool);
  const from = usePlayground((state) => state.toolFrom);
  const here = useHand((state) => state.says);
  return (
    <p className="in-hand" aria-live="polite">
      {tool ? `${toolNames[tool]} in hand: ${placeFor(tool, from)}. ${putDownWords()}` : ''}
      {tool && here ? <span className="here"> {here}</span> : null}
    </p>
  );
}
