/** The commands used last, by name; the newest first. Kept as long as the page is open. */
import { createStore } from 'zustand/vanilla';

const kept = 6;

export const recentCommands = createStore<readonly string[]>(() => []);

export function noteUse(name: string): void {
  recentCommands.setState(
    (names) => [name, ...names.filter((other) => other !== name)].slice(0, kept),
    true,
  );
}
