/**
 * What a person prefers on this machine: theme, single-letter keys, legend. Kept in the browser's
 * storage where it allows that; without it the page works on and forgets.
 */
import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Theme } from './hues.ts';

export interface Preferences {
  readonly theme: 'system' | Theme;
  /** Single-letter shortcuts; some people's dictation or switch devices trip over them. */
  readonly singleKeys: boolean;
}

const storageKey = 'regroup-preferences';
const defaults: Preferences = { theme: 'system', singleKeys: true };

function load(): Preferences {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return { ...defaults, ...(stored as Partial<Preferences>) };
  } catch {
    return defaults;
  }
}

export const preferences = createStore<Preferences>(load);

preferences.subscribe((state) => {
  try {
    localStorage.setItem(storageKey, JSON.stringify(state));
  } catch {
    // Storage is forbidden or full: the choice holds until the page is closed.
  }
});

const systemLight = matchMedia('(prefers-color-scheme: light)');

function subscribeToTheme(listener: () => void): () => void {
  const stop = preferences.subscribe(listener);
  systemLight.addEventListener('change', listener);
  return () => {
    stop();
    systemLight.removeEventListener('change', listener);
  };
}

function themeInForce(): Theme {
  const { theme } = preferences.getState();
  if (theme !== 'system') return theme;
  return systemLight.matches ? 'light' : 'dark';
}

/** The theme in force, following the system unless a person has chosen. */
export function useThemeInForce(): Theme {
  return useSyncExternalStore(subscribeToTheme, themeInForce);
}
