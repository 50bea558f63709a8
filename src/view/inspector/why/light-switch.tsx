/** The switch of the light, and the line that says that it is on and how it ends. */
import { Lightbulb, X } from 'lucide-react';
import { useStore } from 'zustand';
import { usePlaygroundStore, useRun } from '../../context.tsx';
import { whyLight } from '../../lit.ts';
import { useWorkingKeys } from '../../preferences.ts';
import { lightWords } from './light-words.ts';
import { endLight, toggleLight } from './root.ts';

export function LightSwitch() {
  const store = usePlaygroundStore();
  const isOn = useStore(whyLight, ({ on }) => on !== null);
  const key = useWorkingKeys('W');
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-keyshortcuts={key}
      title="Lights what led to it in all views, and dims the rest"
      onClick={() => toggleLight(store.getState())}
    >
      <Lightbulb size={14} aria-hidden />
      light it up
      {key === undefined ? null : (
        <kbd aria-hidden className="by-keys">
          {key}
        </kbd>
      )}
    </button>
  );
}

/** Spoken as it comes, by whoever switches. */
export function LightLine() {
  const { id, trace } = useRun();
  const on = useStore(whyLight, (light) => light.on);
  const key = useWorkingKeys('W');
  if (on?.run !== id || on.seq >= trace.length) return null;
  const words = lightWords(trace, on.seq);
  return (
    <p className="light-line">
      <Lightbulb size={14} aria-hidden />
      <span className="text" title={words}>
        {words}
      </span>
      <span className="ends by-keys">{key ?? 'Escape'} ends it</span>
      <button
        type="button"
        className="plain icon"
        aria-label="End the light"
        title="End the light"
        onClick={endLight}
      >
        <X size={14} aria-hidden />
      </button>
    </p>
  );
}
