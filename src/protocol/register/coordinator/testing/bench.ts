/**
 * For tests: one broker's coordinator with a real ZooKeeper behind it, whose answers wait until they
 * are asked for, and a clock that fires the dead-after timers. It knows of no network.
 */
import { assert, known } from '../../../../lib/assert.ts';
import { clone } from '../../../../lib/clone.ts';
import type { Us } from '../../../../lib/time.ts';
import { decodeFrame, encodeFrame } from '../../../../wire/codec.ts';
import type { MessageSchema } from '../../../../wire/schema.ts';
import type { Fact, FactKind, FactOf } from '../../../facts.ts';
import type { RuleId } from '../../../rules.ts';
import type { BrokerSettings } from '../../../settings.ts';
import { Effects } from '../../../step.ts';
import type { ConnectionId } from '../../../step.ts';
import { subsetOf } from '../../../subset.ts';
import {
  zooKeeperChildrenRequest,
  zooKeeperGetRequest,
  zooKeeperMultiRequest,
} from '../../../zookeeper/messages.ts';
import { catalogue } from '../../catalogue.ts';
import {
  heartbeatRequest,
  offsetCommitRequest,
  offsetFetchRequest,
  registerConsumerRequest,
} from '../../messages.ts';
import type { RegisterConsumerRequest } from '../../messages.ts';
import type { CoordinatorContext } from '../context.ts';
import {
  handleChildren,
  handleClosed,
  handleDeadAfter,
  handleGroupRequest,
  handleMulti,
  handleNode,
} from '../coordinator.ts';
import { loseRole, takeRoles } from '../roles.ts';
import type { LossReason } from '../roles.ts';
import { initialCoordinator } from '../state.ts';
import type { CoordinatorState, Group } from '../state.ts';
import { partitionOf, replyOf } from './reply.ts';
import type { Reply } from './reply.ts';
import { Store } from './store.ts';

export const settings: BrokerSettings = {
  role: 'broker',
  brokerId: 1,
  wireVersion: 1,
  zooKeeperSessionTimeoutUs: 2_000_000,
  requestTimeoutUs: 1_000_000,
  backoffMaxUs: 1_000_000,
  minSessionTimeoutMs: 100,
  maxSessionTimeoutMs: 1_800_000,
  minHeartbeatIntervalMs: 10,
  expectedBrokers: 1,
};

/** S = 1000, F = 3, T = 3 unless a test says otherwise. */
export const deadAfterUs = 1_000_000;

interface Asking {
  readonly connection?: ConnectionId;
  readonly correlationId?: number;
  readonly version?: 0 | 1;
}

type Registering = {
  readonly member?: string;
} & Partial<Omit<RegisterConsumerRequest, 'version' | 'correlationId' | 'consumerId'>>;

export class Bench {
  nowUs: Us = 0;
  state: CoordinatorState = initialCoordinator();
  readonly store: Store;
  /** Subject -> deadline. */
  readonly timers = new Map<string, Us>();
  readonly facts: { readonly fact: Fact; readonly rules: readonly RuleId[] }[] = [];
  readonly replies: Reply[] = [];
  /** Closed by the coordinator. */
  readonly closed: ConnectionId[] = [];
  readonly #gone = new Set<ConnectionId>();
  #correlationId = 0;

  constructor(topics: Readonly<Record<string, number>> = { orders: 6 }) {
    this.store = new Store(topics);
  }

  /** The role for a group's subset, stored as a controller would; its groups are not read yet. */
  elect(epoch = 1, group = 'billing'): void {
    const { session } = this.store;
    this.store.writeCoordinator('broker-1', epoch, group);
    takeRoles(this.state, this.context(), [{ subset: subsetOf(group), epoch, session }]);
  }

  lose(reason: LossReason = 'lease', group = 'billing'): void {
    loseRole(this.state, this.context(), subsetOf(group), reason);
  }

  register(consumer: string, what: Registering = {}, given: Asking = {}): void {
    const { member: consumerId = '', ...request } = what;
    this.#request(registerConsumerRequest as MessageSchema, consumer, given, {
      groupId: 'billing',
      consumerHost: consumer.replace('c-', 'host-'),
      sessionTimeout: 1000,
      topics: ['orders'],
      heartbeatFrequency: 3,
      failedHeartbeatThreshold: 3,
      consumerId,
      strategy: 'range',
      ...request,
    });
  }

  heartbeat(consumer: string, consumerId: string, generation: number, given: Asking = {}): void {
    const value = { groupId: 'billing', consumerId, groupGenerationId: generation };
    this.#request(heartbeatRequest as MessageSchema, consumer, given, value);
  }

  /** `offsets`: `orders/0` -> offset. */
  commit(
    consumer: string,
    consumerId: string,
    generation: number,
    offsets: Readonly<Record<string, number>> = { 'orders/0': 7 },
    given: Asking = {},
  ): void {
    const list = Object.entries(offsets).map(([key, offset]) => ({ ...partitionOf(key), offset }));
    const value = { groupId: 'billing', consumerId, groupGenerationId: generation, offsets: list };
    this.#request(offsetCommitRequest as MessageSchema, consumer, given, value);
  }

  fetch(consumer: string, consumerId: string, ...partitions: readonly string[]): void {
    const value = { groupId: 'billing', consumerId, partitions: partitions.map(partitionOf) };
    this.#request(offsetFetchRequest as MessageSchema, consumer, {}, value);
  }

  #request(schema: MessageSchema, consumer: string, given: Asking, value: object): void {
    const { connection = connectionOf(consumer), version = 1 } = given;
    const { correlationId = ++this.#correlationId } = given;
    const request = { version, correlationId, ...value } as never;
    const decoded = decodeFrame(encodeFrame(schema, request, version), catalogue);
    assert(decoded.ok, 'a request decodes');
    handleGroupRequest(this.state, this.context(), connection, schema, decoded.value as never);
  }

  /** A consumer's connection ends, at its side or on the way. */
  disconnect(connection: ConnectionId): void {
    this.#gone.add(connection);
    handleClosed(this.state, this.context(), connection);
  }

  /** ZooKeeper answers the oldest request that waits; false: none does. */
  answerNext(): boolean {
    const answer = this.store.answer();
    if (!answer) return false;
    const { purpose, value } = answer;
    const { failedAt, leftOut, nodes, exists } = value;
    const context = this.context();
    if (typeof failedAt === 'number') {
      handleMulti(this.state, context, purpose, { failedAt, leftOut: leftOut as number[] });
    } else if (nodes) handleChildren(this.state, context, purpose, nodes as never);
    else handleNode(this.state, context, purpose, exists ? (value as never) : null);
    return true;
  }

  /** ZooKeeper answers until nothing is asked any more. */
  settle(): void {
    while (this.answerNext());
  }

  /** Lets time pass; what falls due at its very end is fired too. */
  wait(us: Us): void {
    const untilUs = this.nowUs + us;
    for (;;) {
      const [subject, dueUs] = earliest(this.timers);
      if (dueUs > untilUs) break;
      this.nowUs = dueUs;
      this.timers.delete(subject);
      handleDeadAfter(this.state, this.context(), subject);
    }
    this.nowUs = untilUs;
  }

  /** Goes on with a copy of the state, as a checkpoint does. */
  reload(): void {
    this.state = clone(this.state);
  }

  group(id = 'billing'): Group {
    return known(this.state.groups.get(id), `group ${id}`);
  }

  lastReply(): Reply {
    return known(this.replies.at(-1), 'reply');
  }

  factsOf<K extends FactKind>(kind: K): FactOf<K>[] {
    return this.facts.map(({ fact }) => fact).filter((fact) => fact.kind === kind) as FactOf<K>[];
  }

  lastFact<K extends FactKind>(kind: K): FactOf<K> {
    return known(this.factsOf(kind).at(-1), kind);
  }

  /** The rules of the last fact of a kind. */
  rulesOf(kind: FactKind): readonly RuleId[] {
    return known(
      this.facts.findLast(({ fact }) => fact.kind === kind),
      kind,
    ).rules;
  }

  /** Looks only at what comes from here on. */
  forget(): void {
    this.facts.length = 0;
    this.replies.length = 0;
    this.closed.length = 0;
  }

  context(): CoordinatorContext {
    const { store } = this;
    return {
      nowUs: this.nowUs,
      out: new AtOnce(this),
      settings,
      self: 'broker-1',
      peerOf: (connection) => {
        assert(!this.#gone.has(connection), 'a peer is asked for while it is connected');
        return connection.slice(0, connection.indexOf('/'));
      },
      reply: (connection, schema, value, about, rules) => {
        if (this.#gone.has(connection)) return;
        const reply = replyOf(connection, schema, value, rules);
        assert((about.error ?? 'None') === reply.error, 'the trace tells the error that is sent');
        this.replies.push(reply);
      },
      close: (connection) => {
        if (this.#gone.has(connection)) return;
        this.#gone.add(connection);
        this.closed.push(connection);
      },
      multi: (operations, purpose) =>
        store.ask(zooKeeperMultiRequest as MessageSchema, { operations }, purpose),
      watch: (path, purpose) =>
        store.ask(zooKeeperGetRequest as MessageSchema, { path, watch: true }, purpose),
      get: (path, purpose) =>
        store.ask(zooKeeperGetRequest as MessageSchema, { path, watch: false }, purpose),
      children: (path, purpose) =>
        store.ask(zooKeeperChildrenRequest as MessageSchema, { path, watch: false }, purpose),
    };
  }
}

/** Effects that are carried out at once. */
class AtOnce extends Effects {
  readonly #bench: Bench;

  constructor(bench: Bench) {
    super();
    this.#bench = bench;
  }

  override startTimer(_: string, subject: string, afterUs: Us): void {
    this.#bench.timers.set(subject, this.#bench.nowUs + afterUs);
  }

  override cancelTimer(_: string, subject: string): void {
    this.#bench.timers.delete(subject);
  }

  override report(fact: Fact, rules: readonly RuleId[]): void {
    this.#bench.facts.push({ fact, rules });
  }
}

function earliest(timers: ReadonlyMap<string, Us>): readonly [string, Us] {
  let first: readonly [string, Us] = ['', Infinity];
  for (const timer of timers) if (timer[1] < first[1]) first = timer;
  return first;
}

export function connectionOf(consumer: string): ConnectionId {
  return `${consumer}/1/1`;
}
