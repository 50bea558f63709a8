/** The focus goes back to where it came from when what took it is closed. */
import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';

/**
 * While `open`, `element` is on the page and may have the focus. `otherwise` is a selector of what
 * gets it back where what had it before is gone, or nothing had it.
 */
export function useFocusBack(
  element: RefObject<HTMLElement | null>,
  open: boolean,
  otherwise: string,
): void {
  useLayoutEffect(() => {
    if (!open) return undefined;
    const before = document.activeElement;
    const opened = element.current;
    return () => {
      const { activeElement, body } = document;
      if (activeElement !== body && !opened?.contains(activeElement)) return;
      // A button of a menu that has closed since is on the page, but cannot have the focus.
      const isThere = before instanceof HTMLElement && before !== body && before.checkVisibility();
      const back = isThere ? before : document.querySelector<HTMLElement>(otherwise);
      back?.focus();
    };
  }, [element, open, otherwise]);
}
