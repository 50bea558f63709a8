/** The caption: one sentence of fixed height under the stage, with the rule behind it. */
import { rules } from '../../../protocol/rules.ts';
import { builtins } from '../../../simulation/builtins.ts';
import { activeRun, currentWorld } from '../../../store/playground.ts';
import type { Playground } from '../../../store/playground.ts';
import { usePlaygroundStore } from '../../context.tsx';
import { captionOf } from './captions.ts';
import type { Caption } from './caption.ts';
import type { Box } from '../places/geometry.ts';
import { pastOf } from './past.ts';

/** The opening experiment invites to its first action as long as nothing was done by then. */
export function captionNow(state: Playground): Caption {
  return invitationIn(state) ?? toldNow(state);
}

/** What the run itself tells at this moment. */
export function toldNow(state: Playground): Caption {
  const { trace, reader } = activeRun(state);
  const past = pastOf(reader, trace);
  return captionOf(currentWorld(state), trace, state.cursor.seq, state.group, past);
}

const opening = builtins.find(({ id }) => id === 'first-minute')?.experiment;

function invitationIn(state: Playground): Caption | null {
  const { experiment } = activeRun(state);
  const untouched = experiment.commands.every(({ atMs }) => atMs * 1000 > state.cursor.atUs);
  if (experiment.title !== opening?.title || !untouched) return null;
  const world = currentWorld(state);
  const group = world.groups.get(state.group);
  if (group?.state !== 'Steady' || world.processes.get('c-2')?.status !== 'running') return null;
  return { text: 'Freeze c-2 and watch.', rule: null, seq: null };
}

export function CaptionLine({ box }: { box: Box }) {
  const store = usePlaygroundStore();
  // Rendered with the stage, at every event shown.
  const { text, rule, seq } = captionNow(store.getState());
  return (
    <p
      className="caption"
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
    >
      <span className="bullet" aria-hidden />
      <span className="text">{text}</span>
      {rule === null ? null : seq === null ? (
        <span className="rule" title={rules[rule].sentence}>
          rule {rule}
        </span>
      ) : (
        <button
          type="button"
          className="plain rule"
          title={`${rules[rule].sentence} Click: the event, and why it happened`}
          onClick={() => store.getState().select({ kind: 'event', seq })}
        >
          rule {rule}
        </button>
      )}
    </p>
  );
}
