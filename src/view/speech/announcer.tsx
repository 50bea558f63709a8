/**
 * What screen readers hear of the run: the captions while it plays, the place where scrubbing ends,
 * and at once what was refused. Whoever does not want the captions switches them off.
 */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Playground } from '../../store/playground.ts';
import { inSeconds } from '../amounts.ts';
import { usePlayground, usePlaygroundStore } from '../context.tsx';
import { preferences } from '../preferences.ts';
import { captionNow } from '../stage/caption-line.tsx';
import { createSpeech } from './pace.ts';
import type { Clock } from './pace.ts';

const pageClock: Clock = {
  nowMs: () => performance.now(),
  after: (ms, call) => {
    const handle = window.setTimeout(call, ms);
    return () => window.clearTimeout(handle);
  },
};

export function Announcer() {
  const said = useCaptionsSaid();
  const notice = usePlayground((state) => state.notice);
  const refusal = notice?.tone === 'error' ? notice.text : '';
  const deed = usePlayground((state) => state.lastDeed);
  const news = notice?.tone === 'info' && !notice.unspoken ? notice.text : '';
  return (
    <div className="visually-hidden">
      <div aria-live="polite" data-speech="captions">
        {said}
      </div>
      <div aria-live="polite">{news}</div>
      <div aria-live="polite" data-speech="deeds">
        {/* The same once more is another element, so that it is said once more. */}
        {deed ? <p key={deed.after.run}>{`Done: ${deed.label}.`}</p> : null}
      </div>
      <div aria-live="assertive">{refusal}</div>
    </div>
  );
}

function useCaptionsSaid(): string {
  const store = usePlaygroundStore();
  const on = useStore(preferences, (state) => state.announcements);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!on) return undefined;
    const speech = createSpeech(pageClock, setSaid);
    const stop = store.subscribe((state, before) => {
      if (state.cursor === before.cursor) return;
      if (state.playing) speech.say(() => captionNow(store.getState()).text);
      // A step or a scrub: playing goes on from where it was, so this was a hand.
      else speech.sayAtRest(() => placeOf(store.getState()));
    });
    return () => {
      stop();
      speech.hush();
    };
  }, [on, store]);
  return on ? said : '';
}

function placeOf(state: Playground): string {
  return `${inSeconds(state.cursor.atUs, 2)}: ${captionNow(state).text}`;
}
