/**
 * What a person prefers on this machine. Kept in the browser's storage where it allows that; without
 * it the page works on, says so once, and forgets.
 */
import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Theme } from './hues.ts';

export interface Preferences {
  readonly theme: 'system' | Theme;
  /** The same scene in discrete steps. */
  readonly motion: 'system' | 'reduced' | 'full';
  /** Single-letter shortcuts; some people's dictation or switch devices trip over them. */
  readonly singleKeys: boolean;
  /** What happens is said to screen readers. */
  readonly announcements: boolean;
}

const storageKey = 'regroup-preferences';
const defaults: Preferences = {
  theme: 'system',
  motion: 'system',
  singleKeys: true,
  announcements: true,
};

const allowed: { readonly [Key in keyof Preferences]: readonly Preferences[Key][] } = {
  theme: ['system', 'light', 'dark'],
  motion: ['system', 'reduced', 'full'],
  singleKeys: [true, false],
  announcements: [true, false],
};

/** What another version of the page has stored, or a person by hand, may be anything. */
function checked(stored: unknown): Preferences {
  if (typeof stored !== 'object' || stored === null) return defaults;
  const known = Object.entries(stored).filter(([key, value]) => {
    const values: readonly unknown[] = allowed[key as keyof Preferences] ?? [];
    return values.includes(value);
  });
  return { ...defaults, ...(Object.fromEntries(known) as Partial<Preferences>) };
}

function load(): { readonly stored: Preferences; readonly works: boolean } {
  try {
    const text = localStorage.getItem(storageKey);
    return { stored: text === null ? defaults : checked(parsed(text)), works: true };
  } catch {
    return { stored: defaults, works: false };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const loaded = load();

/** The browser lets the page keep what it is told. */
export const storageWorks = loaded.works;

export const preferences = createStore<Preferences>(() => loaded.stored);

preferences.subscribe((state) => {
  try {
    localStorage.setItem(storageKey, JSON.stringify(state));
  } catch {
    // Storage is forbidden or full: the choice holds until the page is closed.
  }
});

/** The keys of a button, as they work now: none where it is a single one and those are switched off. */
export function useWorkingKeys<Keys extends string | undefined>(keys: Keys): Keys | undefined {
  const single = useSyncExternalStore(
    preferences.subscribe,
    () => preferences.getState().singleKeys,
  );
  return single || (keys ?? '').length > 1 ? keys : undefined;
}

/** A value that follows the preferences and a media query. */
function followed<T>(query: string, read: (matches: boolean) => T) {
  const media = matchMedia(query);
  const now = () => read(media.matches);
  const subscribe = (listener: () => void) => {
    const stop = preferences.subscribe(listener);
    media.addEventListener('change', listener);
    return () => {
      stop();
      media.removeEventListener('change', listener);
    };
  };
  return { now, use: () => useSyncExternalStore(subscribe, now) };
}

const theme = followed('(prefers-color-scheme: light)', (isLight): Theme => {
  const chosen = preferences.getState().theme;
  if (chosen !== 'system') return chosen;
  return isLight ? 'light' : 'dark';
});

const calm = followed('(prefers-reduced-motion: reduce)', (isReduced) => {
  const { motion } = preferences.getState();
  return motion === 'system' ? isReduced : motion === 'reduced';
});

/** The theme in force, following the system unless a person has chosen. */
export const useThemeInForce = theme.use;

/** Whoever asked for less motion sees the same scene in steps. */
export const wantsCalm = calm.now;
