import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeCommand } from './describe-command.ts';
import { describe as sentenceOf } from './describe.ts';
import type { NewEvent } from './events.ts';
import { eventKinds } from './layout.ts';
import { randomEvents } from './random-event.ts';
import { Trace } from './trace.ts';
import { transcript } from './transcript.ts';

const at = { atUs: 5_000_000, cause: null, rules: [] } as const;

function tell(...events: readonly NewEvent[]): string {
  const trace = new Trace();
  for (const event of events) trace.append(event);
  return sentenceOf(trace.event(trace.length - 1), trace);
}

const c1 = { ...at, process: 'c-1' } as const;
const broker = { ...at, process: 'broker-2' } as const;
const member = { group: 'billing', member: 'billing-host-3-3', consumer: 'c-3' } as const;
const sent = {
  ...c1,
  kind: 'message-sent',
  message: 7,
  connection: 'c-1/1/1',
  to: 'broker-2',
  api: 'Heartbeat',
  direction: 'request',
  correlationId: 9,
  generation: 2,
  byteCount: 0,
  bytes: new Uint8Array(),
  arrivesAtUs: 5_010_000,
} as const;

const sentences: readonly (readonly [event: NewEvent, sentence: string])[] = [
  [
    {
      ...at,
      kind: 'command',
      command: { atMs: 5000, do: 'freeze', target: 'c-2' },
      targets: ['c-2'],
    },
    'you: freeze c-2',
  ],
  [
    {
      ...at,
      kind: 'command',
      command: { atMs: 5000, do: 'kill', target: '@billing' },
      targets: ['broker-2'],
    },
    'you: kill @billing (broker-2)',
  ],
  [
    { ...at, kind: 'command', command: { atMs: 5000, do: 'thaw', target: 'c-2' }, targets: [] },
    'you: thaw c-2 (it hits nobody)',
  ],
  [{ ...c1, kind: 'process-crashed', reason: 'power-off' }, 'c-1 loses its power'],
  [{ ...c1, kind: 'process-frozen', reason: 'freeze' }, 'c-1 freezes'],
  [
    {
      ...c1,
      kind: 'process-started',
      role: 'consumer',
      host: 'host-1',
      incarnation: 2,
      slot: 0,
      group: 'billing',
      topics: ['orders'],
    },
    'c-1 starts again (incarnation 2): a consumer of billing on host-1, topics orders',
  ],
  [
    { ...at, kind: 'link-changed', peers: ['c-1', 'broker-2'], latencyMs: [5, 15], cut: false },
    'the link c-1 - broker-2 takes 5 to 15 ms',
  ],
  [sent, 'c-1 sends Heartbeat to broker-2, generation 2'],
  [
    {
      ...sent,
      process: 'broker-2',
      to: 'c-1',
      direction: 'response',
      request: 6,
      error: 'IllegalGeneration',
    },
    "broker-2 answers c-1's Heartbeat: IllegalGeneration, generation 2",
  ],
  [
    {
      ...broker,
      kind: 'request-refused',
      to: 'c-1',
      api: 'Heartbeat',
      group: 'billing',
      member: 'm',
      error: 'IllegalGeneration',
      reason: 'rebalance-pending',
    },
    "broker-2 refuses c-1's Heartbeat: IllegalGeneration (a rebalance is pending)",
  ],
  [
    { ...c1, kind: 'timer-started', timer: 'heartbeat', subject: '', deadlineUs: 5_333_333 },
    'c-1 sets its heartbeat timer to 5.333333 s',
  ],
  [
    {
      ...broker,
      kind: 'rebalance-started',
      group: 'billing',
      rebalance: 2,
      trigger: 'TRIG-2',
      subject: 'billing-host-3-3',
      generation: 1,
      reason: '',
    },
    'broker-2 starts rebalance 2 of billing: billing-host-3-3 is dead (TRIG-2)',
  ],
  [
    {
      ...broker,
      kind: 'rebalance-completed',
      group: 'billing',
      rebalance: 2,
      generation: 3,
      assignment: [
        {
          member: 'm-1',
          consumer: 'c-1',
          topics: ['orders'],
          partitions: [{ topic: 'orders', partitions: [0, 1] }],
        },
        { member: 'm-2', consumer: 'c-2', topics: ['orders'], partitions: [] },
      ],
      joined: [],
      left: [],
    },
    'rebalance 2 of billing is complete: generation 3, c-1: orders 0 1; c-2: nothing',
  ],
  [
    { ...broker, kind: 'member-removed', ...member, reason: 'dead' },
    'broker-2 removes billing-host-3-3 (c-3) from billing: dead',
  ],
];

describe('the sentence about an event', () => {
  test.each(sentences.map(([event, sentence]) => [sentence, event] as const))(
    '%s',
    (sentence, event) => {
      expect(tell(event)).toBe(sentence);
    },
  );

  test('a death by silence says how long the silence was', () => {
    const timer = {
      ...broker,
      timer: 'dead-after',
      subject: 'billing/billing-host-3-3',
      deadlineUs: 5_000_000,
    };
    const dead: readonly NewEvent[] = [
      { ...timer, atUs: 2_000_000, kind: 'timer-started' },
      { ...timer, kind: 'timer-fired' },
      { ...broker, cause: 1, kind: 'member-removed', ...member, reason: 'dead' },
    ];
    expect(tell(...dead)).toBe(
      'broker-2 declares billing-host-3-3 (c-3) dead: 3.000 s without a heartbeat',
    );
    expect(tell(...dead.slice(0, 2))).toBe(
      'broker-2 has heard nothing from billing-host-3-3 for 3.000 s',
    );
  });

  test('every kind has a sentence, of one line, with a subject', () => {
    const told = new Set<string>();
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const trace = new Trace();
        for (const event of randomEvents(seed, 30)) trace.append(event);
        for (let seq = 0; seq < trace.length; seq++) {
          const event = trace.event(seq);
          told.add(event.kind);
          expect(sentenceOf(event)).toMatch(/^[^\p{Cc}\u2028]+$/u);
          expect(sentenceOf(event, trace)).not.toContain('undefined');
        }
      }),
      { numRuns: 50 },
    );
    expect([...told].toSorted()).toEqual([...eventKinds].toSorted());
  });

  test.each([
    [
      { do: 'create-topic', topic: { name: 'x', partitions: 1, recordsPerSecond: 1 } },
      'create topic x with 1 partition',
    ],
    [{ do: 'delete-topic', topic: 'x' }, 'delete topic x'],
    [{ do: 'add-partitions', topic: 'x', partitions: 8 }, 'grow topic x to 8 partitions'],
    [{ do: 'subscribe', target: 'c-1', topics: ['a', 'b'] }, 'subscribe c-1 to topics a and b'],
    [{ do: 'subscribe', target: 'c-1', deny: ['a.*'] }, 'subscribe c-1 to topics like .* but a.*'],
    [{ do: 'corrupt-message', target: ['c-1', '@g'] }, 'corrupt the next message from c-1 to @g'],
    [
      { do: 'configure', target: 'c-1', settings: { sessionTimeoutMs: 5, heartbeatFrequency: 2 } },
      'set c-1: session timeout 5 ms and heartbeat frequency 2',
    ],
    [
      { do: 'configure', group: 'g', settings: { strategy: 'range', recordsPerSecond: 1 } },
      'set g: strategy range and 1 record per second',
    ],
    [
      { do: 'configure', network: true, settings: { latencyMs: [1, 2], transportTimeoutMs: 3 } },
      'set the network: latency 1 to 2 ms and transport timeout 3 ms',
    ],
  ] as const)('a command in words: %j', (action, words) => {
    expect(describeCommand({ atMs: 1, ...action })).toBe(words);
  });

  test('a command in words', () => {
    expect(describeCommand({ atMs: 1, do: 'cut-link', target: ['c-1', 'broker-2'] })).toBe(
      'cut the link c-1 - broker-2',
    );
    expect(describeCommand({ atMs: 1, do: 'restore-link', target: ['c-1', 'broker-2'] })).toBe(
      'restore the link c-1 - broker-2',
    );
    expect(
      describeCommand({ atMs: 1, do: 'slow-link', target: ['a', 'b'], latencyMs: [9, 9] }),
    ).toBe('slow the link a - b to 9 ms');
  });
});

describe('the transcript', () => {
  test('one aligned line an event: time, number, sentence, rules, because', () => {
    const trace = new Trace();
    trace.append({
      ...broker,
      atUs: 1,
      kind: 'rebalance-started',
      group: 'g',
      rebalance: 1,
      trigger: 'TRIG-1',
      subject: 'c-1',
      generation: 0,
      reason: '',
      rules: ['RB-1', 'TRIG-1'],
    });
    trace.append({
      ...broker,
      kind: 'rebalance-completed',
      group: 'g',
      rebalance: 1,
      generation: 1,
      assignment: [],
      joined: [],
      left: [],
    });
    trace.append({ ...c1, kind: 'process-thawed', reason: 'thaw' });
    const pad = ' '.repeat(76);
    const line = (sentence: string, notes: string) => `${(sentence + pad).slice(0, 76)} ${notes}\n`;
    expect([...transcript(trace)]).toEqual([
      `     0.000001       0  ${line('broker-2 starts rebalance 1 of g: c-1 is new (TRIG-1)', '[RB-1 TRIG-1]')}`,
      `     5.000000       1  ${line('rebalance 1 of g is complete: generation 1, no members', 'because 0')}`,
      '     5.000000       2  c-1 thaws\n',
    ]);
  });
});
