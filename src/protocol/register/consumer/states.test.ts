import { describe, expect, test } from 'vitest';
import { AssertionError } from '../../../lib/assert.ts';
import { Effects } from '../../step.ts';
import type { Input, TimerName } from '../../step.ts';
import { consumerStates } from '../../facts.ts';
import type { ConsumerStateName } from '../../facts.ts';
import type { Harness } from './harness.ts';
import { inState } from './harness.ts';
import { consumerStateTable, transition } from './states.ts';

describe('the table', () => {
  const ways: Readonly<Record<ConsumerStateName, readonly ConsumerStateName[]>> = {
    Down: ['Discovering'],
    Discovering: ['Registering', 'Down'],
    Registering: ['PartOfGroup', 'Registering', 'Discovering', 'Rediscovering', 'Down'],
    PartOfGroup: ['Registering', 'Rediscovering', 'Down'],
    Rediscovering: ['PartOfGroup', 'Registering', 'Down'],
  };

  test('has the states and ways of the text', () => {
    expect(Object.keys(consumerStateTable)).toEqual([...consumerStates]);
    for (const state of consumerStates) {
      expect(Object.keys(consumerStateTable[state].leavesTo)).toEqual(ways[state]);
    }
  });

  const pairs = consumerStates.flatMap((from) => consumerStates.map((to) => [from, to] as const));

  const known = pairs.filter(([from, to]) => ways[from].includes(to));
  const unknown = pairs.filter(([from, to]) => !ways[from].includes(to));

  test.each(known)('%s to %s: reported', (from, to) => {
    const { state } = inState[from]();
    const out = new Effects();
    transition(state, out, to, 'why', ['REG-1']);
    const { member, generation, fetching } = state;
    const fact = { group: 'billing', member, generation, fetching, previous: from, state: to };
    expect(out.list).toEqual([
      {
        do: 'report',
        fact: { kind: 'consumer-state', ...fact, reason: 'why' },
        rules: ['REG-1'],
      },
    ]);
  });

  test.each(unknown)('%s to %s: refused', (from, to) => {
    const { state } = inState[from]();
    const go = () => transition(state, new Effects(), to, 'why', ['REG-1']);
    expect(go).toThrow(`a way leads from ${from} to ${to}`);
    expect(state.state).toBe(from);
  });
});

/** Where each input leads from each state; `refused` is a defect of whoever sends it. */
type Outcome = ConsumerStateName | 'refused';
type Row = Readonly<Record<ConsumerStateName, Outcome>>;

const stay: Row = {
  Down: 'refused',
  Discovering: 'Discovering',
  Registering: 'Registering',
  PartOfGroup: 'PartOfGroup',
  Rediscovering: 'Rediscovering',
};
const refused: Row = {
  Down: 'refused',
  Discovering: 'refused',
  Registering: 'refused',
  PartOfGroup: 'refused',
  Rediscovering: 'refused',
};
const lost = { Registering: 'Discovering', PartOfGroup: 'Rediscovering' } as const;

const step = (input: Input) => (consumer: Harness) => void consumer.step(input);
const fires = (timer: TimerName) => step({ kind: 'timer', timer, subject: '' });
const other = { connection: 'c-9/1/1', peer: 'broker-9' } as const;

const inputs: Readonly<Record<string, readonly [(consumer: Harness) => void, Row]>> = {
  started: [step({ kind: 'started' }), { ...refused, Down: 'Discovering' }],
  stop: [
    step({ kind: 'stop' }),
    {
      Down: 'refused',
      Discovering: 'Down',
      Registering: 'Down',
      PartOfGroup: 'Down',
      Rediscovering: 'Down',
    },
  ],
  thawed: [step({ kind: 'thawed', frozenAtUs: 0 }), stay],
  logs: [step({ kind: 'logs', logs: [] }), stay],
  'change-topic': [
    step({ kind: 'change-topic', topic: 'orders', partitions: 2, recordsPerSecond: 1 }),
    refused,
  ],
  'subscribe, other topics': [
    step({ kind: 'subscribe', subscription: { topics: ['clicks'] } }),
    { ...stay, PartOfGroup: 'Registering' },
  ],
  'subscribe, patterns': [
    step({ kind: 'subscribe', subscription: { allow: ['.*'] } }),
    // It has to hear of the topics first.
    stay,
  ],
  'subscribe, the same topics': [
    step({ kind: 'subscribe', subscription: { topics: ['orders'] } }),
    stay,
  ],
  'another connection opened': [step({ kind: 'connection-opened', ...other }), stay],
  'another connection closed': [
    step({ kind: 'connection-closed', ...other, reason: 'closed' }),
    stay,
  ],
  'its connection closed': [
    (consumer) =>
      consumer.state.state === 'Down' ? fires('backoff')(consumer) : void consumer.closed(),
    { ...stay, ...lost },
  ],
  'message on another connection': [
    step({ kind: 'message', connection: 'c-9/1/1', bytes: new Uint8Array([1]) }),
    stay,
  ],
  'message that does not decode': [
    (consumer) =>
      step({
        kind: 'message',
        connection: consumer.state.connection?.id ?? '',
        bytes: new Uint8Array([1]),
      })(consumer),
    { ...stay, ...lost },
  ],
  'timer backoff': [
    fires('backoff'),
    { ...refused, Discovering: 'Discovering', Rediscovering: 'Rediscovering' },
  ],
  'timer request': [fires('request'), { ...stay, Registering: 'refused' }],
  'timer registration': [fires('registration'), { ...refused, Registering: 'Discovering' }],
  'timer heartbeat': [
    fires('heartbeat'),
    { ...refused, PartOfGroup: 'PartOfGroup', Rediscovering: 'Rediscovering' },
  ],
  'timer coordinator-failed': [
    fires('coordinator-failed'),
    { ...refused, PartOfGroup: 'Rediscovering', Rediscovering: 'Rediscovering' },
  ],
  'timer commit': [fires('commit'), { ...refused, PartOfGroup: 'PartOfGroup' }],
  'timer metadata-refresh': [fires('metadata-refresh'), stay],
  "a broker's timer": [fires('lease'), refused],
};

const cases = Object.entries(inputs).flatMap(([name, [go, row]]) =>
  consumerStates.map((state) => [state, name, row[state], go] as const),
);

describe('every state, every input', () => {
  const expected = cases.filter(([, , outcome]) => outcome !== 'refused');

  test.each(expected)('%s, %s: %s', (from, _, outcome, go) => {
    const consumer = inState[from]();
    go(consumer);
    expect(consumer.state.state).toBe(outcome);
  });

  test.each(cases.filter(([, , outcome]) => outcome === 'refused'))(
    '%s, %s: %s',
    (from, _, __, go) => {
      expect(() => go(inState[from]())).toThrow(AssertionError);
    },
  );
});

/** What is asked in each state, and where each kind of answer leads. */
const answers = [
  ['Discovering', 'coordinator', 'None', 'Discovering'],
  ['Discovering', 'coordinator', 'CoordinatorNotAvailable', 'Discovering'],
  ['Registering', 'registration', 'None', 'PartOfGroup'],
  ['Registering', 'registration', 'NotCoordinatorForGroup', 'Discovering'],
  ['Registering', 'registration', 'CoordinatorStartupNotComplete', 'Discovering'],
  ['Registering', 'registration', 'UnknownConsumer', 'Discovering'],
  ['Registering', 'registration', 'InvalidSessionTimeout', 'Down'],
  ['PartOfGroup', 'heartbeat', 'None', 'PartOfGroup'],
  ['PartOfGroup', 'heartbeat', 'IllegalGeneration', 'Registering'],
  ['PartOfGroup', 'heartbeat', 'UnknownConsumer', 'Registering'],
  ['PartOfGroup', 'heartbeat', 'NotCoordinatorForGroup', 'Rediscovering'],
  ['PartOfGroup', 'heartbeat', 'CoordinatorStartupNotComplete', 'Rediscovering'],
  ['Rediscovering', 'heartbeat', 'None', 'PartOfGroup'],
  ['Rediscovering', 'heartbeat', 'IllegalGeneration', 'Registering'],
  ['Rediscovering', 'heartbeat', 'UnknownConsumer', 'Registering'],
  ['Rediscovering', 'heartbeat', 'NotCoordinatorForGroup', 'Rediscovering'],
  ['Rediscovering', 'heartbeat', 'CoordinatorStartupNotComplete', 'Rediscovering'],
] as const;

describe('every answer', () => {
  test.each(answers)('%s, %s answered %s: %s', (from, what, error, outcome) => {
    const consumer = inState[from]();
    if (what === 'coordinator') consumer.answerCoordinator('broker-1', 1, error);
    else if (what === 'registration') consumer.answerRegistration(error);
    else {
      if (from === 'PartOfGroup') consumer.fire('heartbeat');
      consumer.answerHeartbeat(error);
    }
    expect(consumer.state.state).toBe(outcome);
  });
});
