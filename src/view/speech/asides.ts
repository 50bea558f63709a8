/** What a part of the page has to say to screen readers beside the run: said once, politely. */
import { useEffect, useRef } from 'react';
import { createStore } from 'zustand/vanilla';

interface Asides {
  readonly text: string;
  /** Tells what is said from the same words said before. */
  readonly count: number;
}

export const asides = createStore<Asides>(() => ({ text: '', count: 0 }));

export function sayAside(text: string): void {
  asides.setState(({ count }) => ({ text, count: count + 1 }));
}

/** Says words when they appear: not again while they only change, as those of an error do with each key. */
export function useSaidOnce(words: string | undefined): void {
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (words !== undefined && last.current === undefined) sayAside(words);
    last.current = words;
  }, [words]);
}
