import { describe, expect, test } from 'vitest';
import { brokerStarts, consumerStarts, ends, groupConfigured, settledPair } from '../fold/told.ts';
import type { Tale, Told } from '../fold/told.ts';
import { randomExperiment } from '../random/experiment.ts';
import { Liveness } from './liveness.ts';

const { scenario: plain } = randomExperiment(1);
const scenario = {
  ...plain,
  network: { ...plain.network, latencyMs: [1, 1] as const },
  zookeeper: { sessionTimeoutMs: 2000 },
  client: { ...plain.client, requestTimeoutMs: 1000 },
};

const store: Told = { ...brokerStarts('zookeeper'), role: 'zookeeper' };

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

const settled = () => settledPair().tell(store, isIn('c-1', 'g-1'), isIn('c-2', 'g-2'));

const fault = (atUs: number): Told => ({
  kind: 'command',
  atUs,
  command: { do: 'freeze', target: 'c-1', atMs: atUs / 1000 },
  targets: ['c-1'],
});

const cut = (...peers: readonly [string, string]): Told => ({
  kind: 'link-changed',
  peers,
  latencyMs: [1, 1],
  cut: true,
});

/** What is said of a story at a moment, in seconds. */
function looked(tale: Tale, ...seconds: readonly number[]) {
  const liveness = new Liveness(scenario);
  for (const event of tale.events) liveness.note(event);
  return seconds.map((second) => liveness.look(tale.world, Math.round(second * 1e6))?.text ?? null);
}

/** B is 36 s here: one broker, Z 2 s, Q and b 1 s, S and W 3 s, and twenty times a millisecond. */
const bound = 2 * 2 + 2 + 3 + 4 + 9 + 2 + 4 * 3 + 0.02;

describe('within B', () => {
  test('[OWN-5] a group that has settled is fine at any time', () => {
    expect(looked(settled(), 0, 10, 1000)).toEqual([null, null, null]);
  });

  test('[OWN-5] one that has not is late from B after the last fault on, and says what it lacks', () => {
    const tale = settled().tell(fault(10e6), { ...consumerStarts('c-3', 't'), atUs: 10e6 });
    expect(looked(tale, 9, 10 + bound, 10 + bound + 0.001)).toEqual([
      null,
      null,
      'g is not settled 36.0 s after the last fault (B is 36.0 s): c-3 is Down',
    ]);
  });

  test('[OWN-5] a further fault starts the time anew, one that hit nobody does not', () => {
    const late = { ...consumerStarts('c-3', 't'), atUs: 10e6 };
    const again = settled().tell(late, fault(30e6));
    expect(looked(again, 30 + bound, 31 + bound)).toEqual([null, expect.any(String)]);
    const idle = settled().tell(late, { ...fault(30e6), targets: [] });
    expect(looked(idle, 11 + bound)).toEqual([expect.any(String)]);
  });
});

describe('not judged', () => {
  const unsettledPair = () => settled().tell(consumerStarts('c-3', 't'));

  test('[OWN-5] [CFG-2] [CFG-3] where the windows are too small for the network', () => {
    expect(looked(unsettledPair(), 100)).not.toEqual([null]);
    for (const latencyMs of [1001, 600]) {
      const slow = { ...cut('c-2', 'broker-1'), cut: false, latencyMs: [1, latencyMs] };
      expect(looked(unsettledPair().tell(slow), 1000)).toEqual([null]);
    }
    const hasty = { ...consumerStarts('c-4', 't'), failedHeartbeatThreshold: 1 };
    const link = { ...cut('c-4', 'broker-1'), cut: false };
    expect(looked(settled().tell(hasty, link), 1000)).toEqual([null]);
  });

  test('[OWN-5] [REG-7] where one gives up before the slowest has heard of the rebalance', () => {
    const timing = (sessionTimeoutMs: number, heartbeatFrequency: number) => ({
      ...consumerStarts('c-4', 't'),
      sessionTimeoutMs,
      heartbeatFrequency,
    });
    // c-4 waits for 0.5 s + Q, and so for a member that beats every 1.5 s not long enough.
    const hasty = settled().tell(timing(500, 3), { ...cut('c-4', 'broker-1'), cut: false });
    expect(looked(hasty, 1000)).not.toEqual([null]);
    expect(looked(hasty.tell({ ...timing(3000, 2), process: 'c-5' }), 1000)).toEqual([null]);
  });

  test('[OWN-5] while no broker runs and reaches the store', () => {
    expect(looked(unsettledPair().tell(ends.kill('broker-1')), 1000)).toEqual([null]);
    expect(looked(unsettledPair().tell(cut('broker-1', 'zookeeper')), 1000)).toEqual([null]);
  });

  test('[OWN-5] while two that run are cut off from each other; a dead one counts for nothing', () => {
    const two = () => unsettledPair().tell(brokerStarts('broker-2'));
    expect(looked(two(), 1000)).not.toEqual([null]);
    expect(looked(two().tell(cut('broker-1', 'broker-2')), 1000)).toEqual([null]);
    const dead = two().tell(cut('broker-1', 'broker-2'), ends.freeze('broker-2'));
    expect(looked(dead, 1000)).not.toEqual([null]);
  });
});

describe('those who do not run', () => {
  const hasty = { ...consumerStarts('c-4', 't'), failedHeartbeatThreshold: 1 };
  const joined = { ...cut('c-4', 'broker-1'), cut: false };
  const hastyPair = () => settled().tell(consumerStarts('c-3', 't'), hasty, joined);

  test('[OWN-5] [CFG-2] excuse nobody, whatever their windows and their links', () => {
    expect(looked(hastyPair(), 1000)).toEqual([null]);
    expect(looked(hastyPair().tell(ends.kill('c-4')), 1000)).toEqual([expect.any(String)]);
    expect(looked(hastyPair().tell(ends.freeze('c-4')), 1000)).toEqual([expect.any(String)]);
    const far = { ...cut('c-3', 'broker-2'), cut: false, latencyMs: [1, 1001] };
    const slow = () => settled().tell(consumerStarts('c-3', 't'), brokerStarts('broker-2'), far);
    expect(looked(slow(), 1000)).toEqual([null]);
    expect(looked(slow().tell(ends.kill('broker-2')), 1000)).toEqual([expect.any(String)]);
  });

  test('[OWN-5] when the last of what excused them ends, the time counts from there', () => {
    const tale = hastyPair();
    const liveness = new Liveness(scenario);
    const lookAt = (second: number) => liveness.look(tale.world, second * 1e6);
    expect(lookAt(100)).toBeNull();
    tale.tell(ends.kill('c-4'));
    expect([101, 100 + bound].map(lookAt)).toEqual([null, null]);
    expect(lookAt(101 + bound)?.text).toContain('g is not settled 37.0 s after the last fault');
  });
});

describe('a look', () => {
  const groups = (count: number) => {
    const tale = settled().tell(consumerStarts('c-3', 't'));
    for (let number = 1; number < count; number++) {
      const group = `g-${number}`;
      tale.tell({ ...groupConfigured, group }, { ...consumerStarts(`d-${number}`, 't'), group });
    }
    return tale;
  };

  /** How often a look goes through all processes, and all links. */
  const walks = (tale: Tale) => {
    const counts = { processes: 0, links: 0 };
    for (const key of ['processes', 'links'] as const) {
      const map = tale.world[key] as Map<string, unknown>;
      map.values = () => {
        counts[key] += 1;
        return Map.prototype.values.call(map);
      };
    }
    new Liveness(scenario).look(tale.world, 1e6);
    return counts;
  };

  test('goes through processes and links as often for many groups as for one', () => {
    expect(walks(groups(50))).toEqual(walks(groups(1)));
  });
});

describe('calm', () => {
  test('[OWN-5] is a group that was settled long enough for every window to run out', () => {
    const tale = settled();
    const liveness = new Liveness(scenario);
    const calmAt = (second: number) => {
      liveness.look(tale.world, second * 1e6);
      return liveness.isCalm(tale.world, second * 1e6);
    };
    expect([1, 6, 6.1].map(calmAt)).toEqual([false, false, true]);
    tale.tell(consumerStarts('c-3', 't'));
    expect(calmAt(9)).toBe(false);
    tale.tell(ends.kill('c-3'));
    expect([10, 15, 15.1].map(calmAt)).toEqual([false, false, true]);
  });
});
