/**
 * Presenter mode: the stage as large as can be, one large caption, a clicker's keys. The other
 * regions stay where they are, unseen, so that leaving finds them as they were.
 */
import { ChevronLeft, ChevronRight, MonitorOff, Pause, Play, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { activeRun } from '../../store/playground.ts';
import type { Playground } from '../../store/playground.ts';
import { usePlayground, usePlaygroundStore, useRun, useWorld } from '../context.tsx';
import { Clock, IconButton } from '../controls/transport.tsx';
import { pageMode } from '../page-mode.ts';
import { useWorkingKeys } from '../preferences.ts';
import type { Caption } from '../stage/captions/caption.ts';
import { toldNow } from '../stage/captions/caption-line.tsx';
import { listenToClicker } from './clicker.ts';
import { takeScreen } from './full-screen.ts';
import { newsBefore } from './news.ts';
import './presenter.css';
import { endSearch, toNewsAfter, toNewsBefore } from './step-news.ts';

const leave = () => pageMode.setState({ presenting: false });

export function Presenter() {
  const store = usePlaygroundStore();
  const [blank, toggleBlank] = useBlank();
  const element = useFocusWithin();
  useEffect(() => takeScreen(leave), []);
  useEffect(() => endSearch, []);
  useEffect(() => listenToClicker({ store, toggleBlank, leave }), [store, toggleBlank]);
  return (
    <>
      <section ref={element} tabIndex={-1} className="presenter" aria-label="Presenter mode">
        <PresenterBar />
        <PresenterFoot toggleBlank={toggleBlank} />
      </section>
      {blank ? <Blank onClick={toggleBlank} /> : null}
    </>
  );
}

/** The screen is black and the group stands still meanwhile; what played goes on afterwards. */
function useBlank(): [boolean, () => void] {
  const store = usePlaygroundStore();
  const [blank, setBlank] = useState(false);
  const wasPlaying = useRef(false);
  const isBlank = useRef(false);
  const toggle = useCallback(() => {
    const { playing, play, pause } = store.getState();
    isBlank.current = !isBlank.current;
    if (isBlank.current) {
      wasPlaying.current = playing;
      pause();
    } else if (wasPlaying.current) play();
    setBlank(isBlank.current);
  }, [store]);
  useEffect(
    () => () => {
      if (isBlank.current) toggle();
    },
    [toggle],
  );
  return [blank, toggle];
}

/** What had the focus gets it back; if it is gone, the button that leads here. */
function useFocusWithin() {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    element.current?.focus();
    return () => {
      const button = document.querySelector<HTMLElement>('.present-button');
      const isKept =
        before instanceof HTMLElement && before.isConnected && before !== document.body;
      (isKept ? before : button)?.focus();
    };
  }, []);
  return element;
}

function PresenterBar() {
  const { title, scenario } = useRun().experiment;
  return (
    <header className="presenter-bar">
      <h1>{title}</h1>
      <span className="protocol">{scenario.protocol} · 2013 design</span>
      <Clock />
      <IconButton icon={X} label="Leave presenter mode" keys="Escape" onClick={leave} />
    </header>
  );
}

/** The sentence that the caption follows. */
function sentenceBefore(state: Playground, caption: Caption): string {
  const run = activeRun(state);
  return newsBefore(run, caption.seq ?? state.cursor.seq, state.group)?.caption.text ?? '';
}

/** Longer sentences are set smaller, so that none takes more than its place. */
function sizeOf(text: string): 'short' | 'medium' | 'long' {
  if (text.length <= 60) return 'short';
  return text.length <= 100 ? 'medium' : 'long';
}

function PresenterFoot({ toggleBlank }: { toggleBlank: () => void }) {
  const store = usePlaygroundStore();
  // At every event shown.
  useWorld();
  const state = store.getState();
  const caption = toldNow(state);
  const { text, rule } = caption;
  return (
    <div className="presenter-foot">
      <div className="presenter-captions">
        <p className="before">{sentenceBefore(state, caption)}</p>
        <p className="now" data-size={sizeOf(text)}>
          {text}
        </p>
      </div>
      <div className="presenter-side">
        <p className="rule">{rule === null ? '' : `rule ${rule}`}</p>
        <PresenterTransport toggleBlank={toggleBlank} />
      </div>
    </div>
  );
}

function PresenterTransport({ toggleBlank }: { toggleBlank: () => void }) {
  const store = usePlaygroundStore();
  const playing = usePlayground((state) => state.playing);
  return (
    <div className="transport" role="toolbar" aria-label="Presenting">
      <IconButton
        icon={ChevronLeft}
        label="Previous caption"
        keys="PageUp"
        onClick={() => toNewsBefore(store)}
      />
      <IconButton
        icon={playing ? Pause : Play}
        label={playing ? 'Pause' : 'Play'}
        keys="Space"
        className="play"
        onClick={store.getState().togglePlaying}
      />
      <IconButton
        icon={ChevronRight}
        label="Next caption"
        keys="PageDown"
        onClick={() => toNewsAfter(store)}
      />
      <IconButton icon={MonitorOff} label="Blank the screen" keys="B" onClick={toggleBlank} />
    </div>
  );
}

function Blank({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const key = useWorkingKeys('B');
  useEffect(() => {
    const before = document.activeElement;
    button.current?.focus();
    return () => (before as HTMLElement | null)?.focus();
  }, []);
  return (
    <button ref={button} type="button" className="blank-screen" onClick={onClick}>
      Blank. {key === undefined ? 'Press Enter' : `Press ${key} or .`} to go on.
    </button>
  );
}
