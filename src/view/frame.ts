/**
 * The one animation frame of the page. First the cursor moves, then whoever draws on a canvas draws.
 * React is not part of it: components hear of a new cursor through the store.
 */

type Draw = (nowMs: number) => void;

export interface Frames {
  /** Calls `draw` once a frame until the returned function is called. */
  readonly onFrame: (draw: Draw) => () => void;
  readonly stop: () => void;
}

/** For those who want less motion: time goes on so often, and everything shown with it. */
const calmStepMs = 250;

/**
 * `move` gets the real milliseconds since the last frame, at most a tenth of a second; while
 * `isCalm`, a quarter of a second at a time.
 */
export function startFrames(move: (realMs: number) => void, isCalm: () => boolean): Frames {
  const draws = new Set<Draw>();
  let lastMs = performance.now();
  let savedMs = 0;
  let handle = requestAnimationFrame(function frame(nowMs) {
    // A hidden tab gets no frames; on return it goes on where it was instead of leaping ahead.
    savedMs += Math.min(100, Math.max(0, nowMs - lastMs));
    lastMs = nowMs;
    // First of all, so that a fault in this frame is not the end of all frames.
    handle = requestAnimationFrame(frame);
    if (savedMs >= (isCalm() ? calmStepMs : 0)) {
      move(savedMs);
      savedMs = 0;
    }
    for (const draw of draws) draw(nowMs);
  });
  return {
    onFrame: (draw) => {
      draws.add(draw);
      return () => draws.delete(draw);
    },
    stop: () => cancelAnimationFrame(handle),
  };
}
