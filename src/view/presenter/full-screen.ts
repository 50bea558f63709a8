/** The whole screen, where the browser allows it; without it everything works in the window. */

/** Takes the screen. The returned function gives it back; `onLost` says that the person did. */
export function takeScreen(onLost: () => void): () => void {
  let isTaken = false;
  const onChange = () => {
    const isFull = document.fullscreenElement !== null;
    if (isTaken && !isFull) onLost();
    isTaken = isFull;
  };
  document.addEventListener('fullscreenchange', onChange);
  if (document.fullscreenEnabled) {
    document.documentElement.requestFullscreen().catch(() => {
      // Not now, or not here: the window has to do.
    });
  }
  return () => {
    document.removeEventListener('fullscreenchange', onChange);
    if (document.fullscreenElement) void document.exitFullscreen();
  };
}
