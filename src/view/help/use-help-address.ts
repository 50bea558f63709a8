/** The help page has an address, `#help`: it can be linked to, and the address says what is open. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { pageMode, showHelp } from '../page-mode.ts';

const helpHash = '#help';

export function useHelpAddress(): boolean {
  const helping = useStore(pageMode, (state) => state.helping);
  useEffect(() => {
    const follow = () => {
      if (window.location.hash === helpHash) showHelp();
    };
    follow();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  useEffect(() => {
    if (!helping) return undefined;
    const { hash } = window.location;
    const before = hash === helpHash ? '' : hash;
    window.history.replaceState(null, '', helpHash);
    return () => {
      const { pathname, search } = window.location;
      window.history.replaceState(null, '', `${pathname}${search}${before}`);
    };
  }, [helping]);
  return helping;
}
