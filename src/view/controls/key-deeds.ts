/** What the keys of the page do that is more than one action of the store. */
import { known } from '../../lib/assert.ts';
import { dropProposal } from '../../store/drops.ts';
import type { Carried } from '../../store/drops.ts';
import { speeds } from '../../store/playback.ts';
import type { Speed } from '../../store/playback.ts';
import { activeRun } from '../../store/playground.ts';
import type { Notice, Playground, PlaygroundStore } from '../../store/playground.ts';
import type { Remedy, Selection, Target, Tool } from '../../store/selection.ts';
import { endLight } from '../inspector/why/root.ts';
import { whyLight } from '../lit.ts';
import { preferences } from '../preferences.ts';
import { applyTool, proposalAt, situationOf } from '../stage/use-tool.ts';

/** Asks the log to show itself and to take the focus to its filter. */
export const logFilterEvent = 'regroup-log-filter';

export type Action = (state: Playground, store: PlaygroundStore) => void;

export function changeSpeed({ speed, setSpeed, factor }: Playground, by: 1 | -1): void {
  const now = speed === 'adaptive' ? factor : speed;
  const ordered: readonly Speed[] = speeds;
  const index = speeds.findLastIndex((value) => value <= now);
  const next = ordered[Math.min(speeds.length - 1, Math.max(0, index + by))];
  if (next !== undefined) setSpeed(next);
}

/** The first of the tools that applies to what is selected; where none does, the last says why. */
export function onSelection(...offered: readonly [Tool | Remedy, ...(Tool | Remedy)[]]): Action {
  return (state, store) => {
    const target = selectedTarget(state);
    if (!target) return state.say(nothingSelected);
    const applies = offered.find((tool) => proposalAt(state, tool, target).ok);
    applyTool(store, applies ?? known(offered.at(-1), 'tool'), target);
  };
}

const nothingSelected: Notice = {
  tone: 'error',
  text: 'Select a card or a line first: Tab walks the cards, Enter selects.',
};

function selectedTarget({ selection }: Playground): Target | null {
  return selection?.kind === 'process' || selection?.kind === 'link' ? selection : null;
}

/** A topic goes where any of its tiles would take it. */
function carriedOf(selection: Selection | null): Carried | null {
  if (selection?.kind === 'topic') return { ...selection, kind: 'partition', partition: 0 };
  return selection?.kind === 'process' || selection?.kind === 'partition' ? selection : null;
}

/** What dropping the selection on the bin would do. */
export function bin(state: Playground): void {
  const { selection, act, say } = state;
  const carried = carriedOf(selection);
  if (!carried) return say(nothingSelected);
  const proposed = dropProposal(carried, { kind: 'bin' }, situationOf(state));
  if (!proposed.ok) say({ tone: 'error', text: proposed.why });
  else if (proposed.action) act(proposed.action);
}

/** One thing a press: what is said, the tool in hand, a new topic's form, the light, the selection. */
export function escape({
  notice,
  tool,
  draft,
  say,
  pickTool,
  draftTopic,
  select,
}: Playground): void {
  if (notice) say(null);
  else if (tool) pickTool(null);
  else if (draft) draftTopic(null);
  else if (whyLight.getState().on) endLight();
  else select(null);
}

/** In the order of the experiment; after the last comes the first. */
export function nextGroup(state: Playground): void {
  const ids = activeRun(state).experiment.scenario.groups.map(({ id }) => id);
  const next = ids[(ids.indexOf(state.group) + 1) % ids.length];
  if (next !== undefined) state.showGroup(next);
}

export function toggleTheme(): void {
  const isLight = document.documentElement.dataset['theme'] === 'light';
  preferences.setState({ theme: isLight ? 'dark' : 'light' });
}

/** The event that `,` and `.` start from: the selected one, else the last shown. */
export function eventInHand({ selection, cursor }: Playground): number {
  return selection?.kind === 'event' ? selection.seq : cursor.seq;
}

export function toCause(state: Playground): void {
  const { trace } = activeRun(state);
  const seq = eventInHand(state);
  if (seq < 0) return;
  const before = trace.because(seq) ?? trace.cause(seq);
  if (before !== null) state.select({ kind: 'event', seq: before });
}

export function toEffect(state: Playground): void {
  const { trace } = activeRun(state);
  const from = eventInHand(state);
  const last = trace.lastAtOrBefore(activeRun(state).seenUs);
  for (let seq = Math.max(0, from + 1); seq <= last; seq++) {
    if (trace.because(seq) !== from && trace.cause(seq) !== from) continue;
    return state.select({ kind: 'event', seq });
  }
}
