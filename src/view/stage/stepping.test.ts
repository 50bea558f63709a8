/** The stage is a function of the world and the time: however one gets to an event, it looks the same. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { known } from '../../lib/assert.ts';
import { builtins } from '../../simulation/builtins.ts';
import { run } from '../../simulation/testing.ts';
import type { TraceReader } from '../../trace/reader.ts';
import type { World } from '../../trace/world.ts';
import { WorldReader } from '../../trace/world-reader.ts';
import { brokerView, leaseDetail } from './broker-views.ts';
import { captionOf } from './captions/captions.ts';
import { consumerDetail, groupSentence, toldDetail } from './details.ts';
import { flightsAt } from './draw/flights.ts';
import { lostPlaces, messagePlaces } from './draw/messages.ts';
import { indexTimers, ringsOf } from './draw/rings.ts';
import { sceneOf } from './scene.ts';
import { pastOf } from './captions/past.ts';
import { consumerView, shelfView, zooKeeperLine } from './views.ts';

/** Everything that the stage shows of a group, between the event and the next one. */
function stageAt(world: World, trace: TraceReader, seq: number, afterUs: number): unknown {
  const atUs = trace.atUs(seq) + afterUs;
  const id = known([...world.groups.keys()][0], 'group');
  const scene = sceneOf(world, id, 1036, 563);
  const timers = indexTimers(world);
  const processes = [...world.processes.values()].map((process) =>
    process.consumer
      ? [
          consumerView(world, id, process),
          ringsOf(world, timers, id, process, atUs),
          consumerDetail(world, process, atUs),
          toldDetail(process, atUs),
        ]
      : [brokerView(world, id, process), leaseDetail(world, process, atUs)],
  );
  const group = world.groups.get(id);
  return structuredClone({
    scene,
    processes,
    shelf: shelfView(world, id),
    messages: messagePlaces(world, scene, atUs),
    lost: lostPlaces(world, scene, atUs),
    flights: flightsAt(world, trace, seq, atUs, id),
    bar: group && [groupSentence(world, group, atUs), zooKeeperLine(group)],
    caption: captionOf(world, trace, seq, id, pastOf(new WorldReader(trace), trace)),
  });
}

const shown = ['first-minute', 'zombie', 'coordinator-restarts', 'corrupt', 'topic-made-again'];

describe('stepping back and forward again', () => {
  it.each(shown)('shows the same: %s', (id) => {
    const { experiment } = known(
      builtins.find((one) => one.id === id),
      id,
    );
    const { trace } = run(experiment, 18_000);
    const reader = new WorldReader(trace);
    const anyStep = fc.record({
      // Where there is a group, and something has happened.
      at: fc.integer({ min: 200, max: trace.length - 1 }),
      back: fc.integer({ min: 1, max: 1000 }),
      afterUs: fc.integer({ min: 0, max: 400_000 }),
    });
    fc.assert(
      fc.property(anyStep, ({ at, back, afterUs }) => {
        const before = stageAt(reader.worldAt(at), trace, at, afterUs);
        for (let seq = at - 1; seq >= Math.max(0, at - back); seq -= 97) {
          stageAt(reader.worldAt(seq), trace, seq, 0);
        }
        expect(stageAt(reader.worldAt(at), trace, at, afterUs)).toEqual(before);
        const fresh = new WorldReader(trace).worldAt(at);
        expect(stageAt(fresh, trace, at, afterUs)).toEqual(before);
      }),
      { numRuns: 25 },
    );
  });
});
