/**
 * For those who do not see it: what the tool in hand would do to what has the focus, or why it may
 * not be used there; and what has been done. What is refused is said as a notice.
 */
import type { PlaygroundStore } from '../../store/playground.ts';
import { linkKey } from '../../trace/world.ts';
import { proposalAt } from '../stage/use-tool.ts';
import { thingOf } from './grab.ts';
import { hand } from './hand.ts';
import type { Thing } from './hand.ts';

export function bindSpeech(ground: HTMLElement, store: PlaygroundStore): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    const thing = thingOf(target);
    const hovered = thing?.kind === 'link' ? linkKey(...thing.peers) : null;
    hand.setState({ says: saidOf(store, thing), hovered });
  };
  ground.addEventListener('focusin', onFocusIn, { signal });
  ground.addEventListener('focusout', () => hand.setState({ says: '', hovered: null }), { signal });
  const stop = store.subscribe(({ undoStack }, before) => {
    const deed = undoStack.at(-1);
    if (deed && undoStack.length > before.undoStack.length) {
      hand.setState({ done: `Done: ${deed.label}.` });
    }
  });
  return () => {
    stop();
    listeners.abort();
  };
}

function saidOf(store: PlaygroundStore, thing: Thing | null): string {
  const state = store.getState();
  if (!state.tool || !thing || (thing.kind !== 'process' && thing.kind !== 'link')) return '';
  const proposed = proposalAt(state, state.tool, thing);
  return proposed.ok ? `Enter: ${proposed.label}.` : `Not here. ${proposed.why}`;
}
