/** One line for what a person should hear: a refused drop, a broken file, a crashed worker. */
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { usePlayground, usePlaygroundStore, useRun } from '../context.tsx';
import { asSentence } from '../words/text.ts';

/** Time to read a line that needs no answer. */
const passingMs = 5000;

export function NoticeLine() {
  const store = usePlaygroundStore();
  const notice = usePlayground((state) => state.notice);
  const { ended } = useRun();
  useEffect(() => {
    if (notice?.passing !== true) return undefined;
    const timer = setTimeout(() => store.getState().say(null), passingMs);
    return () => clearTimeout(timer);
  }, [notice, store]);
  return (
    <div className="notices">
      {/* The announcer speaks for it: what is refused at once, the rest in its turn. */}
      <output aria-live="off" className={`notice ${notice ? notice.tone : 'none'}`}>
        {notice ? notice.text : ''}
        {notice ? (
          <button
            type="button"
            className="plain icon"
            aria-label="Dismiss"
            onClick={() => store.getState().say(null)}
          >
            <X size={14} aria-hidden />
          </button>
        ) : null}
      </output>
      {ended === null ? null : (
        <div className="notice error" role="alert">
          {asSentence(ended)} The experiment is kept.
          <button type="button" onClick={() => store.getState().runAgain()}>
            Run it again
          </button>
        </div>
      )}
    </div>
  );
}
