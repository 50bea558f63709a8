import { expect, test } from 'vitest';
import { registerProtocol } from '../../protocol/register/index.ts';
import { builtins } from '../../simulation/builtins.ts';
import { createInlineSimulation } from '../../simulation/inline.ts';
import { lagOf } from '../consumption.ts';
import { WorldReader } from '../world-reader.ts';
import { TimeIndex } from './time-index.ts';

const told = ['first-minute', 'lag', 'three-groups', 'read-twice'];
const some = builtins.filter(({ id }, place) => told.includes(id) || place % 8 === 0);

test.each(some.map(({ id, experiment }) => [id, experiment] as const))(
  '[OFF-2] lag over time is the lag of the world at every moment: %s',
  (_, experiment) => {
    const simulation = createInlineSimulation(experiment, registerProtocol);
    simulation.advance(15_000_000);
    const { trace } = simulation;
    const index = new TimeIndex();
    index.readOn(trace);
    const reader = new WorldReader(trace);
    let most = 0;
    for (let seq = 0; seq < trace.length; seq += 3) {
      const world = reader.worldAt(seq);
      const atUs = trace.atUs(seq);
      if (trace.lastAtOrBefore(atUs) !== seq) continue;
      for (const group of world.groups.values()) {
        for (const topic of group.topics) {
          const { partitions = 0 } = world.topics.get(topic) ?? {};
          for (let partition = 0; partition < partitions; partition++) {
            const lag = lagOf(world, group, { topic, partition }, atUs);
            expect(index.lags.lagAt(group.group, topic, partition, atUs)).toBe(lag);
            const changes = index.lags.commitsIn(group.group, topic, partition, {
              fromUs: 0,
              toUs: atUs,
            });
            const last = index.lags.lastChangeUs(group.group, topic, partition, atUs);
            expect(last).toBe(changes.at(-1) ?? null);
            most = Math.max(most, lag);
          }
        }
      }
    }
    expect(most).toBeGreaterThan(0);
  },
);
