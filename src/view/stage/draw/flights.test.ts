import { describe, expect, it } from 'vitest';
import type { NewEvent } from '../../../trace/events.ts';
import { Trace } from '../../../trace/trace.ts';
import { captionOf } from '../captions/captions.ts';
import { fixtureAtUs, settledWorld } from '../fixture.ts';
import { flightLastsUs, flightsAt } from './flights.ts';

const moved = (kind: 'partition-acquired' | 'partition-released', atUs: number, process: string) =>
  ({
    kind,
    atUs,
    process,
    group: 'billing',
    member: 'm',
    topic: 'orders',
    partition: 1,
    generation: 4,
    offset: 0,
    reason: '',
    cause: null,
    rules: [],
  }) satisfies NewEvent;

function traceOf(...events: NewEvent[]): Trace {
  const trace = new Trace();
  for (const event of events) trace.append(event);
  return trace;
}

describe('flightsAt', () => {
  const world = settledWorld();

  it('flies from the shelf to the new owner for a moment of virtual time', () => {
    const trace = traceOf(moved('partition-acquired', 1000, 'c-1'));
    const flight = (atUs: number) => flightsAt(world, trace, 0, atUs, 'billing').get('orders/1');
    expect(flight(1000)).toMatchObject({ from: 'shelf', to: 'c-1', share: 0 });
    expect(flight(1000 + flightLastsUs / 2)?.share).toBe(0.5);
    expect(flight(1000 + flightLastsUs)).toBeUndefined();
  });

  it('tells the last move of a partition', () => {
    const trace = traceOf(
      moved('partition-released', 1000, 'c-1'),
      moved('partition-acquired', 2000, 'c-2'),
    );
    expect(flightsAt(world, trace, 1, 3000, 'billing').get('orders/1')?.to).toBe('c-2');
    expect(flightsAt(world, trace, 0, 1500, 'billing').get('orders/1')?.to).toBe('shelf');
  });

  it('is nobody’s business in another group', () => {
    const trace = traceOf(moved('partition-acquired', 1000, 'c-1'));
    expect(flightsAt(world, trace, 0, 1000, 'other').size).toBe(0);
  });
});

describe('captionOf', () => {
  const frozen: NewEvent = {
    kind: 'process-frozen',
    process: 'c-2',
    reason: 'freeze',
    atUs: fixtureAtUs - 100_000,
    cause: null,
    rules: [],
  };

  it('tells what just happened, and its rule', () => {
    const caption = captionOf(settledWorld(), traceOf(frozen), 0, 'billing', () => settledWorld());
    expect(caption.text).toContain('c-2 is frozen');
    expect(caption).toMatchObject({ rule: 'HB-6', seq: 0 });
  });

  it('tells what is waited for once that is old', () => {
    const world = settledWorld();
    world.processes.get('c-2')!.status = 'frozen';
    const old = { ...frozen, atUs: fixtureAtUs - 500_000 };
    const caption = captionOf(world, traceOf(old), 0, 'billing', () => settledWorld());
    expect(caption.text).toBe('c-2 is frozen; the group learns it after 3 s of silence.');
    expect(caption.rule).toBe('HB-3');
  });

  it('tells that the group is settled', () => {
    const caption = captionOf(settledWorld(), traceOf(), -1, 'billing', () => settledWorld());
    expect(caption).toMatchObject({ rule: 'OWN-1', seq: null });
  });

  it('tells who has not heard of the rebalance yet', () => {
    const world = settledWorld();
    const group = world.groups.get('billing')!;
    group.state = 'PreparingRebalance';
    group.rebalance = {
      rebalance: 1,
      trigger: 'TRIG-1',
      subject: 'c-4',
      reason: '',
      startedAtUs: 9_000_000,
      startedSeq: 0,
      generation: 4,
      waitingFor: ['billing-host-3'],
      waitingCount: 1,
    };
    const caption = captionOf(world, traceOf(), -1, 'billing', () => settledWorld());
    expect(caption.text).toContain('c-3 has not heard yet');
    expect(caption.rule).toBe('RB-2');
  });

  it('tells an event by the world that it left, whatever has become of that', () => {
    const started: NewEvent = {
      kind: 'rebalance-started',
      process: 'broker-2',
      group: 'billing',
      rebalance: 1,
      trigger: 'TRIG-1',
      subject: 'c-4',
      generation: 4,
      reason: '',
      atUs: fixtureAtUs - 100_000,
      cause: null,
      rules: ['TRIG-1'],
    };
    const before = settledWorld();
    before.groups.get('billing')!.members.clear();
    const caption = captionOf(settledWorld(), traceOf(started), 0, 'billing', () => before);
    expect(caption.text).toContain('there are no members to wait for');
  });

  it('prefers the weightier of two events of one moment', () => {
    const atUs = fixtureAtUs - 100_000;
    const completed: NewEvent = {
      kind: 'rebalance-completed',
      process: 'broker-2',
      group: 'billing',
      rebalance: 1,
      generation: 5,
      assignment: [],
      joined: [],
      left: [],
      atUs,
      cause: null,
      rules: ['RB-5', 'RB-6'],
    };
    const trace = traceOf({ ...frozen, atUs: atUs - 1 }, completed, { ...frozen, atUs });
    expect(captionOf(settledWorld(), trace, 2, 'billing', () => settledWorld()).text).toContain(
      'Generation 5',
    );
  });
});
