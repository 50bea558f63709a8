/**
 * A consumer under test: steps it by hand, with its timers, its connection and frames of answers
 * made for it. It plays the other side without knowing how a broker works.
 */
import { assert, known } from '../../../lib/assert.ts';
import { decodeFrame, encodeFrame } from '../../../wire/codec.ts';
import { errorCodes } from '../../../wire/errors.ts';
import type { ErrorName } from '../../../wire/errors.ts';
import type { Fields, MessageSchema, ValueOf } from '../../../wire/schema.ts';
import type { ConsumerStateName, FactKind, FactOf } from '../../facts.ts';
import type { TopicLog } from '../../logs.ts';
import type { RuleId } from '../../rules.ts';
import type { ConsumerSettings, Subscription } from '../../settings.ts';
import type { ConnectionId, Effect, Input, MessageAbout, TimerName } from '../../step.ts';
import { catalogue } from '../catalogue.ts';
import * as messages from '../messages.ts';
import { consumerMachine } from './machine.ts';
import type { ConsumerState } from './state.ts';

export const testSettings: ConsumerSettings = {
  role: 'consumer',
  group: 'billing',
  host: 'host-1',
  sessionTimeoutMs: 1000,
  heartbeatFrequency: 3,
  failedHeartbeatThreshold: 3,
  subscription: { topics: ['orders'] },
  strategy: 'range',
  wireVersion: 1,
  bootstrap: ['broker-1', 'broker-2', 'broker-3'],
  requestTimeoutUs: 1_000_000,
  backoffMinUs: 100_000,
  backoffMaxUs: 1_000_000,
  metadataRefreshUs: 5_000_000,
  commitIntervalUs: 1_000_000,
  recordsPerSecond: 100,
};

export interface RunningTimer {
  readonly timer: TimerName;
  readonly subject: string;
  readonly atUs: number;
  readonly rules: readonly RuleId[];
}

export interface Sent {
  readonly connection: ConnectionId;
  readonly about: MessageAbout;
  readonly rules: readonly RuleId[];
  readonly schema: MessageSchema;
  readonly value: Readonly<Record<string, unknown>>;
}

export interface Reported<K extends FactKind> {
  readonly fact: FactOf<K>;
  readonly rules: readonly RuleId[];
}

interface Offset {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
}

const decode = (bytes: Uint8Array) => {
  const decoded = decodeFrame(bytes, catalogue);
  assert(decoded.ok, 'a consumer sends what decodes');
  return decoded;
};

export class Harness {
  nowUs = 0;
  readonly state: ConsumerState;
  /** Of the last step, or of all while time passed. */
  effects: readonly Effect[] = [];
  /** Everything sent so far. */
  readonly requests: Sent[] = [];
  readonly timers = new Map<string, RunningTimer>();
  /** Connections that the consumer has not closed, nor anybody else. */
  readonly connections = new Map<ConnectionId, { peer: string; isOpen: boolean }>();

  constructor(settings: Partial<ConsumerSettings> = {}, incarnation = 1, seed = 7) {
    const all = { ...testSettings, ...settings };
    this.state = consumerMachine.initialState({ name: 'c-1', incarnation, seed, settings: all });
  }

  step(input: Input): readonly Effect[] {
    this.effects = consumerMachine.step(this.state, input, this.nowUs);
    for (const effect of this.effects) this.#carryOut(effect);
    return this.effects;
  }

  #carryOut(effect: Effect): void {
    switch (effect.do) {
      case 'send': {
        const { connection, about, rules, bytes } = effect;
        assert(this.connections.get(connection)?.isOpen, 'it sends on an open connection');
        const { schema, value } = decode(bytes);
        this.requests.push({ connection, about, rules, schema, value });
        return;
      }
      case 'start-timer': {
        const { timer, subject, afterUs, rules } = effect;
        const atUs = this.nowUs + afterUs;
        this.timers.set(`${timer}|${subject}`, { timer, subject, atUs, rules });
        return;
      }
      case 'cancel-timer':
        this.timers.delete(`${effect.timer}|${effect.subject}`);
        return;
      case 'open-connection':
        this.connections.set(effect.connection, { peer: effect.to, isOpen: false });
        return;
      case 'close-connection':
        assert(this.connections.delete(effect.connection), 'it closes what is not closed');
        return;
      case 'exit':
        this.timers.clear();
        return;
      case 'report':
        return;
    }
  }

  /** What was sent by them. */
  get sent(): readonly Sent[] {
    const count = this.effects.filter((effect) => effect.do === 'send').length;
    return count === 0 ? [] : this.requests.slice(-count);
  }

  get sentApis(): readonly string[] {
    return this.sent.map(({ about }) => about.api);
  }

  /** The facts of a kind among them. */
  facts<K extends FactKind>(kind: K): readonly Reported<K>[] {
    return this.effects.flatMap((effect) =>
      effect.do === 'report' && effect.fact.kind === kind
        ? [{ fact: effect.fact as unknown as FactOf<K>, rules: effect.rules }]
        : [],
    );
  }

  /** The running timer of a name; a consumer has at most one of each. */
  timer(name: TimerName): RunningTimer | undefined {
    return [...this.timers.values()].find(({ timer }) => timer === name);
  }

  get timerNames(): readonly TimerName[] {
    return [...this.timers.values()].map(({ timer }) => timer).toSorted();
  }

  /** Lets time pass up to `atUs`, inclusive; timers fire as they fall due. */
  passTo(atUs: number): this {
    const effects: Effect[] = [];
    for (;;) {
      const due = [...this.timers.values()].filter((timer) => timer.atUs <= atUs);
      const next = due.toSorted((a, b) => a.atUs - b.atUs)[0];
      if (!next) break;
      this.nowUs = next.atUs;
      effects.push(...this.fire(next.timer));
    }
    this.nowUs = atUs;
    this.effects = effects;
    return this;
  }

  /** A running timer fires now, however long it has to run. */
  fire(name: TimerName): readonly Effect[] {
    const { timer, subject } = known(this.timer(name), `timer ${name}`);
    this.timers.delete(`${timer}|${subject}`);
    return this.step({ kind: 'timer', timer, subject });
  }

  start(): this {
    this.step({ kind: 'started' });
    return this;
  }

  /** The connection that the consumer opens, or has. */
  get connection(): ConnectionId {
    return known([...this.connections.keys()].at(-1), 'connection');
  }

  get peer(): string {
    return known(this.connections.get(this.connection), 'connection').peer;
  }

  opened(): this {
    const connection = known(this.connections.get(this.connection), 'connection');
    connection.isOpen = true;
    this.step({ kind: 'connection-opened', connection: this.connection, peer: connection.peer });
    return this;
  }

  closed(reason: 'closed' | 'reset' | 'refused' | 'timeout' = 'reset'): this {
    const { connection, peer } = this;
    this.connections.delete(connection);
    this.step({ kind: 'connection-closed', connection, peer, reason });
    return this;
  }

  deliver(bytes: Uint8Array, connection: ConnectionId = this.connection): this {
    this.step({ kind: 'message', connection, bytes });
    return this;
  }

  /** The last request of an api. */
  lastRequest(api: string): Sent {
    const sent = this.requests.filter(({ about }) => about.api === api);
    return known(sent.at(-1), `request ${api}`);
  }

  /** Answers a request, the last of its api unless told, on the connection it came by. */
  answer<F extends Fields>(
    schema: MessageSchema<F>,
    value: Omit<ValueOf<F>, 'correlationId'>,
    { connection, about }: Sent = this.lastRequest(schema.api),
  ): this {
    const { correlationId } = about;
    const all = { ...value, correlationId } as unknown as ValueOf<F>;
    const { version = 1 } = value as { version?: number };
    return this.deliver(encodeFrame(schema, all, version === 0 ? 0 : 1), connection);
  }

  answerCoordinator(host = 'broker-2', epoch = 1, error: ErrorName = 'None', to?: Sent): this {
    const value = {
      errorCode: errorCodes[error],
      coordinatorId: { id: 2, host, port: 9092 },
      coordinatorEpoch: epoch,
      groupGenerationId: -1,
    };
    return this.answer(messages.consumerMetadataResponse, value, to);
  }

  answerRegistration(error: ErrorName = 'None', partitions = [0, 1], generation = 1, to?: Sent) {
    const value = {
      version: this.state.settings.wireVersion,
      errorCode: errorCodes[error],
      groupGenerationId: generation,
      groupId: 'billing',
      consumerId: 'billing-host-1-1',
      partitionsToOwn: partitions.map((partition) => ({ topic: 'orders', partition })),
    };
    return this.answer(messages.registerConsumerResponse, value, to);
  }

  answerHeartbeat(error: ErrorName = 'None', to?: Sent): this {
    const groupGenerationId = this.state.generation;
    const consumerId = this.state.member ?? '';
    const value = { groupId: 'billing', groupGenerationId, consumerId };
    const errorCode = errorCodes[error];
    return this.answer(messages.heartbeatResponse, { ...value, errorCode }, to);
  }

  answerOffsets(offsets: readonly Offset[], error: ErrorName = 'None', to?: Sent): this {
    const value = { errorCode: errorCodes[error], offsets: [...offsets] };
    return this.answer(messages.offsetFetchResponse, value, to);
  }

  answerCommit(error: ErrorName = 'None', to?: Sent): this {
    return this.answer(messages.offsetCommitResponse, { errorCode: errorCodes[error] }, to);
  }

  /** Topics of one partition each. */
  answerTopics(names: readonly string[], error: ErrorName = 'None', to?: Sent): this {
    const topics = names.map((topic) => ({ topic, partitions: 1 }));
    return this.answer(
      messages.topicMetadataResponse,
      { errorCode: errorCodes[error], topics },
      to,
    );
  }

  subscribe(subscription: Subscription): this {
    this.step({ kind: 'subscribe', subscription });
    return this;
  }

  /** The logs of all topics: each as they are from now on. */
  takeLogs(...logs: readonly TopicLog[]): this {
    this.step({ kind: 'logs', logs });
    return this;
  }

  /** From the start to an open connection to the coordinator broker-2. */
  reachingCoordinator(): this {
    this.start().opened().answerCoordinator();
    return this.connections.get(this.connection)?.isOpen === true ? this : this.opened();
  }

  /** Registering; one with patterns knows the topics `orders` and `clicks` by then. */
  registering(): this {
    this.reachingCoordinator();
    if (this.state.state === 'Discovering') this.answerTopics(['orders', 'clicks']);
    return this;
  }

  /** PartOfGroup, in generation 1, as billing-host-1-1 with partitions 0 and 1 of orders. */
  joined(partitions = [0, 1]): this {
    return this.registering().answerRegistration('None', partitions);
  }

  /** PartOfGroup and reading both partitions, from offsets 5 and 0. */
  reading(): this {
    const nothing = { topic: 'orders', partition: 1, offset: -1 };
    return this.joined().answerOffsets([{ topic: 'orders', partition: 0, offset: 5 }, nothing]);
  }

  /** Goes through discovery again, up to an open connection to the coordinator. */
  rediscovered(host = 'broker-3'): this {
    if (this.timer('backoff')) this.fire('backoff');
    this.opened().answerCoordinator(host, 2);
    return this.connections.get(this.connection)?.isOpen === true ? this : this.opened();
  }

  /** Rediscovering, having just sent the first heartbeat. */
  probing(): this {
    return this.reading().closed().rediscovered();
  }
}

/** A consumer in each state: the busiest moment of it. */
export const inState: Readonly<
  Record<ConsumerStateName, (settings?: Partial<ConsumerSettings>) => Harness>
> = {
  Down: (settings) => new Harness(settings),
  Discovering: (settings) => new Harness(settings).start().opened(),
  Registering: (settings) => new Harness(settings).registering(),
  PartOfGroup: (settings) => new Harness(settings).reading(),
  Rediscovering: (settings) => new Harness(settings).probing(),
};
