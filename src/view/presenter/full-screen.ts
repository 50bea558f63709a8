/** The whole screen, where the browser allows it; without it everything works in the window. */

/** Takes the screen. The returned function gives it back; `onLost` says that the person did. */
export function takeScreen(onLost: () => void): () => void {
  let isTaken = false;
  let isGone = false;
  const onChange = () => {
    const isFull = document.fullscreenElement !== null;
    if (isTaken && !isFull) onLost();
    isTaken = isFull;
  };
  document.addEventListener('fullscreenchange', onChange);
  if (document.fullscreenEnabled) {
    document.documentElement.requestFullscreen().then(
      // Given back before it was there.
      () => isGone && giveBack(),
      () => {
        // Not now, or not here: the window has to do.
      },
    );
  }
  return () => {
    isGone = true;
    document.removeEventListener('fullscreenchange', onChange);
    giveBack();
  };
}

function giveBack(): void {
  if (document.fullscreenElement) void document.exitFullscreen();
}
