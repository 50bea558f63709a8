/** What a listener is told of the run, by a clock that stands until it is moved on. */
import { afterEach, describe, expect, it } from 'vitest';
import { known } from '../../lib/assert.ts';
import { builtins } from '../../simulation/builtins.ts';
import { activeRun } from '../../store/playground.ts';
import { slowPlayground } from '../../store/testing.ts';
import { describe as told } from '../../trace/describe.ts';
import { pageMode } from '../page-mode.ts';
import { toNewsAfter } from '../presenter/step-news.ts';
import { followRun } from './follow-run.ts';
import { createSpeech, leastGapMs } from './pace.ts';

const opening = known(
  builtins.find(({ id }) => id === 'first-minute'),
  'first-minute',
);

function setUp(...of: Parameters<typeof slowPlayground>) {
  const { store, hold, letGo } = slowPlayground(...of);
  let nowMs = 0;
  let due: { readonly atMs: number; readonly call: () => void } | null = null;
  const clock = {
    nowMs: () => nowMs,
    after: (ms: number, call: () => void) => {
      due = { atMs: nowMs + ms, call };
      return () => (due = null);
    },
  };
  const said: string[] = [];
  followRun(
    store,
    createSpeech(clock, ({ text }) => said.push(text)),
  );
  const pass = (ms = leastGapMs) => {
    nowMs += ms;
    if (due && due.atMs <= nowMs) due.call();
  };
  return { store, said, pass, hold, letGo };
}

afterEach(() => pageMode.setState({ presenting: false }));

describe('a listener is told', () => {
  it('that it plays, from where, and where it was paused', () => {
    const { store, said, pass } = setUp();
    store.getState().togglePlaying();
    store.getState().tick(16);
    pass();
    store.getState().togglePlaying();
    pass();
    expect(said[0]).toMatch(/^Playing from 5\.\d\d s\.$/);
    expect(said.at(-1)).toMatch(/^Paused at 5\.\d\d s\.$/);
    expect(said).toHaveLength(2);
  });

  it('the speed that was chosen, and none that an experiment brings along', () => {
    const { store, said, pass } = setUp();
    store.getState().setSpeed(0.5);
    store.getState().setSpeed(2);
    pass();
    store.getState().open(opening.experiment, { speed: 5, play: true });
    pass();
    expect(said[0]).toBe('Speed: 2×.');
    expect(said.join()).not.toMatch(/5×|Playing from/);
  });

  it('the event that was stepped to, each by itself, and that only once', () => {
    const { store, said, pass } = setUp();
    const { trace } = activeRun(store.getState());
    const sent: { heard: string; sentence: string }[] = [];
    for (let steps = 0; steps < 40; steps++) {
      store.getState().step(-1);
      pass();
      const { seq, atUs } = store.getState().cursor;
      expect(said).toHaveLength(steps + 1);
      const heard = known(said.at(-1), 'words');
      expect(heard.startsWith(`${(atUs / 1e6).toFixed(2)} s: `)).toBe(true);
      // What is no news, most of what happens, is told by the log's sentence.
      if (trace.kind(seq) !== 'message-sent') continue;
      sent.push({ heard, sentence: told(trace.event(seq), trace) });
    }
    expect(sent.length).toBeGreaterThan(0);
    for (const { heard, sentence } of sent) expect(heard).toContain(sentence);
  });

  it('that it was paused by a step in the words of the step alone', () => {
    const { store, said, pass } = setUp();
    store.getState().play();
    store.getState().step(-1);
    pass();
    expect(said).toHaveLength(1);
    expect(said[0]).not.toContain('Paused');
  });

  it('of a clicker that pauses and goes on nothing but where it arrives', () => {
    const { store, said, pass, hold, letGo } = setUp();
    pageMode.setState({ presenting: true });
    store.getState().play();
    pass();
    pass();
    hold();
    store.getState().act({ do: 'kill', target: 'c-2' });
    toNewsAfter(store);
    pass(0);
    letGo();
    pass();
    expect(said).toHaveLength(2);
    expect(said[0]).toMatch(/^Playing /);
    expect(said[1]).toMatch(/^\d\.\d\d s: /);
  });

  it('the event that was selected, where the cursor stays', () => {
    const { store, said, pass } = setUp();
    const { trace } = activeRun(store.getState());
    store.getState().select({ kind: 'event', seq: 7 });
    pass();
    const seconds = (trace.atUs(7) / 1e6).toFixed(2);
    expect(said).toEqual([`${seconds} s: ${told(trace.event(7), trace)}.`]);
  });

  it('what happened where something was done at rest, not the last event of that moment', () => {
    const { store, said, pass } = setUp();
    store.getState().act({ do: 'restart', target: 'c-2' });
    pass();
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('c-2 was killed: its closed connection');
  });

  it('in a presentation what happened, and never the invitation', () => {
    const { store, said, pass } = setUp(12_000_000, opening.experiment);
    store.getState().play();
    pass();
    store.getState().tick(16);
    pass();
    expect(said.at(-1)).toBe('Freeze c-2 and watch.');
    pageMode.setState({ presenting: true });
    store.getState().tick(16);
    pass();
    expect(said.at(-1)).not.toContain('Freeze');
    store.getState().step(-1);
    pass();
    expect(said.at(-1)).toMatch(/^1\d\.\d\d s: [A-Z]/);
    expect(said.at(-1)).not.toContain('Freeze');
  });
});
