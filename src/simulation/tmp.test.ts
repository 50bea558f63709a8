import { test, expect } from 'vitest';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { readExperiment } from '../trace/experiment-schema.ts';
import { transcript } from '../trace/transcript.ts';
import { registerProtocol } from '../protocol/register/index.ts';
import { createInlineSimulation } from './inline.ts';
import { experimentOf } from './testing.ts';
import { WorldReader } from '../trace/world-reader.ts';
import { worldDifferences } from './world-differences.ts';
const commands = [
  { atMs: 4000, do: 'create-topic', topic: 'logs', partitions: 2 },
  { atMs: 6000, do: 'add-partitions', topic: 'orders', partitions: 6 },
  { atMs: 8000, do: 'subscribe', target: 'c-1', topics: ['orders', 'logs'] },
  { atMs: 11000, do: 'kill', target: 'c-2' },
  { atMs: 15000, do: 'delete-topic', topic: 'orders' },
  {
    atMs: 15500,
    do: 'create-topic',
    topic: { name: 'orders', partitions: 3, recordsPerSecond: 20 },
  },
  { atMs: 18000, do: 'configure', group: 'billing', settings: { strategy: 'roundrobin' } },
  { atMs: 24000, do: 'configure', group: 'billing', settings: { sessionTimeoutMs: 2000 } },
  { atMs: 28000, do: 'configure', network: true, settings: { latencyMs: [20, 30] } },
  { atMs: 29000, do: 'corrupt-message', target: ['c-1', '@billing'] },
  { atMs: 32000, do: 'corrupt-message', target: ['@billing', 'c-1'] },
  { atMs: 32000, do: 'corrupt-message', target: ['@billing', 'zookeeper'] },
];
test('x', () => {
  const e = experimentOf({
    scenario: {
      topics: [{ name: 'orders', partitions: 4 }],
      groups: [
        {
          id: 'billing',
          sessionTimeoutMs: 1000,
          consumers: [
            { name: 'c-1', topics: ['orders'] },
            { name: 'c-2', topics: ['orders'] },
            { name: 'c-3', allow: ['o.*'] },
          ],
        },
      ],
    },
    commands,
  });
  const s = createInlineSimulation(e, registerProtocol);
  const reader = new WorldReader(s.trace);
  let bad: unknown = null;
  while (s.handledUntilUs < 40e6 && !bad) {
    s.advance(40e6, 37);
    const d = worldDifferences(reader.worldAt(s.trace.length - 1), s);
    if (d.length) bad = { at: s.kernel.state.nowUs, d };
  }
  writeFileSync('/tmp/run.txt', [...transcript(s.trace)].join(''));
  expect(bad).toBeNull();
});
