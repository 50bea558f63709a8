/** Every way to step at this moment, each with a button back and a button on. */
import { StepBack, StepForward } from 'lucide-react';
import { usePlayground, usePlaygroundStore } from '../context.tsx';
import { preferences } from '../preferences.ts';
import { areSingle } from '../controls/key-commands.ts';
import { stepName, waysNow } from './stops.ts';
import type { Way } from './stops.ts';
import { capital } from '../words/text.ts';

export function StepList() {
  const store = usePlaygroundStore();
  // A step goes to another event, which can be stepped along in other ways.
  usePlayground(({ cursor, runId }) => `${runId} ${cursor.seq}`);
  usePlayground(({ selection }) => selection);
  return (
    <>
      <p className="hint">To the next or the previous one. Farther events are looked for.</p>
      <ul className="steps-list">
        {waysNow(store.getState()).map((way) => (
          <li key={way.words}>
            <span>
              {capital(way.words)} <Keys way={way} />
            </span>
            <StepButton way={way} direction={-1} />
            <StepButton way={way} direction={1} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Keys({ way: { keys } }: { way: Way }) {
  if (!keys || (areSingle(keys[0]) && !preferences.getState().singleKeys)) return null;
  return <kbd>{keys[0]}</kbd>;
}

function StepButton({ way, direction }: { way: Way; direction: 1 | -1 }) {
  const store = usePlaygroundStore();
  const Icon = direction > 0 ? StepForward : StepBack;
  const name = stepName(way, direction);
  return (
    <button
      type="button"
      className="plain icon"
      aria-label={name}
      title={name}
      onClick={() => way.step(store.getState(), direction)}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}
