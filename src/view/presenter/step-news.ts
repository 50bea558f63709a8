/** From one caption to the next, also where the next has not been simulated yet. */
import { activeRun } from '../../store/playground.ts';
import type { Playground, PlaygroundStore } from '../../store/playground.ts';
import { newsAfter, newsBefore } from './news.ts';

/** How far ahead the next news is looked for, in virtual time, and how far at once. */
const furthestUs = 60_000_000;
const stretchUs = 5_000_000;

const nothingAhead =
  'Nothing new happens within the next minute. Play on, or do something to the group.';

let stopLooking: (() => void) | null = null;

/** Ends the search that waits for the simulation, if there is one: so does any other step. */
export function endSearch(): void {
  stopLooking?.();
  stopLooking = null;
}

/** To the last news before the cursor; to the start where there is none. */
export function toNewsBefore(store: PlaygroundStore): void {
  endSearch();
  const state = store.getState();
  state.seekToEvent(newsBefore(activeRun(state), state.cursor.seq, state.group)?.seq ?? -1);
}

/** To the next news after the cursor, as soon as it has been simulated. */
export function toNewsAfter(store: PlaygroundStore): void {
  endSearch();
  store.getState().pause();
  const { cursor, runId, group } = store.getState();
  let place = cursor.seq;
  let lookedUntil = place;
  // After an action the cursor is renewed in its place once that has been answered.
  let isAnswered = activeRun(store.getState()).handledUntilUs >= cursor.atUs;
  const isOver = (state: Playground) =>
    state.cursor.atUs !== cursor.atUs ||
    (isAnswered && state.cursor.seq !== place) ||
    state.runId !== runId ||
    state.group !== group;
  const look = () => {
    const state = store.getState();
    if (isOver(state)) return endSearch();
    const run = activeRun(state);
    const { trace, handledUntilUs, ended } = run;
    if (!isAnswered && handledUntilUs >= cursor.atUs) {
      isAnswered = true;
      place = state.cursor.seq;
      lookedUntil = place;
    }
    const found = newsAfter(run, lookedUntil, handledUntilUs, group);
    if (found) {
      endSearch();
      return state.seekToEvent(found.seq);
    }
    lookedUntil = Math.max(lookedUntil, trace.lastAtOrBefore(handledUntilUs));
    if (ended === null && handledUntilUs < cursor.atUs + furthestUs) {
      return state.lookAhead(handledUntilUs + stretchUs);
    }
    endSearch();
    state.say({ tone: 'info', text: nothingAhead });
  };
  stopLooking = store.subscribe(look);
  look();
}
