/**
 * A component that is loaded when it is first shown. Not React's `lazy`: what that has loaded is
 * shown at a priority that a playing page, which renders in every frame, can hold up for ever.
 */
import { useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null;
  return function OnDemand(props: Props) {
    const [Loaded, setLoaded] = useState(() => known);
    useEffect(() => {
      if (known) return;
      load().then(
        (component) => {
          known = component;
          setLoaded(() => component);
        },
        // Thrown again while rendering, where its region hears of it.
        (error: unknown) =>
          setLoaded(() => {
            throw error;
          }),
      );
    }, []);
    return Loaded ? <Loaded {...props} /> : meanwhile;
  };
}
