/**
 * The event whose chain of causes is told, and lit. It is that of the selection; but whoever walks a
 * chain selects its steps one by one, and keeps the chain in hand.
 */
import { createStore } from 'zustand/vanilla';
import { activeRun } from '../../../store/playground.ts';
import type { Playground, PlaygroundStore } from '../../../store/playground.ts';
import { sayAside } from '../../speech/asides.ts';
import { ancestorsAt, whyLight } from '../../lit.ts';
import { subjectEvent } from '../subject.ts';
import { lightWords } from './light-words.ts';

export interface WhyRoot {
  readonly run: number;
  readonly seq: number;
}

/** Null: nothing is selected, or nothing has happened to it. */
export const whyRoot = createStore<{ readonly at: WhyRoot | null }>(() => ({ at: null }));

/** The root that follows `before` with the selection and the moment of `state`. */
export function rootAfter(before: WhyRoot | null, state: Playground): WhyRoot | null {
  const { selection, runId, cursor, group } = state;
  if (!selection) return null;
  const { trace } = activeRun(state);
  if (selection.kind === 'event' && before?.run === runId) {
    if (ancestorsAt(trace, before.seq).events.has(selection.seq)) return before;
  }
  const seq = subjectEvent(trace, cursor.seq, selection, group);
  if (seq === null || seq >= trace.length) return null;
  return before?.run === runId && before.seq === seq ? before : { run: runId, seq };
}

/** Follows the selection; the light goes with it, and ends with it, or with its run. */
export function bindWhy(store: PlaygroundStore): () => void {
  follow(store.getState(), true);
  return store.subscribe((state, before) => {
    const isChosen = state.selection !== before.selection;
    const isSame =
      state.cursor.seq === before.cursor.seq &&
      state.runId === before.runId &&
      state.group === before.group;
    if (isChosen || !isSame) follow(state, isChosen);
  });
}

/** What time alone has moved is not said: it would be at every event. */
function follow(state: Playground, isChosen: boolean): void {
  const { at: before } = whyRoot.getState();
  const at = rootAfter(before, state);
  if (at !== before) whyRoot.setState({ at });
  const { on } = whyLight.getState();
  if (!on || on === at) return;
  if (!at || at.run !== on.run) return endLight();
  whyLight.setState({ on: at });
  if (isChosen) sayAside(lightWords(activeRun(state).trace, at.seq));
}

/** Switches the light on for what is selected, or off. */
export function toggleLight(state: Playground): void {
  if (whyLight.getState().on) return endLight();
  const { at } = whyRoot.getState();
  if (!at) return state.say({ tone: 'error', text: nothingToLight(state) });
  whyLight.setState({ on: at });
  sayAside(`${lightWords(activeRun(state).trace, at.seq)}. W or Escape ends it.`);
}

function nothingToLight({ selection }: Playground): string {
  return selection
    ? 'Nothing has happened to it yet, so nothing led to it.'
    : 'Select something first: the light shows what led to it.';
}

export function endLight(): void {
  whyLight.setState({ on: null });
  sayAside('The light is off.');
}
