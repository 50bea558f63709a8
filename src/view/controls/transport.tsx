/** Play, pause, step, speed, time. The buttons never move, whatever they say. */
import {
  ChevronFirst,
  ChevronLast,
  Pause,
  Play,
  Redo2,
  SkipBack,
  SkipForward,
  StepBack,
  StepForward,
  Undo2,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { speeds } from '../../store/playback.ts';
import type { Speed } from '../../store/playback.ts';
import { inSeconds } from '../amounts.ts';
import { BreakpointMenu } from '../command/breakpoint-menu.tsx';
import { StepMenu } from '../command/step-menu.tsx';
import { usePlayground, usePlaygroundStore } from '../context.tsx';
import { useWorkingKeys } from '../preferences.ts';
import './transport.css';

interface IconButtonProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly keys: string;
  /** What it would do now, where its name does not say that. */
  readonly about?: string | undefined;
  readonly onClick: () => void;
  /** Out of use for now. It keeps the focus, which would fall to another button otherwise. */
  readonly disabled?: boolean;
  readonly className?: string;
}

export function IconButton({
  icon: Icon,
  label,
  keys,
  about = label,
  onClick,
  disabled = false,
  className,
}: IconButtonProps) {
  const working = useWorkingKeys(keys);
  return (
    <button
      type="button"
      className={`icon plain ${className ?? ''}`}
      aria-label={label}
      aria-keyshortcuts={working}
      title={working === undefined ? about : `${about} (${working})`}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}

export function Transport() {
  const store = usePlaygroundStore();
  const playing = usePlayground((state) => state.playing);
  const undoes = usePlayground((state) => state.undoStack.at(-1)?.label);
  const redoes = usePlayground((state) => state.redoStack.at(-1)?.label);
  const actions = store.getState();
  return (
    <div className="transport" role="toolbar" aria-label="Playback">
      <IconButton icon={ChevronFirst} label="To the start" keys="Home" onClick={actions.toStart} />
      <IconButton
        icon={SkipBack}
        label="Previous generation"
        keys="Shift+ArrowLeft"
        onClick={() => actions.stepGeneration(-1)}
      />
      <IconButton
        icon={StepBack}
        label="Previous event"
        keys="ArrowLeft"
        onClick={() => actions.step(-1)}
      />
      <IconButton
        icon={playing ? Pause : Play}
        label={playing ? 'Pause' : 'Play'}
        keys="Space"
        className="play"
        onClick={actions.togglePlaying}
      />
      <IconButton
        icon={StepForward}
        label="Next event"
        keys="ArrowRight"
        onClick={() => actions.step(1)}
      />
      <IconButton
        icon={SkipForward}
        label="Next generation"
        keys="Shift+ArrowRight"
        onClick={() => actions.stepGeneration(1)}
      />
      <IconButton
        icon={ChevronLast}
        label="To the live edge"
        keys="End"
        onClick={actions.toLiveEdge}
      />
      <StepMenu />
      <BreakpointMenu />
      <SpeedSelect />
      <IconButton
        icon={Undo2}
        label="Undo the last action"
        keys="Control+Z"
        about={undoes && `Undo: ${undoes}`}
        disabled={undoes === undefined}
        onClick={actions.undo}
      />
      <IconButton
        icon={Redo2}
        label="Redo"
        keys="Control+Shift+Z"
        about={redoes && `Redo: ${redoes}`}
        disabled={redoes === undefined}
        onClick={actions.redo}
      />
    </div>
  );
}

function SpeedSelect() {
  const store = usePlaygroundStore();
  const speed = usePlayground((state) => state.speed);
  const factor = usePlayground((state) => state.factor);
  const slower = useWorkingKeys('[');
  const faster = useWorkingKeys(']');
  const hint = slower === undefined ? '' : ` (${slower} slower, ${faster} faster)`;
  const choose = (text: string) =>
    store.getState().setSpeed(text === 'adaptive' ? text : (Number(text) as Speed));
  return (
    <span className="speed">
      <select
        aria-label="Speed"
        value={String(speed)}
        title={`Virtual seconds a second${hint}`}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="adaptive">adaptive</option>
        {speeds.map((value) => (
          <option key={value} value={value}>
            {value}×
          </option>
        ))}
      </select>
      <span className="factor mono" title="Speed in force">
        {speed === 'adaptive' ? `${factor.toPrecision(2)}×` : ''}
      </span>
    </span>
  );
}

export function Clock() {
  const text = usePlayground(({ cursor }) => inSeconds(cursor.atUs));
  return (
    <span className="clock mono" role="timer" aria-label="Virtual time">
      t = {text}
    </span>
  );
}
