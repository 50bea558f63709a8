/**
 * Components that are loaded when they are first shown. Not React's `lazy`: what waits there is tried
 * again when nothing else is to be done, and while time plays there is something in every frame.
 */
import { useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** `waiting` stands in its place until then; a failed load is an error of the component. */
export function onDemand<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function OnDemand(props: P) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (Part) return undefined;
      let isGone = false;
      const show = (next: () => ComponentType<P>) => {
        if (!isGone) setPart(next);
      };
      load().then(
        (part) => {
          loaded = part;
          show(() => part);
        },
        (error: unknown) => {
          show(() => {
            throw error;
          });
        },
      );
      return () => {
        isGone = true;
      };
    }, [Part]);
    return Part ? <Part {...props} /> : waiting;
  };
}
