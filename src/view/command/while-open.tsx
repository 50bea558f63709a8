/** What is in a menu only while that is open: it is about this moment, and costs nothing else. */
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';

export function WhileOpen({ menu, children }: { menu: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const popover = document.querySelector(`#${CSS.escape(menu)}`);
    const listeners = new AbortController();
    // It is there before it opens, and stays until the focus, which may be in it, has gone back.
    for (const [type, state] of [
      ['beforetoggle', 'open'] as const,
      ['toggle', 'closed'] as const,
    ]) {
      const change = (event: Event) => {
        if (event instanceof ToggleEvent && event.newState === state) setOpen(state === 'open');
      };
      popover?.addEventListener(type, change, listeners);
    }
    return () => listeners.abort();
  }, [menu]);
  return isOpen ? children : null;
}
