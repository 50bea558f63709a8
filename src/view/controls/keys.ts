/** Binds the keys of the page; key-commands.ts says which there are, and what they do. */
import { tinykeys } from 'tinykeys';
import type { PlaygroundStore } from '../../store/playground.ts';
import { preferences } from '../preferences.ts';
import { areSingle, keyCommands } from './key-commands.ts';
import type { KeyCommand } from './key-commands.ts';
import { standsInScroller } from './scrollers.ts';

function hasDialog(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

function focusDraft(): void {
  document.querySelector<HTMLElement>('.topic-form input')?.focus();
}

/**
 * Keys belong to the field, the dialog or the list that has the focus first. Those that take single
 * keys only, as tabs do, prevent their default.
 */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || hasDialog()) return true;
  // What is done behind an open menu is not seen; undo and redo close it.
  const isPlain = !event.ctrlKey && !event.metaKey;
  if (isPlain && document.querySelector(':popover-open')) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('input, select, textarea, [contenteditable]')) return true;
  if (/^(Home|End)$/.test(event.code)) return standsInScroller(target);
  return event.code === 'Space' && isPressedBySpace(target);
}

/** The button that a pointer has pressed last, as long as it has the focus. */
let pressed: Element | null = null;

/**
 * Space presses the button that has the focus; in all other places it plays and pauses. The cards of
 * the stage are chosen with Enter, so that Space is free there too; and a button that has the focus
 * from a pointer's press is not pressed again by somebody who means to play.
 */
function isPressedBySpace(target: Element): boolean {
  return target !== pressed && target.matches('button:not(.card-face), a, summary');
}

function notePressed(): void {
  const { activeElement } = document;
  pressed = activeElement?.matches('button') === true ? activeElement : null;
}

function forgetPressed(): void {
  pressed = null;
}

/** Firefox presses a button as Space is let go, whatever came of its being pressed. */
function holdRelease(event: KeyboardEvent): void {
  if (event.code === 'Space' && event.target === pressed) event.preventDefault();
}

/** Binds the keys; the returned function lets go of them. */
export function bindKeys(store: PlaygroundStore): () => void {
  const bound = (command: KeyCommand) => (event: KeyboardEvent) => {
    const needsSingleKeys = areSingle(command.shown);
    if (command.everywhere ? hasDialog() : isTaken(event)) return;
    if (needsSingleKeys && !preferences.getState().singleKeys) return;
    // Letters beside the form of a new topic are meant for its name.
    if (needsSingleKeys && store.getState().draft) return focusDraft();
    event.preventDefault();
    command.run(store.getState(), store);
  };
  const entries = keyCommands.flatMap((command) => {
    return command.keys.map((key) => [key, bound(command)] as const);
  });
  const release = tinykeys(window, Object.fromEntries(entries));
  const listeners = new AbortController();
  const { signal } = listeners;
  window.addEventListener('pointerup', notePressed, { signal });
  window.addEventListener('focusout', forgetPressed, { signal });
  window.addEventListener('keyup', holdRelease, { signal });
  return () => {
    release();
    listeners.abort();
  };
}
