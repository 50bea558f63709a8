/** What is in a menu only while that is open: it is about this moment, and costs nothing else. */
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';

export function WhileOpen({ menu, children }: { menu: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const popover = document.querySelector(`#${CSS.escape(menu)}`);
    const toggle = (event: Event) => {
      if (event instanceof ToggleEvent) setOpen(event.newState === 'open');
    };
    popover?.addEventListener('beforetoggle', toggle);
    return () => popover?.removeEventListener('beforetoggle', toggle);
  }, [menu]);
  return isOpen ? children : null;
}
