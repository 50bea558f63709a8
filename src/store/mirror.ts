/**
 * The playground as it is of another run than the one that is shown, at the same moment: for what
 * stands beside it. Nothing is done in it: who does something there turns to that run first.
 */
import type { PlaygroundStore, Playground } from './playground.ts';
import { sharedSeqOf } from './forks.ts';
import { groupIn } from './kit.ts';
import type { Cursor } from './playback.ts';
import type { Run } from './runs.ts';

/** Where the run is at the cursor of the other: in what both share, after the same event. */
export function mirroredCursor(
  { trace: other }: Run,
  { trace }: Run,
  { atUs, seq }: Cursor,
): Cursor {
  const isShared = seq < sharedSeqOf(other, trace);
  return { atUs, seq: isShared ? seq : trace.lastAtOrBefore(atUs) };
}

/** A playground that shows `runId`; once that is gone, as it was last. */
export function mirrorOf(store: PlaygroundStore, runId: number): PlaygroundStore {
  const actions = actionsThere(store, runId);
  let last: { readonly of: Playground; readonly mirrored: Playground } | null = null;
  const mirrored = (of: Playground): Playground => {
    if (last?.of === of) return last.mirrored;
    const run = of.runs.get(runId);
    const shown = of.runs.get(of.runId);
    if (!run || !shown) return last?.mirrored ?? of;
    const cursor = mirroredCursor(shown, run, of.cursor);
    const next = { ...of, ...actions, runId, cursor, group: groupIn(run, of.group) };
    last = { of, mirrored: next };
    return next;
  };
  return {
    getState: () => mirrored(store.getState()),
    getInitialState: () => mirrored(store.getInitialState()),
    setState: store.setState,
    subscribe: (listener) => {
      let before = mirrored(store.getState());
      return store.subscribe((state) => {
        const now = mirrored(state);
        const was = before;
        before = now;
        listener(now, was);
      });
    },
  };
}

/** What depends on the run that is shown. */
const local = [
  'act',
  'revise',
  'seekToEvent',
  'step',
  'stepGeneration',
  'showGroup',
  'lookAhead',
] as const satisfies readonly (keyof Playground)[];

type Local = Pick<Playground, (typeof local)[number]>;

function actionsThere(store: PlaygroundStore, runId: number): Local {
  const there = () => {
    store.getState().turnTo(runId);
    return store.getState();
  };
  const entries = local.map((name) => {
    const action = (...args: never[]) => (there()[name] as (...args: never[]) => unknown)(...args);
    return [name, action];
  });
  return Object.fromEntries(entries) as Local;
}
