/** Going to a moment to come: at once where it has been simulated, else by playing until then. */
import { activeRun } from '../../../store/playground.ts';
import type { PlaygroundStore } from '../../../store/playground.ts';

let stopWaiting: (() => void) | null = null;

/** Stands still there. Whoever pauses, seeks or changes the run on the way stays where that leads. */
export function goTo(store: PlaygroundStore, atUs: number): void {
  stopWaiting?.();
  const { runId, play, pause, seek, cursor } = store.getState();
  if (atUs <= activeRun(store.getState()).handledUntilUs || atUs <= cursor.atUs) {
    pause();
    return seek(atUs);
  }
  play();
  const stop = store.subscribe((state) => {
    const isOn = state.runId === runId && state.playing;
    if (isOn && state.cursor.atUs < atUs) return;
    stopWaiting?.();
    if (!isOn) return;
    state.pause();
    state.seek(atUs);
  });
  stopWaiting = () => {
    stop();
    stopWaiting = null;
  };
}
