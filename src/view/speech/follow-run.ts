/** Has said what becomes of the run: by itself while it plays, and by hand. */
import type { Playground, PlaygroundStore } from '../../store/playground.ts';
import { pageMode } from '../page-mode.ts';
import type { Speech } from './pace.ts';
import { captionWords, eventWords, placeWords, playWords, speedWords, stepWords } from './words.ts';

/** Follows until the returned function is called. */
export function followRun(store: PlaygroundStore, speech: Speech): () => void {
  const now = store.getState;
  // What was done at rest is answered a moment later, in the same place: that is no step.
  let isUnanswered = false;
  const isStep = (state: Playground, before: Playground) => {
    const isAnswer = isUnanswered && state.cursor.atUs === before.cursor.atUs;
    return state.runId === before.runId && !isAnswer && !pageMode.getState().presenting;
  };
  const onPlay = ({ playing }: Playground) => {
    // A clicker pauses, looks for the next news, and goes there: only that is to be heard.
    const isSearch = !playing && pageMode.getState().presenting;
    (isSearch ? speech.sayAtRest : speech.sayDone)(() => playWords(now()));
  };
  const onCursor = (state: Playground, before: Playground) => {
    const words = isStep(state, before) ? stepWords : placeWords;
    isUnanswered = state.runId !== before.runId;
    if (!state.playing) return speech.sayAtRest(() => words(now()));
    speech.say(() => captionWords(now(), pageMode.getState().presenting));
  };
  return store.subscribe((state, before) => {
    const isSameRun = state.runId === before.runId;
    // Another experiment plays, or goes at its own speed, by itself.
    if (isSameRun && state.playing !== before.playing) onPlay(state);
    if (isSameRun && state.speed !== before.speed) speech.sayDone(() => speedWords(now()));
    if (state.cursor !== before.cursor) onCursor(state, before);
    const { selection } = state;
    if (selection?.kind !== 'event' || selection === before.selection) return;
    speech.sayAtRest(() => eventWords(now(), selection.seq));
  });
}
