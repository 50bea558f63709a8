/** The page: its regions, and what they share. */
import { useEffect, useLayoutEffect } from 'react';
import type { PlaygroundStore } from '../store/playground.ts';
import './app.css';
import { PageProvider } from './context.tsx';
import { bindKeys } from './controls/keys.ts';
import { TopBar } from './controls/top-bar.tsx';
import type { Frames } from './frame.ts';
import { keepFocus } from './hand/focus-keeper.ts';
import { Inspector } from './inspector/inspector.tsx';
import { Palette } from './palette/palette.tsx';
import { useThemeInForce } from './preferences.ts';
import { Stage } from './stage/stage.tsx';
import { TimeViews } from './time/time-views.tsx';

export function App({ store, frames }: { store: PlaygroundStore; frames: Frames }) {
  const theme = useThemeInForce();
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  useEffect(() => bindKeys(store), [store]);
  useEffect(keepFocus, []);
  return (
    <PageProvider store={store} frames={frames} theme={theme}>
      <div className="app">
        <TopBar />
        <Palette />
        <Stage />
        <Inspector />
        <TimeViews />
      </div>
    </PageProvider>
  );
}
