/** Who asks for a menu: the right button, a long press of a pen, Shift+F10, the menu key, a button. */
import type { PlaygroundStore } from '../../store/playground.ts';
import { pageMode } from '../page-mode.ts';
import { meantAt, thingOf } from './grab.ts';
import { openMenu } from './hand.ts';
import type { Thing } from './hand.ts';
import { isPressedByTouch } from './press.ts';

/** Beside an element, so that it can still be seen. */
export function openMenuAt(thing: Thing, element: Element): void {
  const { left, bottom } = element.getBoundingClientRect();
  openMenu(thing, left + 8, bottom + 4);
}

/** Listens for those on the stage, drawn or as a table, and for the menu keys on the whole page. */
export function bindMenus(store: PlaygroundStore): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  const onContextMenu = (event: MouseEvent) => {
    // A finger's long press is answered when it is let go.
    if (isPressedByTouch()) return event.preventDefault();
    const { target, clientX: x, clientY: y } = event;
    if (!(target instanceof Element) || !target.closest('.stage-ground')) return;
    if (target.closest('select, input')) return;
    // Messages are drawn, and a table lies over them.
    const { stageAsTable } = pageMode.getState();
    const thing = stageAsTable ? thingOf(target) : meantAt(store, target, x, y);
    if (!thing) return;
    event.preventDefault();
    openMenu(thing, x, y);
  };
  const onKey = (event: KeyboardEvent) => {
    const asks = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    if (!asks || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (askByKey(store)) event.preventDefault();
  };
  window.addEventListener('contextmenu', onContextMenu, { signal });
  window.addEventListener('keydown', onKey, { signal });
  return () => listeners.abort();
}

/** The thing that has the focus, else the selected one. */
function askByKey(store: PlaygroundStore): boolean {
  const { activeElement } = document;
  if (activeElement?.matches('input, select, textarea')) return false;
  const focused = activeElement && thingOf(activeElement);
  const { selection } = store.getState();
  if (focused) openMenuAt(focused, activeElement);
  else if (selection && selection.kind !== 'event') openMenuAt(selection, selectedElement());
  else return false;
  return true;
}

/** Where the selected thing is to be seen. */
function selectedElement(): Element {
  return document.querySelector('.stage-ground .lit, .more-button') ?? document.body;
}
