/**
 * For those who do not see it: what the tool in hand would do to what has the focus, or why it may
 * not be used there. What is refused is said as a notice.
 */
import type { PlaygroundStore } from '../../store/playground.ts';
import { linkKey } from '../../trace/world.ts';
import { proposalAt } from '../stage/use-tool.ts';
import { thingOf } from './grab.ts';
import { hand } from './hand.ts';
import type { Thing } from './hand.ts';

/** Listens for the focus on the stage, drawn or as a table. */
export function bindSpeech(store: PlaygroundStore): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !target.closest('.stage-ground')) return;
    const thing = thingOf(target);
    const hovered = thing?.kind === 'link' ? linkKey(...thing.peers) : null;
    hand.setState({ says: saidOf(store, thing), hovered });
  };
  const onFocusOut = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !target.closest('.stage-ground')) return;
    hand.setState({ says: '', hovered: null });
  };
  window.addEventListener('focusin', onFocusIn, { signal });
  window.addEventListener('focusout', onFocusOut, { signal });
  // Of two ends the second is another thing to choose, and what was allowed may be so no more.
  const stop = store.subscribe(({ tool, toolFrom, cursor }, before) => {
    const isSame = toolFrom === before.toolFrom && cursor.seq === before.cursor.seq;
    if (tool === before.tool && isSame) return;
    const { activeElement } = document;
    if (!activeElement?.closest('.stage-ground')) return;
    const says = saidOf(store, thingOf(activeElement));
    if (says !== hand.getState().says) hand.setState({ says });
  });
  return () => {
    stop();
    listeners.abort();
  };
}

function saidOf(store: PlaygroundStore, thing: Thing | null): string {
  const state = store.getState();
  if (!state.tool || !thing || (thing.kind !== 'process' && thing.kind !== 'link')) return '';
  // The first of two ends has been chosen: what is to come is said where the tool is.
  if (thing.kind === 'process' && thing.process === state.toolFrom) return '';
  const proposed = proposalAt(state, state.tool, thing);
  return proposed.ok ? `Enter: ${proposed.label}.` : `Not here. ${proposed.why}`;
}
