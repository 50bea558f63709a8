/** What a person does, on a store whose simulation runs in the same thread. */
import { describe, expect, it } from 'vitest';
import { known } from '../lib/assert.ts';
import { experimentOf, groupOf } from '../simulation/testing.ts';
import type { CommandAction } from '../trace/experiment.ts';
import { createPlayground } from './create.ts';
import { activeRun, currentWorld } from './playground.ts';
import type { PlaygroundStore } from './playground.ts';
import { playground, slowPlayground } from './testing.ts';

const kill = (target: string) => ({ do: 'kill', target }) as const;

function statusOf(store: PlaygroundStore, process: string) {
  return currentWorld(store.getState()).processes.get(process)?.status;
}

function listedNames(store: PlaygroundStore): string[] {
  return [...store.getState().runs.values()].filter(({ listed }) => listed).map(({ name }) => name);
}

describe('runs', () => {
  it('are given up once no branch shows them and no undo leads to them', () => {
    const store = playground(3_000_000);
    const { act, undo } = store.getState();
    const first = store.getState().runId;
    for (let time = 0; time < 5; time++) {
      act(kill('c-1'));
      undo();
    }
    const { runs, runId, redoStack } = store.getState();
    expect(runId).toBe(first);
    expect([...runs.keys()]).toEqual([first, known(redoStack[0], 'deed').after.run]);
  });
});

describe('time', () => {
  it('seeking shows every event of the moment, and remembers how far one has been', () => {
    const store = playground(3_000_000);
    const { cursor } = store.getState();
    const { trace, seenUs } = activeRun(store.getState());
    expect(trace.atUs(cursor.seq)).toBeLessThanOrEqual(3_000_000);
    expect(trace.atUs(cursor.seq + 1)).toBeGreaterThan(3_000_000);
    store.getState().seek(1_000_000);
    expect([seenUs, activeRun(store.getState()).seenUs]).toEqual([3_000_000, 3_000_000]);
    store.getState().toLiveEdge();
    expect(store.getState().cursor).toEqual(cursor);
  });

  it('steps event by event, and stops at the start', () => {
    const store = playground(2_000_000);
    const { seq } = store.getState().cursor;
    store.getState().step(-1);
    expect(store.getState().cursor.seq).toBe(seq - 1);
    store.getState().toStart();
    expect(store.getState().cursor).toEqual({ atUs: 0, seq: -1 });
    expect(currentWorld(store.getState()).processes.size).toBe(0);
  });

  it('steps from generation to generation of the group that is shown', () => {
    const store = playground(5_000_000);
    store.getState().toStart();
    store.getState().stepGeneration(1);
    expect(currentWorld(store.getState()).groups.get('billing')?.generation).toBe(1);
    store.getState().stepGeneration(1);
    expect(currentWorld(store.getState()).groups.get('billing')?.generation).toBe(2);
    store.getState().stepGeneration(-1);
    expect(currentWorld(store.getState()).groups.get('billing')?.generation).toBe(1);
  });

  it('beyond the last generation goes on to what has been seen, never back', () => {
    const store = playground(5_000_000);
    store.getState().seek(4_999_999);
    store.getState().stepGeneration(1);
    expect(store.getState().cursor.atUs).toBe(5_000_000);
    expect(store.getState().notice?.text).toBe('No later generation has been seen so far.');
    store.getState().toStart();
    store.getState().stepGeneration(-1);
    expect(store.getState().cursor.seq).toBe(-1);
  });

  it('says the speed that is in force at once, also where that is for adaptive speed to find', () => {
    const store = playground(5_000_000);
    store.getState().setSpeed(100);
    expect(store.getState().factor).toBe(100);
    store.getState().setSpeed('adaptive');
    expect(store.getState().factor).toBe(4);
  });

  it('moves on only while it plays', () => {
    const store = playground(2_000_000);
    store.getState().tick(100);
    expect(store.getState().cursor.atUs).toBe(2_000_000);
    store.getState().setSpeed(2);
    store.getState().play();
    store.getState().tick(100);
    expect(store.getState().cursor.atUs).toBe(2_200_000);
  });
});

describe('the limits of an experiment', () => {
  const thaws = Array.from({ length: 10_000 }, () => ({ atMs: 1, do: 'thaw', target: 'c-1' }));
  const subscribe = (topics: number, characters: number): CommandAction => {
    const names = Array.from({ length: topics }, (_, n) => String(n).padStart(characters, 't'));
    return { do: 'subscribe', target: 'c-1', topics: names };
  };
  const subscribes = Array.from({ length: 14 }, () => ({ atMs: 1, ...subscribe(1000, 60) }));
  const create: CommandAction = {
    do: 'create-topic',
    topic: { name: 't', partitions: 99_995, recordsPerSecond: 1 },
  };

  it.each<[string, CommandAction, readonly object[], string]>([
    ['actions', kill('c-2'), thaws, 'commands must be a list of 0 to 10000, not a list of 10001'],
    ['partitions', create, [], 'have 100001 partitions together; at most 100000 are allowed'],
    ['bytes', subscribe(1000, 60), subscribes, 'file is larger than 1000000 bytes'],
    ['topics of one', subscribe(1001, 8), [], 'must be a list of 1 to 1000, not a list of 1001'],
  ])('too many %s: nothing is done, and one line says why', (_, action, commands, text) => {
    const store = playground(1_000_000, experimentOf({ scenario: groupOf(3), commands }));
    const { runId } = store.getState();
    expect(store.getState().act(action)).toBe(false);
    expect(store.getState().runId).toBe(runId);
    expect(store.getState().lastDeed).toBeNull();
    expect(store.getState().notice?.text).toContain(text);
  });

  it('time goes no further than the last moment that a file may name', () => {
    let askedUs = 0;
    const client = {
      open: () => {},
      advance: (_: number, untilUs: number) => (askedUs = untilUs),
      close: () => {},
      restart: () => {},
    };
    const store = createPlayground(client, experimentOf({ scenario: groupOf(1) }));
    store.getState().seek(604_799_999_999);
    expect(askedUs).toBe(604_800_000_000);
  });
});

describe('acting before the last action has been answered', () => {
  it('shares what came before both, and keeps both', () => {
    const { store, hold, letGo } = slowPlayground(5_000_000);
    store.getState().play();
    hold();
    store.getState().act(kill('c-2'));
    store.getState().tick(30);
    store.getState().act(kill('c-3'));
    letGo();
    store.getState().pause();
    store.getState().seek(6_000_000);
    expect(['c-1', 'c-2', 'c-3'].map((name) => statusOf(store, name))).toEqual([
      'running',
      'crashed',
      'crashed',
    ]);
  });
});

describe('acting', () => {
  it('takes effect one microsecond after the cursor and changes nothing that was shown', () => {
    const store = playground(5_000_000);
    const before = activeRun(store.getState());
    store.getState().act(kill('c-2'));
    const run = activeRun(store.getState());
    expect(run.experiment.commands).toEqual([{ atMs: 5000.001, do: 'kill', target: 'c-2' }]);
    expect(statusOf(store, 'c-2')).toBe('crashed');
    const { seq } = known(run.parent, 'fork');
    expect(run.trace.event(seq)).toEqual(before.trace.event(seq));
  });

  it('at the live edge goes on: no branch is kept', () => {
    const store = playground(5_000_000);
    store.getState().act(kill('c-2'));
    expect(listedNames(store)).toEqual(['kill c-2, 5.00 s']);
  });

  it('in the past keeps the old future, whole, and can go back to it', () => {
    const store = playground(8_000_000);
    const old = store.getState().runId;
    store.getState().seek(5_000_000);
    store.getState().act(kill('c-2'));
    expect(listedNames(store)).toEqual(['test', 'kill c-2, 5.00 s']);
    store.getState().switchBranch(old);
    store.getState().toLiveEdge();
    expect([statusOf(store, 'c-2'), store.getState().cursor.atUs]).toEqual(['running', 8_000_000]);
  });

  it('leaves what was seen in the old future, keeps what is scheduled and not yet seen', () => {
    const commands = [
      { atMs: 6000, do: 'kill', target: 'c-1' },
      { atMs: 9000, do: 'kill', target: 'c-3' },
    ];
    const experiment = experimentOf({ seed: 3, scenario: groupOf(3), commands });
    const store = playground(7_000_000, experiment);
    store.getState().seek(5_000_000);
    store.getState().act(kill('c-2'));
    const { commands: kept } = activeRun(store.getState()).experiment;
    expect(kept.map(({ atMs }) => atMs)).toEqual([5000.001, 9000]);
  });
});

describe('undo and redo', () => {
  it('undo goes back to where the action was done; redo brings it back', () => {
    const store = playground(5_000_000);
    const { cursor } = store.getState();
    store.getState().act(kill('c-2'));
    store.getState().seek(7_000_000);
    store.getState().undo();
    expect([statusOf(store, 'c-2'), store.getState().cursor]).toEqual(['running', cursor]);
    expect(listedNames(store)).toEqual(['test']);
    store.getState().redo();
    expect(statusOf(store, 'c-2')).toBe('crashed');
    expect(listedNames(store)).toEqual(['kill c-2, 5.00 s']);
  });

  it('takes back the last action wherever one has been since', () => {
    const store = playground(8_000_000);
    const old = store.getState().runId;
    store.getState().seek(5_000_000);
    store.getState().act(kill('c-2'));
    const made = store.getState().runId;
    store.getState().switchBranch(old);
    store.getState().undo();
    expect(listedNames(store)).toEqual(['test']);
    store.getState().redo();
    expect(store.getState().runId).toBe(made);
    expect(statusOf(store, 'c-2')).toBe('crashed');
    expect(listedNames(store)).toEqual(['test', 'kill c-2, 5.00 s']);
  });

  it('a new action ends what could be done again', () => {
    const store = playground(5_000_000);
    store.getState().act(kill('c-2'));
    store.getState().undo();
    store.getState().act(kill('c-3'));
    expect(store.getState().redoStack).toEqual([]);
    expect([statusOf(store, 'c-2'), statusOf(store, 'c-3')]).toEqual(['running', 'crashed']);
  });
});

describe('branches', () => {
  it('are named by a person; an empty name changes nothing', () => {
    const store = playground();
    const { runId, renameBranch } = store.getState();
    renameBranch(runId, '  storm  ');
    renameBranch(runId, '  ');
    expect(listedNames(store)).toEqual(['storm']);
  });

  it('can be deleted but for the last; the one that is shown gives way to another', () => {
    const store = playground(8_000_000);
    const old = store.getState().runId;
    store.getState().seek(5_000_000);
    store.getState().act(kill('c-2'));
    const made = store.getState().runId;
    store.getState().deleteBranch(made);
    expect([store.getState().runId, listedNames(store)]).toEqual([old, ['test']]);
    store.getState().deleteBranch(old);
    expect(listedNames(store)).toEqual(['test']);
  });
});

describe('what goes wrong', () => {
  it('a failed worker ends the run, which can be run again up to the same moment', () => {
    const store = playground(5_000_000);
    const { runId } = store.getState();
    const report = { type: 'failed', run: runId, where: 'c-2', text: 'out of memory' } as const;
    store.getState().receive(report);
    expect(activeRun(store.getState()).ended).toBe('c-2 crashed: out of memory');
    store.getState().runAgain();
    const run = activeRun(store.getState());
    expect([run.ended, store.getState().cursor.atUs]).toEqual([null, 5_000_000]);
    expect(statusOf(store, 'c-2')).toBe('running');
  });

  it('what arrives for a run that was left is ignored', () => {
    const store = playground();
    const before = store.getState();
    before.receive({ type: 'failed', run: 4711, where: 'c-2', text: 'late' });
    expect(store.getState()).toBe(before);
  });
});
