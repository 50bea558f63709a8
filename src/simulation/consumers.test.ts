/** Consumers in a run: what they read, what their patterns find, and version 0 of their messages. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFrame } from '../wire/codec.ts';
import { catalogue } from '../protocol/register/catalogue.ts';
import type { TraceReader } from '../trace/reader.ts';
import { positionIn } from '../trace/reading.ts';
import { partitionKey } from '../trace/world.ts';
import { feed, nothingConsumed } from './consumption.ts';
import { eventsOf, experimentOf, firstOf, groupOf, run } from './testing.ts';

const topics = [
  { name: 'orders', partitions: 2 },
  { name: 'clicks', partitions: 2 },
];

/** What a consumer registered with, in order. */
function registeredBy(trace: TraceReader, consumer: string): unknown[] {
  return eventsOf(trace, 'message-sent')
    .filter(({ process, api, direction }) => {
      return process === consumer && api === 'RegisterConsumer' && direction === 'request';
    })
    .map(({ bytes }) => {
      const decoded = decodeFrame(bytes, catalogue);
      return decoded.ok && decoded.value['topics'];
    });
}

/** Ids and topics of the members of the last completed rebalance. */
const lastAssignment = (trace: TraceReader) =>
  eventsOf(trace, 'rebalance-completed')
    .at(-1)
    ?.assignment.map((member) => [member.member, member.topics]);

describe('wildcards', () => {
  const consumers = [
    { name: 'c-1', allow: ['orders.*'] },
    { name: 'c-2', deny: ['orders'] },
  ];
  const scenario = {
    topics,
    groups: [{ id: 'billing', sessionTimeoutMs: 1000, consumers }],
    client: { metadataRefreshMs: 2000 },
  };

  it('[WILD-1] [WILD-2] follow topics as they come and go, within a refresh interval', () => {
    const commands = [
      { atMs: 3000, do: 'create-topic', topic: 'orders-eu', partitions: 3 },
      { atMs: 8000, do: 'delete-topic', topic: 'orders' },
    ];
    const { trace } = run(experimentOf({ scenario, commands }), 12_000);
    const first = [['orders'], ['orders', 'orders-eu']];
    expect(registeredBy(trace, 'c-1').slice(0, 2)).toEqual(first);
    expect(registeredBy(trace, 'c-1').at(-1)).toEqual(['orders-eu']);
    expect(registeredBy(trace, 'c-2').at(-1)).toEqual(['clicks', 'orders-eu']);
    const again = eventsOf(trace, 'consumer-state').filter(({ rules }) => rules.includes('WILD-2'));
    expect(again.filter(({ process }) => process === 'c-1')).toHaveLength(2);
    expect(again.filter(({ process }) => process === 'c-2')).toHaveLength(1);
    for (const { atUs } of again) expect((atUs - 3_000_000) % 5_000_000).toBeLessThan(2_100_000);
    expect(lastAssignment(trace)).toEqual([
      ['billing-host-2-1', ['clicks', 'orders-eu']],
      ['billing-host-1-2', ['orders-eu']],
    ]);
  });

  it('[REG-9] register with what there is: nothing, until something is created', () => {
    const group = { id: 'billing', consumers: [{ name: 'c-1', allow: ['payments-.+'] }] };
    const commands = [{ atMs: 3000, do: 'create-topic', topic: 'payments-eu' }];
    const experiment = experimentOf({ scenario: { ...scenario, groups: [group] }, commands });
    const { trace } = run(experiment, 8000);
    expect(registeredBy(trace, 'c-1')).toEqual([[], ['payments-eu']]);
    expect(eventsOf(trace, 'partition-acquired')).not.toEqual([]);
  });

  it('[WILD-1] a consumer asks before it registers, not after', () => {
    const { trace } = run(experimentOf({ scenario }), 5000);
    const asked = eventsOf(trace, 'message-sent').filter(({ process }) => process === 'c-1');
    const apis = asked.map(({ api }) => api);
    expect(apis.indexOf('TopicMetadata')).toBe(apis.indexOf('RegisterConsumer') - 1);
  });
});

describe('version 0', () => {
  const other = { atMs: 700, do: 'subscribe', target: 'c-1', topics: ['clicks'] };
  const inVersion = (wireVersion: 0 | 1, commands: readonly object[]) =>
    run(
      experimentOf({ scenario: groupOf(2, {}, { wireVersion, brokers: 1, topics }), commands }),
      8000,
    ).trace;

  it('[WIRE-3] a registration has no room for an id, a heartbeat has', () => {
    const ids = new Map<string, Set<unknown>>();
    for (const { bytes, api } of eventsOf(inVersion(0, []), 'message-sent')) {
      const decoded = decodeFrame(bytes, catalogue);
      if (!decoded.ok || decoded.schema.direction !== 'request') continue;
      ids.set(api, (ids.get(api) ?? new Set()).add(decoded.value['consumerId']));
    }
    expect(ids.get('RegisterConsumer')).toEqual(new Set(['']));
    expect(ids.get('Heartbeat')).toEqual(new Set(['billing-host-2-1', 'billing-host-1-2']));
  });

  it('[WIRE-3] on a connection that no heartbeat has bound it is a new consumer, the old one waited for', () => {
    // It wants other topics right after it has joined, before its first heartbeat.
    const trace = inVersion(0, [other]);
    const parked = firstOf(eventsOf(trace, 'registration-parked'), ({ atUs }) => atUs > 700_000);
    expect(parked).toMatchObject({ consumer: 'c-1', member: null });
    const ghost = firstOf(eventsOf(trace, 'member-added'), ({ consumer }) => consumer === 'c-1');
    expect(parked.waitingFor).toContain(ghost.member);
    const removed = eventsOf(trace, 'member-removed');
    expect(removed).toMatchObject([{ member: ghost.member, consumer: 'c-1' }]);
    const done = firstOf(eventsOf(trace, 'rebalance-completed'), ({ atUs }) => atUs > parked.atUs);
    // T * S / F, counted from the answer that made the ghost a member.
    expect(done.atUs).toBeGreaterThan(ghost.atUs + 1_000_000);
    expect(done.left).toEqual([ghost.member]);
    expect(lastAssignment(trace)).toEqual([
      ['billing-host-2-1', ['orders']],
      ['billing-host-1-3', ['clicks']],
    ]);
  });

  it('[WIRE-3] version 1 names its id there, and keeps it', () => {
    const trace = inVersion(1, [other]);
    expect(eventsOf(trace, 'member-removed')).toEqual([]);
    expect(lastAssignment(trace)).toEqual([
      ['billing-host-2-1', ['orders']],
      ['billing-host-1-2', ['clicks']],
    ]);
  });

  it('[HB-5] over a new connection its heartbeat comes first and binds it: the same member', () => {
    const spoil = { atMs: 3000, do: 'corrupt-message', target: ['c-1', 'broker-1'] };
    const later = { ...other, atMs: 5000 };
    const trace = inVersion(0, [spoil, later]);
    const states = eventsOf(trace, 'consumer-state').filter(
      ({ process, atUs }) => process === 'c-1' && atUs > 3_000_000 && atUs < 5_000_000,
    );
    expect(states).toMatchObject([
      { state: 'Rediscovering', reason: 'refused: MalformedMessage' },
      { state: 'PartOfGroup', reason: 'heartbeat accepted' },
    ]);
    // On the bound connection its registration is the member's.
    expect(eventsOf(trace, 'member-removed')).toEqual([]);
    expect(lastAssignment(trace)?.[1]).toEqual(['billing-host-1-2', ['clicks']]);
  });

  it('[REG-6] one that was killed comes back without an id, as in version 1', () => {
    const trace = inVersion(0, [{ atMs: 3000, do: 'restart', target: 'c-1' }]);
    expect(eventsOf(trace, 'member-removed')).toMatchObject([{ member: 'billing-host-1-2' }]);
    expect(lastAssignment(trace)?.map(([member]) => member)).toEqual([
      'billing-host-2-1',
      'billing-host-1-3',
    ]);
  });
});

describe('reading', () => {
  const verbs = fc.constantFrom(
    { do: 'kill', target: 'c-1' },
    { do: 'start-consumer', name: 'c-1', group: 'billing' },
    { do: 'freeze', target: 'c-2' },
    { do: 'thaw', target: 'c-2' },
    { do: 'cut-link', target: ['c-3', '@billing'] },
    { do: 'restore-link', target: ['c-3', '@billing'] },
    { do: 'subscribe', target: 'c-3', topics: ['clicks'] },
    { do: 'subscribe', target: 'c-3', allow: ['.*'] },
    { do: 'delete-topic', topic: 'clicks' },
    { do: 'create-topic', topic: 'clicks', partitions: 4 },
    { do: 'add-partitions', topic: 'orders', partitions: 9 },
    { do: 'corrupt-message', target: ['c-1', '@billing'] },
  );
  const command = fc.record({ atMs: fc.integer({ min: 500, max: 9000 }), verb: verbs });

  it('[OFF-2] what a consumer says that it has read is what follows from the events before', () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(command, { maxLength: 12, size: 'max' }), (seed, made) => {
        const consumers = [
          { name: 'c-1', topics: ['orders', 'clicks'], recordsPerSecond: 37 },
          { name: 'c-2', allow: ['.*'], recordsPerSecond: 1000 },
          { name: 'c-3', topics: ['orders'], recordsPerSecond: 3 },
        ];
        const scenario = { topics, groups: [{ id: 'billing', sessionTimeoutMs: 1000, consumers }] };
        const sorted = made.toSorted((a, b) => a.atMs - b.atMs);
        const commands = sorted.map(({ atMs, verb }) => ({ atMs, ...verb }));
        const { trace } = run(experimentOf({ seed, scenario, commands }), 14_000);
        expect(mistold(trace)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  /** Events whose offset is not what the events before it say. */
  function mistold(trace: TraceReader): unknown[] {
    const consumption = nothingConsumed();
    const found: unknown[] = [];
    for (let seq = 0; seq < trace.length; seq++) {
      const event = trace.event(seq);
      if (event.kind === 'records-consumed' || event.kind === 'partition-released') {
        const reading = consumption.readings.get(event.process ?? '');
        const read = reading?.held.get(partitionKey(event.topic, event.partition));
        const told = event.kind === 'records-consumed' ? event.toOffset : event.offset;
        const follows =
          reading && read ? positionIn(reading, read, consumption.logs, event.atUs) : null;
        if (follows !== told) found.push({ seq, follows, event });
      }
      feed(consumption, event);
    }
    return found;
  }
});
