/**
 * A press on the stage by mouse, pen or touch. With a mouse or a pen what is pressed is lifted as soon
 * as the pointer moves. A finger lifts it by a long press, so that the page can be scrolled by its
 * cards; a long press that does not move opens the menu instead. Escape puts everything back.
 */
import type { PlaygroundStore } from '../../store/playground.ts';
import { linkKey } from '../../trace/world.ts';
import { carryOf } from './carry.ts';
import type { Carry } from './carry.ts';
import { meantAt, thingOf } from './grab.ts';
import { hand, letGo, openMenu } from './hand.ts';
import type { Thing } from './hand.ts';

/** Pixels that a hand may tremble before it is a drag. */
export const threshold = 6;
export const longPressMs = 450;

interface Press {
  readonly thing: Thing;
  readonly carry: Carry | null;
  readonly pointer: number;
  readonly isTouch: boolean;
  readonly x: number;
  readonly y: number;
  readonly end: () => void;
  phase: 'pressed' | 'lifted' | 'moved';
}

let press: Press | null = null;

/** Listens on the ground of the stage; the returned function ends it. */
export function bindPresses(ground: HTMLElement, store: PlaygroundStore): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  ground.addEventListener('pointerdown', (event) => begin(event, store), { signal });
  const onHover = ({ target, pointerType }: PointerEvent) => {
    hover(target);
    // A pen hovers before it presses, so that what it drags from here on is not the page.
    const isPen = pointerType === 'pen' && target instanceof Element && thingOf(target) !== null;
    ground.style.touchAction = isPen ? 'none' : '';
  };
  ground.addEventListener('pointerover', onHover, { signal });
  ground.addEventListener('pointerleave', () => hover(null), { signal });
  // Not passive: once something is lifted the finger moves it, not the page.
  const holdPage = (event: TouchEvent) => {
    // A scroll that has begun cannot be stopped, and to try is an error.
    if (press && press.phase !== 'pressed' && event.cancelable) event.preventDefault();
  };
  ground.addEventListener('touchmove', holdPage, { signal, passive: false });
  return () => {
    listeners.abort();
    press?.end();
  };
}

/** Whether a finger's press is under way: its long press is no request for the browser's own menu. */
export function isPressedByTouch(): boolean {
  return press?.isTouch ?? false;
}

function hover(target: EventTarget | null): void {
  const thing = target instanceof Element ? thingOf(target) : null;
  const hovered = thing?.kind === 'link' ? linkKey(...thing.peers) : null;
  if (hand.getState().hovered !== hovered) hand.setState({ hovered });
}

function begin(event: PointerEvent, store: PlaygroundStore): void {
  const { target, button, pointerId: pointer, pointerType, clientX: x, clientY: y } = event;
  if (press || button !== 0 || store.getState().tool || !(target instanceof Element)) return;
  // Remedies and the buttons of the bar are pressed, not carried.
  if (target.closest('button:not(.card-face, .tile, .line-badge), select, table, form')) return;
  const thing = meantAt(store, target, x, y);
  if (!thing) return;
  // A line can be pulled where a message is on it, too.
  const grabbed = thingOf(target);
  const isTouch = pointerType === 'touch';
  const listeners = new AbortController();
  const timer = isTouch ? setTimeout(lift, longPressMs) : undefined;
  const end = () => {
    clearTimeout(timer);
    listeners.abort();
    letGo();
    press = null;
  };
  const carry = grabbed && carryOf(store, grabbed, { x, y });
  press = { thing, carry, pointer, isTouch, x, y, end, phase: 'pressed' };
  const options = { signal: listeners.signal, capture: true };
  window.addEventListener('pointermove', onMove, options);
  window.addEventListener('pointerup', onUp, options);
  window.addEventListener('pointercancel', (other) => isOurs(other) && end(), options);
  window.addEventListener('keydown', onKey, options);
}

function isOurs({ pointerId }: PointerEvent): boolean {
  return press?.pointer === pointerId;
}

function lift(): void {
  if (!press) return;
  enter('lifted', press);
  press.carry?.move(press);
}

/** From here on the pointer is ours, also when time takes the card away that it has pressed. */
function enter(phase: Press['phase'], entered: Press): void {
  entered.phase = phase;
  document.documentElement.setPointerCapture(entered.pointer);
}

function onMove(event: PointerEvent): void {
  if (!press || !isOurs(event)) return;
  const { clientX: x, clientY: y } = event;
  const moved = Math.hypot(x - press.x, y - press.y) >= threshold;
  if (press.phase !== 'moved') {
    if (!moved) return;
    // A finger that moves before it has lifted anything scrolls.
    if (press.isTouch && press.phase === 'pressed') return press.end();
    if (!press.carry) return;
    enter('moved', press);
  }
  press.carry?.move({ x, y });
}

function onUp(event: PointerEvent): void {
  if (!press || !isOurs(event)) return;
  const { phase, thing, carry, x, y, end } = press;
  if (phase === 'moved') carry?.drop({ x: event.clientX, y: event.clientY });
  // After this event: it would close again what it has opened, as a press beside it.
  if (phase === 'lifted') setTimeout(() => openMenu(thing, x, y));
  if (phase !== 'pressed') swallowClick();
  end();
}

/** The click that ends a drag picks nothing. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
}

function onKey(event: KeyboardEvent): void {
  if (!press || event.key !== 'Escape' || press.phase === 'pressed') return;
  event.preventDefault();
  event.stopImmediatePropagation();
  press.end();
  swallowNextClick();
}

/** Of the press that goes on though nothing is carried any more; a press that is cancelled has none. */
function swallowNextClick(): void {
  const listeners = new AbortController();
  const options = { capture: true, signal: listeners.signal };
  const swallow = () => {
    listeners.abort();
    swallowClick();
  };
  window.addEventListener('pointerup', swallow, options);
  window.addEventListener('pointercancel', () => listeners.abort(), options);
}
