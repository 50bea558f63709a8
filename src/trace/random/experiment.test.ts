import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkExperiment } from '../experiment-checks.ts';
import { readExperiment, writeExperiment } from '../experiment-schema.ts';
import type { Command } from '../experiment.ts';
import { modes } from './commands.ts';
import type { Mode } from './commands.ts';
import { randomExperiment } from './experiment.ts';

const anyNumber = fc.integer({ min: 1, max: 1_000_000 });

const faultsOf = (commands: readonly Command[]) => commands.filter(({ atMs }) => atMs < 20_000);
const healsOf = (commands: readonly Command[]) => commands.filter(({ atMs }) => atMs === 20_000);

function each(mode: Mode, check: (commands: readonly Command[]) => void): void {
  fc.assert(
    fc.property(anyNumber, (number) => {
      check(randomExperiment(number, mode).commands);
    }),
    { numRuns: 200 },
  );
}

describe.each(modes)('a random experiment: %s', (mode) => {
  test('is one that the schema takes, and the same for the same number', () => {
    fc.assert(
      fc.property(anyNumber, (number) => {
        const experiment = randomExperiment(number, mode);
        expect(checkExperiment(experiment)).toBeNull();
        expect(readExperiment(writeExperiment(experiment))).toEqual({ ok: true, experiment });
        expect(randomExperiment(number, mode)).toEqual(experiment);
      }),
      { numRuns: 200 },
    );
  });

  test('[OWN-5] what is slow becomes quick again, and a broker that consumers know runs', () => {
    each(mode, (commands) => {
      const [faults, heals] = [faultsOf(commands), healsOf(commands)];
      const count = (list: readonly Command[], verb: string) =>
        list.filter((command) => command.do === verb).length;
      expect(count(heals, 'slow-link')).toBe(count(faults, 'slow-link'));
      expect(heals.at(-1)).toMatchObject({ do: 'start-broker', name: 'broker-1' });
    });
  });

  test('[OWN-5] links between brokers, and to ZooKeeper, are all restored', () => {
    each(mode, (commands) => {
      const isCut = (command: Command) =>
        command.do === 'cut-link' && !command.target[0].startsWith('c-');
      const keys = faultsOf(commands).flatMap((command) =>
        isCut(command) && 'key' in command ? [command.key] : [],
      );
      expect(keys).toHaveLength(faultsOf(commands).filter(isCut).length);
      const restored = healsOf(commands).map((command) => 'key' in command && command.key);
      expect(restored).toEqual(expect.arrayContaining(keys));
    });
  });
});

describe('modes', () => {
  test('differ in how much happens', () => {
    each('calm', (commands) => expect(faultsOf(commands).length).toBeLessThanOrEqual(12));
    each('storm', (commands) => {
      expect(faultsOf(commands).length).toBeGreaterThanOrEqual(15);
      expect(faultsOf(commands).length).toBeLessThanOrEqual(40);
    });
  });

  test('coordinator: a fault at a seat comes within two seconds of something', () => {
    each('coordinator', (commands) => {
      const atSeat = faultsOf(commands).filter(
        (command) => 'target' in command && [command.target].flat()[0]?.startsWith('@'),
      );
      expect(atSeat.length).toBeGreaterThanOrEqual(1);
      const isSoon = ({ atMs }: Command) =>
        commands.some((other) => other.atMs <= atMs && other.atMs > atMs - 2001);
      expect(atSeat.every(isSoon)).toBe(true);
    });
  });

  test('every setting that can be changed is, by consumer, by group and for the network', () => {
    const experiments = Array.from({ length: 150 }, (_, index) => randomExperiment(index, 'storm'));
    const changed = new Set(
      experiments
        .flatMap(({ commands }) => commands)
        .flatMap((command) => {
          if (command.do !== 'configure') return [];
          const whose = ['target', 'group', 'network'].find((key) => key in command);
          return Object.keys(command.settings).map((setting) => `${whose} ${setting}`);
        }),
    );
    const plain = ['sessionTimeoutMs', 'heartbeatFrequency', 'failedHeartbeatThreshold'];
    const settings = {
      target: [...plain, 'recordsPerSecond'],
      group: [...plain, 'recordsPerSecond', 'strategy'],
      network: ['latencyMs', 'transportTimeoutMs'],
    };
    const all = Object.entries(settings).flatMap(([whose, names]) =>
      names.map((name) => `${whose} ${name}`),
    );
    expect(changed).toEqual(new Set(all));
    const timeouts = experiments.map(({ scenario }) => scenario.network.transportTimeoutMs);
    expect(new Set(timeouts).size).toBeGreaterThan(1);
  });

  test('every kind of command comes up', () => {
    const verbs = new Set(
      Array.from({ length: 100 }, (_, index) => randomExperiment(index, 'storm')).flatMap(
        ({ commands }) => commands.map((command) => command.do),
      ),
    );
    expect([...verbs].toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'add-partitions',
      'configure',
      'corrupt-message',
      'create-topic',
      'cut-link',
      'delete-topic',
      'freeze',
      'kill',
      'power-off',
      'restart',
      'restore-link',
      'slow-link',
      'start-broker',
      'start-consumer',
      'stop',
      'subscribe',
      'thaw',
    ]);
  });
});
