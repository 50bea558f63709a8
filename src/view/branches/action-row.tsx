/** One action: on or off, and when. What is dragged or typed is done when it is let go or entered. */
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { PlannedAction } from '../../store/plan.ts';
import { describeCommand } from '../../trace/describe-command.ts';
import { inSeconds } from '../amounts.ts';
import { usePlaygroundStore } from '../context.tsx';
import { numberOr } from '../typed.ts';

interface ActionRowProps {
  readonly action: PlannedAction;
  readonly index: number;
  /** The length of the track. */
  readonly trackMs: number;
}

export function ActionRow({ action, index, trackMs }: ActionRowProps) {
  const store = usePlaygroundStore();
  const { command, isOn } = action;
  const words = describeCommand(command);
  const { revise } = store.getState();
  const time = { command, words, trackMs, move: (atMs: number) => revise(index, { atMs }) };
  return (
    <li className={isOn ? '' : 'off'}>
      <label title={words}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          checked={isOn}
          onChange={() => revise(index, { isOn: !isOn })}
        />
        <span>{words}</span>
      </label>
      <TimeTrack {...time} />
      <TimeField {...time} />
    </li>
  );
}

interface TimeProps extends Pick<PlannedAction, 'command'> {
  readonly words: string;
  readonly trackMs: number;
  readonly move: (atMs: number) => void;
}

/** A value on its way; what it was begun from becomes another: it counts no more. */
function useDraft<T>(of: object) {
  const [draft, set] = useState<{ readonly of: object; readonly value: T } | null>(null);
  const value = draft?.of === of ? draft.value : null;
  return [value, (next: T | null) => set(next === null ? null : { of, value: next })] as const;
}

/** To the microsecond, as a file may say it. */
const roundedMs = (ms: number) => Math.round(ms * 1000) / 1000;

const stepsMs: Readonly<Record<string, number>> = {
  ArrowLeft: -10,
  ArrowDown: -10,
  ArrowRight: 10,
  ArrowUp: 10,
  PageDown: -1000,
  PageUp: 1000,
};

function TimeTrack({ command, words, trackMs, move }: TimeProps) {
  const [draft, set] = useDraft<number>(command);
  const track = useRef<HTMLInputElement>(null);
  const shown = draft ?? command.atMs;
  const settle = () => {
    if (draft !== null && draft !== command.atMs) move(draft);
    set(null);
  };
  const latest = useRef(settle);
  useEffect(() => {
    latest.current = settle;
  });
  useEffect(() => {
    // React's onChange comes with every pixel; the platform's once, when it is let go.
    const letGo = () => latest.current();
    const element = track.current;
    element?.addEventListener('change', letGo);
    return () => element?.removeEventListener('change', letGo);
  }, []);
  const press = (event: KeyboardEvent) => {
    const by = stepsMs[event.key];
    if (by === undefined) return;
    event.preventDefault();
    set(roundedMs(Math.min(trackMs, Math.max(0, shown + by))));
  };
  return (
    <input
      ref={track}
      type="range"
      min={0}
      max={trackMs}
      step="any"
      value={shown}
      aria-label={`When: ${words}`}
      aria-valuetext={inSeconds(shown * 1000)}
      title={inSeconds(shown * 1000)}
      onInput={({ currentTarget }) => set(Math.round(Number(currentTarget.value) / 10) * 10)}
      onChange={() => {}}
      onKeyDown={press}
      onKeyUp={settle}
      onBlur={settle}
    />
  );
}

function TimeField({ command, words, move }: TimeProps) {
  const store = usePlaygroundStore();
  const [draft, set] = useDraft<string>(command);
  const settle = () => {
    set(null);
    if (draft === null) return;
    const atMs = numberOr(draft);
    if (typeof atMs === 'string') {
      store.getState().say({ tone: 'error', text: `“${draft}” is no time in milliseconds.` });
    } else if (roundedMs(atMs) !== command.atMs) move(roundedMs(atMs));
  };
  return (
    <span className="entry">
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={`When, in milliseconds: ${words}`}
        value={draft ?? String(command.atMs)}
        onChange={(event) => set(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle();
        }}
        onBlur={settle}
      />
      <span className="unit">ms</span>
    </span>
  );
}
