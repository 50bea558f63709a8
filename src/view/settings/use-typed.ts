/**
 * What is typed into a form. It begins anew when what is in force is another, and the fields stay
 * where they are: whoever has the focus keeps it.
 */
import { useState } from 'react';

/** `whose` tells forms apart that stand in the same place one after the other. */
export function useTyped<T extends object>(whose: string, inForce: T): [T, (typed: T) => void] {
  const of = JSON.stringify([whose, inForce]);
  const [state, set] = useState({ of, typed: inForce });
  if (state.of !== of) set({ of, typed: inForce });
  const typed = state.of === of ? state.typed : inForce;
  return [typed, (next) => set({ of, typed: next })];
}
