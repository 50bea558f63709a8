/** For tests: ZooKeeper, spoken to by bytes, one request and its answer at a time. */
import { assert, known } from '../../lib/assert.ts';
import { decodeFrame, encodeFields, encodeFrame } from '../../wire/codec.ts';
import { catalogueOf } from '../../wire/schema.ts';
import type { MessageOf, MessageSchema } from '../../wire/schema.ts';
import type { Fact, FactKind, FactOf } from '../facts.ts';
import type { RuleId } from '../rules.ts';
import type { ConnectionId, Effect, Input } from '../step.ts';
import { zooKeeperMachine } from './machine.ts';
import {
  operationKinds,
  zooKeeperChildrenRequest,
  zooKeeperConnectRequest,
  zooKeeperGetRequest,
  zooKeeperMessages,
  zooKeeperMultiRequest,
} from './messages.ts';
import type {
  Operation,
  zooKeeperChildrenResponse,
  zooKeeperConnectResponse,
  zooKeeperGetResponse,
  zooKeeperMultiResponse,
} from './messages.ts';
import {
  brokerNode,
  coordinatorAuthor,
  coordinatorNode,
  groupRecord,
  offsetNode,
  paths,
} from './nodes.ts';
import { set } from './operations.ts';
import type { ZooKeeperState } from './state.ts';

const catalogue = catalogueOf(zooKeeperMessages);

type Value = Readonly<Record<string, unknown>>;

export class Harness {
  readonly state: ZooKeeperState;
  /** Of the last input. */
  effects: readonly Effect[] = [];
  #correlationId = 0;

  constructor(topics: Readonly<Record<string, number>> = {}) {
    const list = Object.entries(topics).map(([name, partitions]) => ({ name, partitions }));
    const settings = { role: 'zookeeper', topics: list } as const;
    const start = { name: 'zookeeper', incarnation: 1, seed: 1, settings };
    this.state = zooKeeperMachine.initialState(start);
  }

  input(input: Input): readonly Effect[] {
    this.effects = zooKeeperMachine.step(this.state, input, 0);
    return this.effects;
  }

  bytes(connection: ConnectionId, bytes: Uint8Array): readonly Effect[] {
    return this.input({ kind: 'message', connection, bytes });
  }

  open(connection: ConnectionId): void {
    const [peer = ''] = connection.split('/');
    this.input({ kind: 'connection-opened', connection, peer });
  }

  /** Opens a connection and a session on it, or takes up `session` there. */
  connect(connection: ConnectionId, session = ''): Client {
    this.open(connection);
    const value = { session, timeoutMs: 2000 };
    const answer = this.request(connection, zooKeeperConnectRequest, value) as MessageOf<
      typeof zooKeeperConnectResponse
    >;
    return new Client(this, connection, answer.session);
  }

  /** What a request is answered with; null where it is not answered. */
  request<S extends MessageSchema>(
    connection: ConnectionId,
    schema: S,
    value: Omit<MessageOf<S>, 'correlationId'>,
  ): Value | null {
    const correlationId = ++this.#correlationId;
    this.bytes(connection, encodeFrame(schema, { correlationId, ...value } as never, 1));
    return this.sent(connection).find((sent) => sent['correlationId'] === correlationId) ?? null;
  }

  /** What the last input sent on a connection. */
  sent(connection: ConnectionId): Value[] {
    return this.effects.flatMap((effect) => {
      if (effect.do !== 'send' || effect.connection !== connection) return [];
      const decoded = decodeFrame(effect.bytes, catalogue);
      assert(decoded.ok, 'what is sent decodes');
      return [decoded.value];
    });
  }

  /** Paths of the notices that the last input sent on a connection. */
  notices(connection: ConnectionId): unknown[] {
    return this.sent(connection).flatMap(({ correlationId, path }) => {
      return correlationId === -1 ? [path] : [];
    });
  }

  facts<K extends FactKind>(kind: K): FactOf<K>[] {
    return this.reports().flatMap(({ fact }) => (fact.kind === kind ? [fact as FactOf<K>] : []));
  }

  reports(): { readonly fact: Fact; readonly rules: readonly RuleId[] }[] {
    return this.effects.flatMap((effect) => (effect.do === 'report' ? [effect] : []));
  }
}

/** A session and the connection that it was opened on. */
export class Client {
  readonly #harness: Harness;
  readonly connection: ConnectionId;
  readonly session: string;

  constructor(harness: Harness, connection: ConnectionId, session: string) {
    this.#harness = harness;
    this.connection = connection;
    this.session = session;
  }

  request<S extends MessageSchema>(
    schema: S,
    value: Omit<MessageOf<S>, 'correlationId' | 'session'>,
  ): Value | null {
    const { session } = this;
    return this.#harness.request(this.connection, schema, { session, ...value } as never);
  }

  get(path: string, watch = false): MessageOf<typeof zooKeeperGetResponse> {
    return known(this.request(zooKeeperGetRequest, { path, watch }), 'answer') as never;
  }

  names(path: string, watch = false): string[] {
    const answer = this.request(zooKeeperChildrenRequest, { path, watch }) as MessageOf<
      typeof zooKeeperChildrenResponse
    >;
    return answer.nodes.map(({ name }) => name);
  }

  multi(...operations: Operation[]): MessageOf<typeof zooKeeperMultiResponse> {
    return known(this.request(zooKeeperMultiRequest, { operations }), 'answer') as never;
  }
}

/** The write of a group's record without members. */
export function recordWrite(group: string, generation: number, epoch: number): Operation {
  const record = { strategy: 'range', generation, nextMemberNumber: 1, topics: [], members: [] };
  const data = encodeFields(groupRecord, record);
  return set(paths.group(group), generation, String(epoch), data);
}

/** The election of a coordinator. */
export function coordinatorWrite(
  subset: number,
  epoch: number,
  broker: string,
  session: string,
): Operation {
  const data = encodeFields(coordinatorNode, { id: 1, broker, session, epoch });
  return set(paths.coordinator(subset), epoch, coordinatorAuthor(broker, session), data);
}

export function offsetData(offset: number): Uint8Array {
  return encodeFields(offsetNode, { offset });
}

/** The content of a broker's node. */
export const brokerData = encodeFields(brokerNode, { id: 1, host: 'a', port: 9092 });

/** No client of the register protocol deletes what it has written; ZooKeeper could. */
export function remove(path: string): Operation {
  return { ...set(path, 0, '', new Uint8Array()), kind: operationKinds.delete };
}
