/** The failovers of section 8, each as its built-in experiment shows it. */
import { describe, expect, it } from 'vitest';
import { known } from '../lib/assert.ts';
import type { EventKind, EventOf } from '../trace/events.ts';
import type { TraceReader } from '../trace/reader.ts';
import { builtins } from './builtins.ts';
import { eventsOf, experimentOf, firstOf, groupOf, run } from './testing.ts';

function traceOf(id: string): TraceReader {
  const { experiment } = known(
    builtins.find((one) => one.id === id),
    `built-in ${id}`,
  );
  return run(experiment, experiment.untilMs).trace;
}

/** When the coordinator is killed. */
function crashedAt(trace: TraceReader): number {
  return firstOf(eventsOf(trace, 'process-crashed'), () => true).atUs;
}

/** Events of a kind after the coordinator was killed. */
function after<K extends EventKind>(trace: TraceReader, kind: K): EventOf<K>[] {
  const since = crashedAt(trace);
  return eventsOf(trace, kind).filter(({ atUs }) => atUs > since);
}

/** `TRIG-1 c-3` ...: what set off or joined a rebalance after that. */
function triggers(trace: TraceReader): string[] {
  return [...after(trace, 'rebalance-started'), ...after(trace, 'rebalance-joined')]
    .toSorted((a, b) => a.seq - b.seq)
    .map(({ trigger, subject }) => `${trigger} ${subject}`);
}

/** The generations completed after that. */
function generations(trace: TraceReader): number[] {
  return after(trace, 'rebalance-completed').map(({ generation }) => generation);
}

/** `c-1 HB Heartbeat IllegalGeneration stale`: what the new coordinator refused. */
function refusals(trace: TraceReader): string[] {
  const loaded = firstOf(after(trace, 'coordinator-loaded'), () => true);
  return after(trace, 'request-refused')
    .filter(({ process, atUs }) => process === loaded.process && atUs > loaded.atUs)
    .map(({ to, api, error, reason }) => `${to} ${api} ${error} ${reason}`);
}

/** The members' last states. */
function endsIn(trace: TraceReader): Record<string, string> {
  const states = eventsOf(trace, 'consumer-state');
  return Object.fromEntries(states.map(({ process, state }) => [process, state]));
}

/** Who read what the last generation gave: consumer -> partitions held. */
function readers(trace: TraceReader): number {
  const taken = eventsOf(trace, 'partition-acquired').length;
  return taken - eventsOf(trace, 'partition-released').length;
}

const all = { 'c-1': 'PartOfGroup', 'c-2': 'PartOfGroup', 'c-3': 'PartOfGroup' };

describe('what a consumer may meet', () => {
  it('[FO-1] [COORD-4] [COORD-5] found after loading: accepted as normal, nothing is rebalanced', () => {
    const trace = traceOf('coordinator-killed');
    const [expired] = after(trace, 'zookeeper-session-expired');
    const elected = firstOf(after(trace, 'coordinator-elected'), ({ groups }) => groups.length > 0);
    expect(elected.atUs).toBeGreaterThan(known(expired, 'expired session').atUs);
    expect(elected.epoch).toBe(2);
    expect(triggers(trace)).toEqual([]);
    expect(after(trace, 'partition-released')).toEqual([]);
    expect(endsIn(trace)).toEqual(all);
    const states = after(trace, 'group-state').map(({ state, rules }) => [state, rules.at(-1)]);
    expect(states).toEqual([
      ['CatchUp', 'COORD-5'],
      ['Ready', 'META-1'],
      ['Steady', 'FO-1'],
    ]);
  });

  it('[FO-1] while they look for it they go on reading', () => {
    const trace = traceOf('coordinator-killed');
    const lost = after(trace, 'consumer-state').filter(({ state }) => state === 'Rediscovering');
    expect(lost.map(({ fetching }) => fetching)).toEqual([true, true, true]);
    const between = after(trace, 'records-consumed').filter(({ process }) => process === 'c-1');
    expect(between.length).toBeGreaterThan(0);
    expect(between.every(({ toOffset, fromOffset }) => toOffset > fromOffset)).toBe(true);
  });

  it('[FO-2] found before it has loaded: refused, backs off, looks again, and keeps what it has', () => {
    const trace = traceOf('failover-too-early');
    const refused = after(trace, 'request-refused').filter(({ rules }) => rules.includes('FO-2'));
    const heartbeats = refused.filter(({ api }) => api === 'Heartbeat');
    expect(new Set(heartbeats.map(({ error }) => error))).toEqual(
      new Set(['CoordinatorStartupNotComplete']),
    );
    expect(heartbeats.map(({ to }) => to).toSorted()).toEqual(['c-1', 'c-2', 'c-3']);
    expect(triggers(trace)).toEqual([]);
    expect(endsIn(trace)).toEqual(all);
  });

  it('[FO-3] found too late: declared dead by the new one, it registers as new', () => {
    const trace = traceOf('failover-too-late');
    const [removed] = after(trace, 'member-removed');
    expect(removed).toMatchObject({ consumer: 'c-3' });
    const refused = firstOf(after(trace, 'request-refused'), ({ rules }) => rules.includes('FO-3'));
    expect(refused).toMatchObject({ to: 'c-3', error: 'UnknownConsumer', member: removed?.member });
    expect(triggers(trace)).toEqual([`TRIG-2 ${removed?.member}`, 'TRIG-1 c-3']);
    expect(endsIn(trace)).toEqual(all);
  });
});

describe('by the phase in which the old coordinator crashed', () => {
  it('[FO-4] trigger seen, nothing done: the newcomer registers once more', () => {
    const trace = traceOf('failover-trigger-seen');
    const before = eventsOf(trace, 'rebalance-started').at(-2);
    expect(before).toMatchObject({ trigger: 'TRIG-1', subject: 'c-3' });
    expect(known(before, 'trigger').atUs).toBeLessThan(crashedAt(trace));
    expect(triggers(trace)).toEqual(['TRIG-1 c-3']);
    expect(generations(trace)).toEqual([3]);
    expect(endsIn(trace)).toEqual(all);
  });

  it('[FO-5] some members told: a dead one is found dead a second time', () => {
    const trace = traceOf('failover-some-told');
    const told = eventsOf(trace, 'request-refused').filter(({ error }) => {
      return error === 'IllegalGeneration';
    });
    expect(told.filter(({ atUs }) => atUs < crashedAt(trace)).at(-1)?.to).toBe('c-1');
    const removed = eventsOf(trace, 'member-removed');
    expect(removed.map(({ consumer, process }) => [consumer, process])).toEqual([
      ['c-3', 'broker-1'],
      ['c-3', 'broker-2'],
    ]);
    expect(generations(trace)).toEqual([3]);
  });

  it('[FO-5] unless it is back in time and nobody has registered yet: no rebalance', () => {
    const trace = traceOf('failover-back-in-time');
    expect(eventsOf(trace, 'member-removed').map(({ consumer }) => consumer)).toEqual(['c-3']);
    expect(triggers(trace)).toEqual([]);
    expect(generations(trace)).toEqual([]);
    expect(endsIn(trace)).toEqual(all);
    expect(readers(trace)).toBe(6);
  });

  it('[FO-6] some registrations in: heartbeats and registrations mix, and all rebalance', () => {
    const trace = traceOf('failover-some-registered');
    const parked = eventsOf(trace, 'registration-parked').filter(({ atUs }) => {
      return atUs > 8_000_000 && atUs < crashedAt(trace);
    });
    expect(parked.map(({ consumer }) => consumer)).toEqual(['c-3', 'c-2']);
    const delivered = after(trace, 'message-delivered').filter(({ direction, process }) => {
      return direction === 'request' && process === 'broker-2';
    });
    const apis = new Set(delivered.map(({ api }) => api));
    expect(apis.has('Heartbeat') && apis.has('RegisterConsumer')).toBe(true);
    expect(triggers(trace)).toEqual(['TRIG-1 c-3']);
    expect(endsIn(trace)).toEqual(all);
  });

  it('[FO-7] generation written, nobody answered: stale for all, who register again', () => {
    const trace = traceOf('failover-written');
    const written = eventsOf(trace, 'metadata-written').filter(({ group }) => group === 'billing');
    const last = written.findLast(({ atUs }) => atUs < crashedAt(trace));
    expect(last?.generation).toBe(3);
    expect(refusals(trace)).toEqual([
      'c-1 Heartbeat IllegalGeneration stale',
      'c-2 Heartbeat IllegalGeneration stale',
    ]);
    expect(triggers(trace)).toEqual(['TRIG-6 billing-host-1-1']);
    expect(generations(trace)).toEqual([4]);
  });

  it('[FO-8] some answered: those are accepted, the others register again, and once more all', () => {
    const trace = traceOf('failover-some-answered');
    const answered = after(trace, 'consumer-state').filter(({ reason }) => {
      return reason === 'registration answered';
    });
    expect(answered[0]).toMatchObject({ process: 'c-2', generation: 3 });
    const accepted = after(trace, 'consumer-state').filter(({ reason }) => {
      return reason === 'heartbeat accepted';
    });
    expect(accepted.map(({ process, generation }) => [process, generation])).toEqual([['c-2', 3]]);
    expect(refusals(trace)[0]).toBe('c-1 Heartbeat IllegalGeneration stale');
    expect(triggers(trace)[0]).toBe('TRIG-6 billing-host-1-1');
    expect(endsIn(trace)).toEqual(all);
  });

  it('[FO-9] a newcomer named and not answered: its id is a ghost until its window ends', () => {
    const trace = traceOf('failover-ghost');
    const [loaded] = after(trace, 'coordinator-loaded');
    const ghost = known(
      loaded?.assignment.find(({ consumer }) => consumer === 'c-3'),
      'member of c-3',
    );
    expect(ghost.partitions).toEqual([{ topic: 'orders', partitions: [4, 5] }]);
    const [removed] = after(trace, 'member-removed');
    expect(removed?.member).toBe(ghost.member);
    // S + Q + the backoff maximum after loading.
    expect(known(removed, 'removed').atUs - known(loaded, 'loaded').atUs).toBe(5_000_000);
    const added = after(trace, 'member-added').map(({ member }) => member);
    expect(added.includes(ghost.member)).toBe(false);
    expect(endsIn(trace)).toEqual(all);
  });
});

describe('with S = 1000 and the default ZooKeeper timeout', () => {
  it.each(Array.from({ length: 20 }, (_, index) => index + 1))(
    '[FO-1] [COORD-5] members keep generation and partitions: seed %i',
    (seed) => {
      const commands = [{ atMs: 8000, do: 'kill', target: '@billing' }];
      const experiment = experimentOf({ seed, scenario: groupOf(3), commands });
      const { trace } = run(experiment, 25_000);
      const since = crashedAt(trace);
      const before = eventsOf(trace, 'rebalance-completed').at(-1);
      const loaded = firstOf(after(trace, 'coordinator-loaded'), () => true);
      expect(loaded.generation).toBe(known(before, 'generation').generation);
      expect(known(before, 'generation').atUs).toBeLessThan(since);
      expect(triggers(trace)).toEqual([]);
      expect(after(trace, 'partition-released')).toEqual([]);
      expect(endsIn(trace)).toEqual(all);
    },
  );
});

describe('coordinators come and go', () => {
  it('[COORD-8] one that is cut off from ZooKeeper gives up before another is elected', () => {
    const trace = traceOf('coordinator-cut-off');
    const lost = firstOf(eventsOf(trace, 'coordinator-lost'), ({ groups }) => groups.length > 0);
    const elected = firstOf(
      eventsOf(trace, 'coordinator-elected'),
      ({ groups, epoch }) => groups.length > 0 && epoch === 2,
    );
    expect(lost).toMatchObject({ broker: 'broker-1', epoch: 1, reason: 'lease' });
    expect(lost.atUs).toBeLessThan(elected.atUs);
    expect(endsIn(trace)).toEqual(all);
    // Back under a new session, it takes over its share of other subsets.
    expect(eventsOf(trace, 'coordinator-elected').at(-1)?.broker).toBe('broker-1');
  });

  it('[COORD-8] on thaw the lease is looked at before what piled up', () => {
    const trace = traceOf('coordinator-frozen');
    const thawed = firstOf(eventsOf(trace, 'process-thawed'), () => true);
    const lost = firstOf(eventsOf(trace, 'coordinator-lost'), ({ groups }) => groups.length > 0);
    expect(lost).toMatchObject({ atUs: thawed.atUs, broker: 'broker-1', reason: 'lease' });
    const refused = eventsOf(trace, 'request-refused').filter(({ atUs }) => atUs === thawed.atUs);
    expect(refused.length).toBeGreaterThan(10);
    expect(refused.every(({ seq }) => seq > lost.seq)).toBe(true);
    expect(new Set(refused.map(({ error }) => error))).toEqual(
      new Set(['NotCoordinatorForGroup', 'CoordinatorNotAvailable']),
    );
  });

  it('[COORD-9] one that restarts waits for its old node, and is elected anew with another session', () => {
    const trace = traceOf('coordinator-restarts');
    const refused = eventsOf(trace, 'metadata-refused').filter(({ path }) => {
      return path === '/brokers/broker-1';
    });
    expect(refused.length).toBeGreaterThan(2);
    expect(refused[0]?.rules).toEqual(['COORD-9']);
    const back = firstOf(
      eventsOf(trace, 'metadata-written'),
      ({ path, atUs }) => path === '/brokers/broker-1' && atUs > 8_000_000,
    );
    const [expired] = eventsOf(trace, 'zookeeper-session-expired');
    expect(back.atUs).toBeGreaterThan(known(expired, 'expired session').atUs);
    expect(endsIn(trace)).toEqual(all);
  });

  it('[COORD-2] when the controller dies another takes its place and leaves living coordinators', () => {
    const trace = traceOf('controller-killed');
    const elected = eventsOf(trace, 'controller-elected').map(({ process }) => process);
    expect(elected).toEqual(['broker-3', 'broker-4']);
    expect(after(trace, 'coordinator-elected').every(({ reason }) => /gone/.test(reason))).toBe(
      true,
    );
    expect(after(trace, 'consumer-state')).toEqual([]);
  });

  it('[COORD-2] [COORD-11] a broker that joins takes subsets over; their groups do not rebalance', () => {
    const trace = traceOf('broker-joins');
    const moved = eventsOf(trace, 'coordinator-elected').filter(({ reason }) => {
      return reason.startsWith('moved');
    });
    expect(moved).toHaveLength(25 + 16);
    const lost = firstOf(eventsOf(trace, 'coordinator-lost'), ({ groups }) => groups.length > 0);
    expect(lost).toMatchObject({ broker: 'broker-1', reason: 'moved' });
    expect(eventsOf(trace, 'rebalance-completed').at(-1)?.atUs).toBeLessThan(8_000_000);
    expect(endsIn(trace)).toEqual(all);
  });

  it('[COORD-10] [DISC-3] a broker that cannot be reached names the old coordinator until it can', () => {
    const trace = traceOf('old-map');
    const pushes = eventsOf(trace, 'message-sent').filter(({ api, direction, to }) => {
      return api === 'UpdateConsumerMetadata' && direction === 'request' && to === 'broker-4';
    });
    const answered = eventsOf(trace, 'message-delivered').filter(({ api, direction, from }) => {
      return api === 'UpdateConsumerMetadata' && direction === 'response' && from === 'broker-4';
    });
    expect(pushes.length).toBeGreaterThan(answered.length);
    expect(known(answered.at(-1), 'answer').atUs).toBeGreaterThan(16_000_000);
    expect(endsIn(trace)).toEqual(all);
  });
});
