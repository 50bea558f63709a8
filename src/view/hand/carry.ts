/** Carrying a card or a tile over the stage, and pulling a line: what it says, and what it does. */
import { dropProposal } from '../../store/drops.ts';
import type { Carried, Place } from '../../store/drops.ts';
import { currentWorld } from '../../store/playground.ts';
import type { PlaygroundStore } from '../../store/playground.ts';
import type { Remedy, Tool } from '../../store/selection.ts';
import { linkKey } from '../../trace/world.ts';
import { applyTool, proposalAt, situationOf, stageTargetAt } from '../stage/use-tool.ts';
import { isOverBin } from './bin.tsx';
import { hand, letGo, showGhost } from './hand.ts';
import type { Pull, Thing } from './hand.ts';

export interface At {
  readonly x: number;
  readonly y: number;
}

/** What is done with one kind of thing from the moment it is lifted. */
export interface Carry {
  readonly move: (at: At) => void;
  readonly drop: (at: At) => void;
}

/** Null: it stays where it is. */
export function carryOf(store: PlaygroundStore, thing: Thing, start: At): Carry | null {
  if (thing.kind === 'link') return pulling(store, thing.peers, start);
  return thing.kind === 'message' || thing.kind === 'topic' ? null : carrying(store, thing);
}

function placeAt(store: PlaygroundStore, { x, y }: At): Place | null {
  return isOverBin(x, y) ? { kind: 'bin' } : stageTargetAt(store, x, y);
}

function carrying(store: PlaygroundStore, held: Carried): Carry {
  const proposalThere = (at: At) => {
    const place = placeAt(store, at);
    if (!place || isItself(held, place)) return null;
    return dropProposal(held, place, situationOf(store.getState()));
  };
  const move = (at: At) => showGhost(held, at, proposalThere(at), 'drop it on the bin');
  const drop = (at: At) => {
    const proposed = proposalThere(at);
    letGo();
    if (!proposed) return;
    const { act, say } = store.getState();
    if (!proposed.ok) say({ tone: 'error', text: proposed.why });
    else if (proposed.action) act(proposed.action);
  };
  return { move, drop };
}

/** Let go where it was taken from, it was not meant. */
function isItself(held: Carried, place: Place): boolean {
  return held.kind === 'process' && place.kind === 'process' && place.process === held.process;
}

/** Pixels from where a line does something when it is let go. */
export const pullReach = 44;

function pulling(store: PlaygroundStore, peers: Pull['peers'], start: At): Carry {
  const toolAt = ({ x, y }: At) => pulledTool(store, peers, x - start.x, y - start.y);
  const move = (at: At) => {
    const tool = toolAt(at);
    const pull = { peers, dx: at.x - start.x, dy: at.y - start.y, tool };
    const target = { kind: 'link', peers } as const;
    const proposed = tool && proposalAt(store.getState(), tool, target);
    hand.setState({ pull });
    const held = { kind: 'tool', tool: tool ?? 'cut-link' } as const;
    showGhost(held, at, proposed, pullHint(store, peers));
  };
  const drop = (at: At) => {
    const tool = toolAt(at);
    letGo();
    if (tool) applyTool(store, tool, { kind: 'link', peers });
  };
  return { move, drop };
}

function isCut(store: PlaygroundStore, peers: Pull['peers']): boolean {
  return currentWorld(store.getState()).links.get(linkKey(...peers))?.cut ?? false;
}

/** Down cuts, or restores what is cut; to a side slows. */
function pulledTool(
  store: PlaygroundStore,
  peers: Pull['peers'],
  dx: number,
  dy: number,
): Tool | Remedy | null {
  if (dy > pullReach && dy > Math.abs(dx)) {
    return isCut(store, peers) ? 'restore-link' : 'cut-link';
  }
  return Math.abs(dx) > pullReach && Math.abs(dx) > dy ? 'slow-link' : null;
}

function pullHint(store: PlaygroundStore, peers: Pull['peers']): string {
  return `pull down to ${isCut(store, peers) ? 'restore' : 'cut'} it, to a side to slow it`;
}
