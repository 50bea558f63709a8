/**
 * What the hand is doing at this moment: what it carries and where, which line it pulls, which menu
 * it has opened. Nothing of it is part of the experiment, so it stands beside the store.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Proposal } from '../../store/actions.ts';
import type { Carried } from '../../store/drops.ts';
import type { Remedy, Selection, Tool } from '../../store/selection.ts';

export type Held = Carried | { readonly kind: 'tool'; readonly tool: Tool | Remedy };

/** What hangs at the pointer while something is dragged. */
export interface Ghost {
  readonly held: Held;
  readonly x: number;
  readonly y: number;
  /** What letting go here would do, or why it is not allowed. */
  readonly says: string;
  readonly allowed: boolean;
}

/** A line that is being pulled out of its place, and how far. */
export interface Pull {
  readonly peers: readonly [string, string];
  readonly dx: number;
  readonly dy: number;
  /** What letting go now would do; null: it springs back. */
  readonly tool: Tool | Remedy | null;
}

/** What a menu can be about. */
export type Thing = Exclude<Selection, { kind: 'event' }>;

export interface OpenMenu {
  readonly thing: Thing;
  /** Its corner, in pixels of the window. */
  readonly x: number;
  readonly y: number;
}

interface Hand {
  readonly ghost: Ghost | null;
  readonly pull: Pull | null;
  readonly menu: OpenMenu | null;
  /** The line under the pointer, by its key. */
  readonly hovered: string | null;
  /** For screen readers: what the tool in hand would do to what has the focus. */
  readonly says: string;
}

const empty: Hand = { ghost: null, pull: null, menu: null, hovered: null, says: '' };

export const hand = createStore<Hand>(() => empty);

/** A part of it; the component renders again when that changes. */
export function useHand<T>(select: (state: Hand) => T): T {
  return useStore(hand, select);
}

/** Shows at the pointer what letting go there would do, or why not; `otherwise` where nothing is meant. */
export function showGhost(
  held: Held,
  { x, y }: { readonly x: number; readonly y: number },
  proposed: Proposal | null,
  otherwise: string,
): void {
  const says = proposed ? (proposed.ok ? proposed.label : proposed.why) : otherwise;
  hand.setState({ ghost: { held, x, y, says, allowed: proposed?.ok ?? false } });
}

export function openMenu(thing: Thing, x: number, y: number): void {
  hand.setState({ menu: { thing, x, y } });
}

export function letGo(): void {
  hand.setState({ ghost: null, pull: null });
}

/** The process or the partition that is carried; null: nothing is, or a tool. */
export function carriedOf({ ghost }: Hand): Carried | null {
  return ghost && ghost.held.kind !== 'tool' ? ghost.held : null;
}
