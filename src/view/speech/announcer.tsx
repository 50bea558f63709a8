/**
 * What screen readers hear of the run: the captions while it plays, what a hand does to its playback,
 * and at once what was refused; and of the page, what is found and which field is wrong. Whoever does
 * not want to hear of the run switches that off.
 */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { usePlayground, usePlaygroundStore } from '../context.tsx';
import { preferences } from '../preferences.ts';
import { asides } from './asides.ts';
import { followRun } from './follow-run.ts';
import { createSpeech } from './pace.ts';
import type { Clock, Said } from './pace.ts';

const pageClock: Clock = {
  nowMs: () => performance.now(),
  after: (ms, call) => {
    const handle = window.setTimeout(call, ms);
    return () => window.clearTimeout(handle);
  },
};

export function Announcer() {
  const said = useRunSaid();
  const aside = useStore(asides);
  const notice = usePlayground((state) => state.notice);
  const refusal = notice?.tone === 'error' ? notice.text : '';
  const deed = usePlayground((state) => state.lastDeed);
  const news = notice?.tone === 'info' && !notice.unspoken ? notice.text : '';
  return (
    <div className="visually-hidden">
      <div aria-live="polite" data-speech="captions">
        {/* The same words about something else are another element, so that they are said too. */}
        {said ? <p key={said.key}>{said.text}</p> : null}
      </div>
      <div aria-live="polite">{news}</div>
      <div aria-live="polite" data-speech="deeds">
        {/* The same once more is another element, so that it is said once more. */}
        {deed ? <p key={deed.after.run}>{`Done: ${deed.label}.`}</p> : null}
      </div>
      <div aria-live="polite" data-speech="asides">
        {aside.text === '' ? null : <p key={aside.count}>{aside.text}</p>}
      </div>
      <div aria-live="assertive">{refusal}</div>
    </div>
  );
}

function useRunSaid(): Said | null {
  const store = usePlaygroundStore();
  const on = useStore(preferences, (state) => state.announcements);
  const [said, setSaid] = useState<Said | null>(null);
  useEffect(() => {
    if (!on) return undefined;
    const speech = createSpeech(pageClock, setSaid);
    const stop = followRun(store, speech);
    return () => {
      stop();
      speech.hush();
    };
  }, [on, store]);
  return on ? said : null;
}
