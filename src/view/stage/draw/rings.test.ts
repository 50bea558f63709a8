import { describe, expect, it } from 'vitest';
import { timerKey } from '../../../trace/world.ts';
import type { World } from '../../../trace/world.ts';
import { consumerDetail, groupSentence } from '../details.ts';
import { fixtureAtUs, settledWorld, startTimer } from '../fixture.ts';
import { indexTimers, ringsOf } from './rings.ts';
import { packTiles } from '../places/pack.ts';

function rings(world: World, name: string, atUs: number) {
  return ringsOf(world, indexTimers(world), 'billing', world.processes.get(name)!, atUs);
}

describe('ringsOf', () => {
  it('drains the outer ring by the coordinator’s timer, in as many segments as heartbeats', () => {
    const world = settledWorld();
    const { deadAfter, segments } = rings(world, 'c-1', 10_800_000);
    expect(deadAfter).toEqual({ left: 0.5, stands: false });
    expect(segments).toBe(3);
  });

  it('stops the inner ring of a frozen consumer while the outer goes on', () => {
    const world = settledWorld();
    Object.assign(world.processes.get('c-1')!, { status: 'frozen', statusSinceUs: 9_700_000 });
    const now = rings(world, 'c-1', 10_000_000);
    const later = rings(world, 'c-1', 11_000_000);
    expect(now.heartbeat).toEqual({ left: 0.5, stands: true });
    expect(later.heartbeat).toEqual(now.heartbeat);
    expect(later.deadAfter!.left).toBeLessThan(now.deadAfter!.left);
  });

  it('[HB-7] shows a parked one without a timer', () => {
    const world = settledWorld();
    const group = world.groups.get('billing')!;
    world.timers.delete(timerKey('broker-2', 'dead-after', 'billing/billing-host-1'));
    const parked = {
      consumer: 'c-1',
      late: false,
      member: 'billing-host-1',
      sinceUs: 0,
      connection: null,
    };
    group.parked.set('c-1', parked);
    expect(rings(world, 'c-1', fixtureAtUs)).toMatchObject({ deadAfter: null, parked: true });
  });

  it('still shows the coordinator’s timer for a killed consumer', () => {
    const world = settledWorld();
    const killed = world.processes.get('c-1')!;
    killed.status = 'crashed';
    killed.consumer!.member = null;
    expect(rings(world, 'c-1', fixtureAtUs).deadAfter).not.toBeNull();
  });

  it('is plain above twelve segments', () => {
    const world = settledWorld();
    const group = world.groups.get('billing')!;
    const member = group.members.get('billing-host-1')!;
    const threshold = (failedHeartbeatThreshold: number) => {
      group.members.set('billing-host-1', { ...member, failedHeartbeatThreshold });
      return rings(world, 'c-1', fixtureAtUs).segments;
    };
    expect([12, 13].map(threshold)).toEqual([12, 1]);
  });
});

describe('consumerDetail', () => {
  const detail = (world: World, atUs: number) =>
    consumerDetail(world, world.processes.get('c-1')!, atUs);

  it('counts down to the next heartbeat', () => {
    expect(detail(settledWorld(), 10_080_000)).toBe('beats in 0.12 s');
  });

  it('says for how long it has heard nothing', () => {
    expect(detail(settledWorld(), 11_400_000)).toBe('unheard 2.00 s');
  });

  it('says whom it asks, and when it asks again', () => {
    const world = settledWorld();
    world.processes.get('c-1')!.consumer!.state = 'Discovering';
    expect(detail(world, fixtureAtUs)).toBe('asks broker-2');
    startTimer(world, 'c-1', 'backoff', '', fixtureAtUs, 200_000);
    expect(detail(world, fixtureAtUs)).toBe('asks in 0.20 s');
  });

  it('says for how long it has been frozen', () => {
    const world = settledWorld();
    Object.assign(world.processes.get('c-1')!, { status: 'frozen', statusSinceUs: 8_600_000 });
    expect(detail(world, fixtureAtUs)).toBe('for 1.40 s');
  });
});

describe('groupSentence', () => {
  const sentence = (world: World) =>
    groupSentence(world, world.groups.get('billing')!, fixtureAtUs);

  it('says plainly that there is no coordinator, and when that is noticed', () => {
    const world = settledWorld();
    world.groups.get('billing')!.coordinated = false;
    world.processes.get('broker-2')!.status = 'crashed';
    startTimer(world, 'zookeeper', 'session', 'broker-2-1', 9_000_000, 2_000_000);
    expect(sentence(world)).toBe('No coordinator: broker-2 is dead. ZooKeeper notices in 1.00 s.');
  });

  it('says why it prepares a rebalance and for whom it waits', () => {
    const world = settledWorld();
    const group = world.groups.get('billing')!;
    group.members.delete('billing-host-2');
    group.state = 'PreparingRebalance';
    group.rebalance = {
      rebalance: 1,
      trigger: 'TRIG-2',
      subject: 'billing-host-2',
      reason: '',
      startedAtUs: 9_590_000,
      startedSeq: 0,
      generation: 4,
      waitingFor: ['billing-host-1', 'billing-host-3'],
      waitingCount: 2,
    };
    expect(sentence(world)).toBe(
      'c-2 was declared dead: waiting for c-1 and c-3 to register again · 0.41 s',
    );
  });
});

describe('packTiles', () => {
  it('counts those that have no place', () => {
    const area = { x: 0, y: 0, width: 100, height: 22 };
    expect(packTiles(area, 4, 22)).toMatchObject({ more: null });
    const { boxes, more } = packTiles(area, 9, 22);
    expect(boxes).toHaveLength(3);
    expect(more?.count).toBe(6);
  });
});
