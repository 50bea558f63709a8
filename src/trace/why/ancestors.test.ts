import { expect, test } from 'vitest';
import { registerProtocol } from '../../protocol/register/index.ts';
import { builtins } from '../../simulation/builtins.ts';
import { createInlineSimulation } from '../../simulation/inline.ts';
import { reasonsOf } from '../why.ts';
import { ancestorsOf } from './ancestors.ts';

test('what a chain touches: steps, the messages between them, who, which partition', () => {
  const { experiment } = builtins.find(({ id }) => id === 'zombie')!;
  const simulation = createInlineSimulation(experiment, registerProtocol);
  simulation.advance(16_000_000);
  const { trace } = simulation;
  let withMessages = 0;
  for (let seq = 0; seq < trace.length; seq++) {
    if (trace.kind(seq) !== 'partition-acquired') continue;
    const { events, messages, processes, partitions } = ancestorsOf(trace, seq);
    expect([...events]).toEqual(expect.arrayContaining(reasonsOf(trace, seq)));
    for (const event of events) expect(event).toBeLessThanOrEqual(seq);
    const topic = trace.text(seq, 'topic');
    expect(partitions).toContain(`${topic}/${trace.int(seq, 'partition')}`);
    expect(processes).toContain(trace.process(seq));
    for (const message of messages) {
      const own = [...events].filter((event) => trace.int(event, 'message') === message);
      expect(own.length).toBeGreaterThan(0);
    }
    withMessages += messages.size > 0 ? 1 : 0;
  }
  expect(withMessages).toBeGreaterThan(0);
});
