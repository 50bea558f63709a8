/**
 * What is typed into a form. Where what is in force becomes another, the fields that nobody has
 * touched follow it, and what has been typed stays; so does the focus.
 */
import { useState } from 'react';

interface Typed<T> {
  readonly whose: string;
  readonly inForce: T;
  readonly typed: T;
}

/** `whose` tells forms apart that stand in the same place one after the other. */
export function useTyped<T extends object>(whose: string, inForce: T): [T, (typed: T) => void] {
  const [kept, set] = useState<Typed<T>>({ whose, inForce, typed: inForce });
  const now = followed(kept, whose, inForce);
  if (now !== kept) set(now);
  return [now.typed, (typed) => set({ ...now, typed })];
}

/** The same object where nothing is another. */
export function followed<T extends object>(kept: Typed<T>, whose: string, inForce: T): Typed<T> {
  if (kept.whose !== whose) return { whose, inForce, typed: inForce };
  if (isSame(kept.inForce, inForce)) return kept;
  const touched = Object.entries(kept.typed).filter(
    ([field, value]) => !isSame(value, kept.inForce[field as keyof T]),
  );
  return { whose, inForce, typed: { ...inForce, ...(Object.fromEntries(touched) as Partial<T>) } };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
