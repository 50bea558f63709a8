/** The page: its regions, and what they share. */
import { useEffect, useLayoutEffect } from 'react';
import type { CSSProperties } from 'react';
import { useStore } from 'zustand';
import type { PlaygroundStore } from '../store/playground.ts';
import './app.css';
import './forced-colors.css';
import { CommandDialog } from './command/command-dialog.tsx';
import { PageProvider } from './context.tsx';
import { bindKeys } from './controls/keys.ts';
import { TopBar } from './controls/top-bar.tsx';
import type { Frames } from './frame.ts';
import { keepFocus } from './hand/focus-keeper.ts';
import { bindMenus } from './hand/menus.ts';
import { bindSpeech } from './hand/speech.ts';
import { HelpDialog } from './help/help-dialog.tsx';
import { Inspector } from './inspector/inspector.tsx';
import { bindWhy } from './inspector/why/root.ts';
import { sayWhatIsMissing } from './missing.ts';
import { onDemand } from './on-demand.tsx';
import { pageMode } from './page-mode.ts';
import { Palette } from './palette/palette.tsx';
import { useThemeInForce } from './preferences.ts';
import { Region } from './region.tsx';
import { Announcer } from './speech/announcer.tsx';
import { PageTitle } from './speech/page-title.tsx';
import { Stage } from './stage/stage.tsx';
import { TimeViews } from './time/time-views.tsx';
import { useTimeView } from './time/view-state.ts';

const Presenter = onDemand(async () => (await import('./presenter/presenter.tsx')).Presenter);

export function App({ store, frames }: { store: PlaygroundStore; frames: Frames }) {
  const theme = useThemeInForce();
  const presenting = useStore(pageMode, (state) => state.presenting);
  const isTimeTall = useTimeView((view) => view.isTall);
  const heightPx = useTimeView((view) => view.heightPx);
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  useEffect(() => bindKeys(store), [store]);
  useEffect(() => bindMenus(store), [store]);
  useEffect(() => bindSpeech(store), [store]);
  useEffect(() => bindWhy(store), [store]);
  useEffect(keepFocus, []);
  useEffect(() => sayWhatIsMissing(store), [store]);
  return (
    <PageProvider store={store} frames={frames} theme={theme}>
      <div
        className="app"
        data-presenting={presenting ? '' : undefined}
        data-tall-time={isTimeTall && !presenting ? '' : undefined}
        style={
          heightPx === null ? undefined : ({ '--time-height': `${heightPx}px` } as CSSProperties)
        }
      >
        <Region place="top-bar" name="the top bar">
          <TopBar />
        </Region>
        <Region place="palette" name="the palette">
          <Palette />
        </Region>
        <Region place="stage" name="the stage">
          <Stage />
        </Region>
        <Region place="inspector" name="the inspector">
          <Inspector />
        </Region>
        <Region place="time-views" name="the time views">
          <TimeViews />
        </Region>
        {presenting ? (
          <Region place="presenter" name="presenter mode">
            <Presenter />
          </Region>
        ) : null}
        <HelpDialog />
        <CommandDialog />
        <Announcer />
        <PageTitle />
      </div>
    </PageProvider>
  );
}
