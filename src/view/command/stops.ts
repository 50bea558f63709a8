/** What one can step along at this moment: every event, messages, generations, what is selected. */
import type { RuleId } from '../../protocol/rules.ts';
import { activeRun } from '../../store/playground.ts';
import type { Playground } from '../../store/playground.ts';
import type { EventKind } from '../../trace/events.ts';
import type { Stop } from '../../trace/queries/moments.ts';
import { capital } from '../words/text.ts';

export interface Way {
  /** What comes next or before: "message", "event of c-2". */
  readonly words: string;
  /** The keys for the next and for the previous one. */
  readonly keys?: readonly [string, string];
  readonly step: (state: Playground, direction: 1 | -1) => void;
}

function along(words: string, stop: Stop, keys?: readonly [string, string]): Way {
  const step: Way['step'] = (state, direction) => state.stepTo(stop, direction);
  return keys ? { words, keys, step } : { words, step };
}

const always: readonly Way[] = [
  { words: 'event', keys: ['→', '←'], step: (state, direction) => state.step(direction) },
  along('message', { by: 'message' }, ['M', 'Shift M']),
  {
    words: 'generation',
    keys: ['Shift →', 'Shift ←'],
    step: (state, direction) => state.stepGeneration(direction),
  },
];

/** The selected event, or else the last that is shown; null before the first. */
function eventInHand({ selection, cursor }: Playground): number | null {
  if (selection?.kind === 'event') return selection.seq;
  return cursor.seq < 0 ? null : cursor.seq;
}

/** What belongs to the selection; null: it has no events of its own. */
function wayOfSelection(state: Playground): Way | null {
  const { selection } = state;
  const keys = ['E', 'Shift E'] as const;
  if (selection?.kind === 'process') {
    const { process } = selection;
    return along(`event of ${process}`, { by: 'what', process }, keys);
  }
  if (selection?.kind === 'message') {
    return along('event of this message', { by: 'message', message: selection.message }, keys);
  }
  if (selection?.kind === 'event') {
    const { trace } = activeRun(state);
    if (selection.seq < trace.length) return ofKind(trace.kind(selection.seq), keys);
  }
  return null;
}

function ofKind(kind: EventKind, keys?: readonly [string, string]): Way {
  return along(
    `event like this: ${kind.replaceAll('-', ' ')}`,
    { by: 'what', kinds: [kind] },
    keys,
  );
}

/** As the event in hand: of its kind, of its process, under its rules. */
function waysOfEvent(state: Playground): readonly Way[] {
  const seq = eventInHand(state);
  const { trace } = activeRun(state);
  if (seq === null || seq >= trace.length) return [];
  const process = trace.process(seq);
  const ofProcess =
    process === undefined ? [] : [along(`event of ${process}`, { by: 'what', process })];
  const ofRule = (rule: RuleId) => along(`event of rule ${rule}`, { by: 'what', rule });
  return [ofKind(trace.kind(seq)), ...ofProcess, ...trace.rules(seq).map(ofRule)];
}

/** Every way there is now; none twice. */
export function waysNow(state: Playground): readonly Way[] {
  const selected = wayOfSelection(state);
  const ways = [...always, ...(selected ? [selected] : []), ...waysOfEvent(state)];
  const first = new Map(ways.toReversed().map((way) => [way.words, way]));
  return ways.filter((way) => first.get(way.words) === way);
}

/** To the next or previous event of what is selected. */
export function stepAlong(state: Playground, direction: 1 | -1): void {
  const way = wayOfSelection(state);
  if (way) return way.step(state, direction);
  const text = 'Select a process, a message or an event first: then this key steps along it.';
  state.say({ tone: 'error', text });
}

/** "Next message", "Previous event of c-2". */
export function stepName({ words }: Way, direction: 1 | -1): string {
  return capital(`${direction > 0 ? 'next' : 'previous'} ${words}`);
}
