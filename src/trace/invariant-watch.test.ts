import { describe, expect, test } from 'vitest';
import { Tale, consumerStarts, owns, settledPair, written } from './fold/told.ts';
import type { Told } from './fold/told.ts';
import { InvariantWatch } from './invariant-watch.ts';
import { randomExperiment } from './random/experiment.ts';
import type { TraceReader } from './reader.ts';

const plain = randomExperiment(1);
const scenario = {
  ...plain.scenario,
  network: { ...plain.scenario.network, latencyMs: [1, 1] as const },
  zookeeper: { sessionTimeoutMs: 2000 },
  client: { ...plain.scenario.client, requestTimeoutMs: 1000 },
};

/** A trace that grows with what is told; only whole events can be asked of it. */
function watchOf(tale: Tale, asksCalm = false): InvariantWatch {
  const trace = {
    get length() {
      return tale.events.length;
    },
    event: (seq: number) => tale.events[seq],
  };
  return new InvariantWatch({ ...plain, scenario }, trace as unknown as TraceReader, asksCalm);
}

const store: Told = { kind: 'process-started', process: 'zookeeper', role: 'zookeeper' };

const isIn = (process: string, member: string): Told => ({
  kind: 'consumer-state',
  process,
  group: 'g',
  member,
  generation: 1,
  fetching: true,
  state: 'PartOfGroup',
  reason: '',
});

/** Who takes a partition names itself, as a real consumer does. */
const named = (event: Told): Told =>
  event.kind === 'partition-acquired'
    ? { ...event, member: event['process'] === 'c-1' ? 'g-1' : 'g-2' }
    : event;

const settled = () =>
  new Tale()
    .tell(...settledPair().events.map((event) => named({ ...event })))
    .tell(store, isIn('c-1', 'g-1'), isIn('c-2', 'g-2'));

const broken = (watch: InvariantWatch) =>
  watch.statuses().flatMap(({ id, violation }) => (violation ? [[id, violation.seq]] : []));

describe('the invariants of a trace that grows', () => {
  test('are the same looked at in pieces, and not sooner than what was looked at', () => {
    const tale = settled().tell(
      written(2, owns('g-1', 'c-1', 't', 0, 1), owns('g-2', 'c-2', 't', 1)),
    );
    const whole = watchOf(tale);
    whole.update(tale.world.atUs);
    expect(broken(whole)).toContainEqual(['OWN-2', tale.seq]);
    const pieces = watchOf(tale);
    pieces.update(tale.world.atUs, tale.seq);
    expect(broken(pieces)).toEqual([]);
    pieces.update(tale.world.atUs, 1);
    expect(broken(pieces)).toEqual(broken(whole));
  });

  test('are listed in order, each with its sentence', () => {
    const statuses = watchOf(settled()).statuses();
    expect(statuses.map(({ id }) => id)).toEqual(['OWN-1', 'OWN-2', 'OWN-3', 'OWN-4', 'OWN-5']);
    expect(statuses.every(({ sentence }) => sentence.endsWith('.'))).toBe(true);
  });

  test('hold, and are not looked at twice', () => {
    const tale = settled();
    const watch = watchOf(tale);
    expect(watch.update(2e6)).toBeNull();
    expect(watch.update(3e6)).toBeNull();
    expect(broken(watch)).toEqual([]);
  });

  test('each keeps its first bad event, and the others go on', () => {
    const tale = settled();
    const watch = watchOf(tale);
    watch.update(1e6);
    tale.tell(written(2, owns('g-1', 'c-1', 't', 0)));
    const first = tale.seq;
    expect(watch.update(1e6)).toMatchObject({ rule: 'OWN-1', seq: first });
    tale.tell(written(1, owns('g-1', 'c-1', 't', 0, 1)), written(3, owns('g-1', 'c-1', 't', 0)));
    expect(watch.update(1e6)).toMatchObject({ rule: 'OWN-3', seq: first + 1 });
    expect(broken(watch)).toEqual([
      ['OWN-1', first],
      ['OWN-3', first + 1],
    ]);
  });

  test('[OWN-5] is broken at the last event before B is over, also when nothing happens any more', () => {
    const tale = settled().tell({ ...consumerStarts('c-3', 't'), atUs: 2e6 });
    const watch = watchOf(tale);
    expect(watch.update(30e6)).toBeNull();
    expect(watch.update(60e6)).toEqual({
      rule: 'OWN-5',
      seq: tale.seq,
      atUs: 38.25e6,
      text: 'g is not settled 36.3 s after the last fault (B is 36.0 s): c-3 is Down',
    });
    expect(broken(watch)).toEqual([['OWN-5', tale.seq]]);
  });

  test('[OWN-5] what is looked at is the world before the event that ends the wait', () => {
    const late = { ...consumerStarts('c-3', 't'), atUs: 2e6 };
    const gone = { kind: 'process-stopped', process: 'c-3', reason: 'stop', atUs: 60e6 } as const;
    const tale = settled().tell(late, gone);
    expect(watchOf(tale).update(60e6)).toMatchObject({ rule: 'OWN-5', seq: tale.seq - 1 });
    const early = settled().tell(late, { ...gone, atUs: 10e6 });
    expect(watchOf(early).update(60e6)).toBeNull();
  });

  test('[OWN-5] what is found does not depend on how much is looked at at once', () => {
    const tale = settled().tell({ ...consumerStarts('c-3', 't'), atUs: 2e6 });
    for (let atUs = 2.1e6; atUs < 60e6; atUs += 173_000) {
      tale.tell({ kind: 'watch-fired', broker: 'broker-1', path: '/', atUs });
    }
    const whole = watchOf(tale).update(60e6);
    expect(whole).toMatchObject({ rule: 'OWN-5' });
    for (const slice of [1, 7, 100]) {
      const watch = watchOf(tale);
      for (let read = 0; read < tale.events.length; read += slice) watch.update(60e6, slice);
      expect(watch.statuses().at(-1)?.violation).toEqual(whole);
    }
    const early = watchOf(tale);
    for (let untilUs = 60e6; untilUs < 61e6; untilUs += 33_333) early.update(untilUs);
    expect(early.statuses().at(-1)?.violation).toEqual(whole);
  });

  test('[OWN-5] whether all is calm can be asked where that was wanted', () => {
    const watch = watchOf(settled(), true);
    watch.update(1e6);
    expect(watch.isCalm(2e6)).toBe(false);
    watch.update(9e6);
    expect(watch.isCalm(9e6)).toBe(true);
  });
});
