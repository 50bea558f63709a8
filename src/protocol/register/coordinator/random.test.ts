/** Random inputs in random order: what must hold after each of them, and a copy that goes on alike. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GroupRecord } from '../../zookeeper/nodes.ts';
import type { Group } from './state.ts';
import { isParked } from './state.ts';
import { Bench } from './testing/bench.ts';

const consumers = ['c-1', 'c-2', 'c-3', 'c-4'];
const topics = { orders: 3, refunds: 2 };

type Action =
  | { readonly do: 'register'; readonly consumer: string; readonly subscribed: string[] }
  | { readonly do: 'beat' | 'commit' | 'disconnect' | 'restart'; readonly consumer: string }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'answer' | 'usurp' | 'elect' | 'lose' };

const consumer = fc.constantFrom(...consumers);
const subscribed = fc.constantFrom(['orders'], ['orders'], ['orders', 'refunds'], []);

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('register'), consumer, subscribed }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('beat', 'commit'), consumer }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('disconnect', 'restart'), consumer }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.integer({ min: 1, max: 700 }) }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('answer') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('usurp', 'elect', 'lose') }) },
) as fc.Arbitrary<Action>;

/** Consumers that believe what they are told, and nothing else. */
class Play {
  readonly bench = new Bench(topics);
  readonly #ids = new Map<string, string>();
  readonly #generations = new Map<string, number>();
  readonly #incarnations = new Map<string, number>();
  #epoch = 1;

  constructor() {
    this.bench.elect();
  }

  act(what: Action): void {
    const { bench } = this;
    switch (what.do) {
      case 'register': {
        const member = this.#ids.get(what.consumer) ?? '';
        bench.register(what.consumer, { member, topics: what.subscribed }, this.#on(what.consumer));
        break;
      }
      case 'beat':
        bench.heartbeat(what.consumer, ...this.#believed(what.consumer), this.#on(what.consumer));
        break;
      case 'commit': {
        const [id, generation] = this.#believed(what.consumer);
        bench.commit(what.consumer, id, generation, { 'orders/0': 1 }, this.#on(what.consumer));
        break;
      }
      case 'restart':
        this.#ids.delete(what.consumer);
        this.#reconnect(what.consumer);
        break;
      case 'disconnect':
        this.#reconnect(what.consumer);
        break;
      case 'wait':
        bench.wait(what.ms * 1000);
        break;
      case 'answer':
        bench.answerNext();
        break;
      case 'usurp':
        bench.store.writeCoordinator('broker-2', ++this.#epoch, 'billing');
        break;
      case 'elect':
        bench.lose('moved');
        bench.elect(++this.#epoch);
        break;
      case 'lose':
        bench.lose('lease');
        break;
    }
    this.#read();
  }

  #on(name: string): { connection: string } {
    return { connection: `${name}/1/${this.#incarnations.get(name) ?? 1}` };
  }

  #reconnect(name: string): void {
    this.bench.disconnect(this.#on(name).connection);
    this.#incarnations.set(name, (this.#incarnations.get(name) ?? 1) + 1);
  }

  #believed(name: string): [string, number] {
    return [this.#ids.get(name) ?? 'nobody-0', this.#generations.get(name) ?? 0];
  }

  #read(): void {
    for (const { connection, api, error, member, generation } of this.bench.replies.splice(0)) {
      const name = connection.slice(0, connection.indexOf('/'));
      if (error === 'UnknownConsumer') this.#ids.delete(name);
      if (api !== 'RegisterConsumer' || error !== 'None') continue;
      this.#ids.set(name, member);
      this.#generations.set(name, generation);
    }
    for (const closed of this.bench.closed.splice(0)) {
      const name = closed.slice(0, closed.indexOf('/'));
      if (this.#on(name).connection === closed) this.#reconnect(name);
    }
  }
}

function check(bench: Bench, before: GroupRecord | null): void {
  const record = bench.store.record('billing');
  if (record) checkRecord(record, before);
  const group = bench.state.groups.get('billing');
  if (group) checkGroup(bench, group);
  // Windows are those of members.
  expect(bench.timers.size).toBeLessThanOrEqual(group?.members.size ?? 0);
}

/** [OWN-1] [OWN-2] [OWN-3] */
function checkRecord(record: GroupRecord, before: GroupRecord | null): void {
  expect(record.generation).toBeGreaterThanOrEqual(before?.generation ?? 0);
  expect(record.nextMemberNumber).toBeGreaterThanOrEqual(before?.nextMemberNumber ?? 0);
  const owned = record.members.flatMap((member) =>
    member.partitions.flatMap(({ topic, partitions }) => {
      expect(member.topics).toContain(topic);
      return partitions.map((partition) => `${topic}/${partition}`);
    }),
  );
  const all = record.topics.flatMap(({ topic, partitions }) =>
    [...Array(partitions).keys()].map((partition) => `${topic}/${partition}`),
  );
  expect(owned.toSorted()).toEqual(all.toSorted());
}

function checkGroup(bench: Bench, group: Group): void {
  const { state, attempt, members } = group;
  expect(attempt !== null).toBe(state === 'PreparingRebalance' || state === 'Rebalancing');
  expect(group.generation).toBe(bench.store.record('billing')?.generation ?? 0);
  if (state !== 'Rebalancing') expect(group.next.size).toBe(0);
  const waited = [...members.keys()].filter((id) => attempt && !attempt.parked.has(id));
  expect([...(attempt?.waitingFor ?? [])].toSorted()).toEqual(waited.toSorted());
  // [HB-7] A window runs for exactly those whose registration is not parked.
  const running = [...members.keys()].filter((id) => !isParked(group, id));
  expect([...bench.timers.keys()].toSorted()).toEqual(
    running.map((id) => `billing/${id}`).toSorted(),
  );
}

describe('random inputs', () => {
  const actions = fc.array(action, { minLength: 5, maxLength: 60 });

  test('[OWN-1] [OWN-2] [OWN-3] [HB-7] hold after every input, and silence ends in rest', () => {
    fc.assert(
      fc.property(actions, (list) => {
        const play = new Play();
        const { bench } = play;
        for (const what of list) {
          // The record in ZooKeeper is ahead of the group while an acknowledgement is under way.
          const before = bench.store.record('billing');
          play.act(what);
          check(bench, before);
        }
        bench.settle();
        for (let n = 0; n < 4; n++) {
          bench.wait(3_000_000);
          bench.settle();
        }
        const group = bench.state.groups.get('billing');
        expect(['Ready', undefined]).toContain(group?.state);
        expect(group?.members.size ?? 0).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  test('[COORD-5] a copy of the state goes on as the original would', () => {
    fc.assert(
      fc.property(actions, (list) => {
        const [original, copied] = [new Play(), new Play()];
        for (const what of list) {
          original.act(what);
          copied.act(what);
          copied.bench.reload();
        }
        expect(copied.bench.facts).toEqual(original.bench.facts);
        expect(copied.bench.state).toEqual(original.bench.state);
      }),
      { numRuns: 100 },
    );
  });
});
