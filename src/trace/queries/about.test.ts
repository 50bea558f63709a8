/** Every kind of subject finds its own events in a run, and no others. */
import { expect, test } from 'vitest';
import { experimentOf, groupOf, run } from '../../simulation/testing.ts';
import { describe as say } from '../describe.ts';
import { isAbout } from './about.ts';
import type { Subject } from './about.ts';

const commands = [{ atMs: 3000, do: 'cut-link', target: ['c-2', 'broker-1'] }];
const { trace } = run(experimentOf({ seed: 3, scenario: groupOf(3), commands }), 4000);

function eventsAbout(subject: Subject): number[] {
  const all = Array.from({ length: trace.length }, (_, seq) => seq);
  return all.filter((seq) => isAbout(trace, seq, subject));
}

test('a process: what it does, and what is sent to it', () => {
  const found = eventsAbout({ kind: 'process', process: 'c-2' });
  expect(found.length).toBeGreaterThan(20);
  for (const seq of found) expect(JSON.stringify(trace.event(seq))).toContain('"c-2"');
});

test('a message: from its being sent to its end', () => {
  const kinds = eventsAbout({ kind: 'message', message: 1 }).map((seq) => trace.kind(seq));
  expect(kinds[0]).toBe('message-sent');
  expect(kinds).toContain('message-delivered');
});

test('a partition: whoever takes it or gives it up', () => {
  const found = eventsAbout({ kind: 'partition', topic: 'orders', partition: 4 });
  expect(found.map((seq) => trace.kind(seq))).toContain('partition-acquired');
  for (const seq of found) expect(trace.event(seq)).toMatchObject({ partition: 4 });
});

test('a topic: what is done to it, what that sets off, and who takes or gives up its partitions', () => {
  const topics = [
    { name: 'orders', partitions: 2 },
    { name: 'other', partitions: 2 },
  ];
  const consumers = [{ name: 'c-1', topics: ['orders', 'other'] }];
  const grown = run(
    experimentOf({
      scenario: { brokers: 1, topics, groups: [{ id: 'g', consumers }] },
      commands: [
        { atMs: 4000, do: 'add-partitions', topic: 'orders', partitions: 3 },
        { atMs: 4100, do: 'add-partitions', topic: 'other', partitions: 3 },
        { atMs: 4200, do: 'create-topic', topic: { name: 'new', partitions: 1 } },
      ],
    }),
    9000,
  ).trace;
  const about = (topic: string) =>
    Array.from({ length: grown.length }, (_, seq) => seq).filter((seq) =>
      isAbout(grown, seq, { kind: 'topic', topic }),
    );
  const kinds = about('orders').map((seq) => grown.kind(seq));
  for (const kind of ['command', 'topic-changed', 'rebalance-started', 'partition-acquired']) {
    expect(kinds).toContain(kind);
  }
  expect(about('new').map((seq) => grown.kind(seq))).toEqual(['command', 'topic-changed']);
  for (const seq of about('orders')) {
    expect(JSON.stringify(grown.event(seq))).toContain('"orders"');
    expect(about('other')).not.toContain(seq);
  }
});

test('a link: what is done to it and what goes over it, whichever way', () => {
  const found = eventsAbout({ kind: 'link', peers: ['broker-1', 'c-2'] });
  expect(found.map((seq) => trace.kind(seq))).toContain('link-changed');
  for (const seq of found) {
    expect(say(trace.event(seq), trace)).toMatch(/c-2/);
    expect(JSON.stringify(trace.event(seq))).toContain('broker-1');
  }
});
