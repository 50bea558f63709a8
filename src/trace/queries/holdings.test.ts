import { expect, test } from 'vitest';
import { registerProtocol } from '../../protocol/register/index.ts';
import { builtins } from '../../simulation/builtins.ts';
import { createInlineSimulation } from '../../simulation/inline.ts';
import { WorldReader } from '../world-reader.ts';
import { holdingsIn } from './holdings.ts';
import { stretchAt, TimeIndex } from './time-index.ts';

test.each(['zombie', 'first-minute', 'quick-restart', 'twelve', 'read-twice'])(
  'what each consumer holds is what the world says, at every moment: %s',
  (name) => {
    const { experiment } = builtins.find(({ id }) => id === name)!;
    const simulation = createInlineSimulation(experiment, registerProtocol);
    simulation.advance(16_000_000);
    const { trace } = simulation;
    const index = new TimeIndex();
    index.readOn(trace);
    const reader = new WorldReader(trace);
    const group = experiment.scenario.groups[0]!.id;
    const rows = index.ownership.partitionsOf(group);
    const whole = holdingsIn(rows, { fromUs: 0, toUs: Infinity });
    const known = index.ownership.consumersOf(group).map(({ consumer }) => consumer);
    expect(whole.size).toBeGreaterThan(0);
    expect(known).toEqual(expect.arrayContaining([...whole.keys()]));
    for (let seq = 0; seq < trace.length; seq += 5) {
      const atUs = trace.atUs(seq);
      if (trace.lastAtOrBefore(atUs) !== seq) continue;
      const around = holdingsIn(rows, { fromUs: atUs - 1000, toUs: atUs + 1000 });
      for (const { name: consumer, status, consumer: own } of reader
        .worldAt(seq)
        .processes.values()) {
        if (own?.group !== group || (status !== 'running' && status !== 'frozen')) continue;
        const held = [...own.held.keys()].toSorted();
        for (const all of [whole, around]) {
          const span = stretchAt(all.get(consumer) ?? [], atUs);
          expect((span?.partitions ?? []).map(({ key }) => key).toSorted()).toEqual(held);
          const holding = status === 'frozen' ? 'frozen' : 'reads';
          expect(span?.holding ?? holding).toBe(holding);
        }
      }
    }
  },
);

test('spans of one consumer are in order and never meet as equals', () => {
  const { experiment } = builtins.find(({ id }) => id === 'read-twice')!;
  const simulation = createInlineSimulation(experiment, registerProtocol);
  simulation.advance(16_000_000);
  const index = new TimeIndex();
  index.readOn(simulation.trace);
  const rows = index.ownership.partitionsOf(experiment.scenario.groups[0]!.id);
  for (const spans of holdingsIn(rows, { fromUs: 0, toUs: Infinity }).values()) {
    for (const [place, span] of spans.entries()) {
      const next = spans[place + 1];
      expect(span.toUs).toBeGreaterThan(span.fromUs);
      if (!next) continue;
      expect(next.fromUs).toBeGreaterThanOrEqual(span.toUs);
      const told = ({ holding, partitions }: typeof span) =>
        `${holding} ${partitions.map(({ key }) => key).join()}`;
      const after = next.fromUs === span.toUs ? told(next) : 'a pause';
      expect(after).not.toBe(told(span));
    }
  }
});
