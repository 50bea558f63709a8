/**
 * For tests: one broker, spoken to by bytes. The test plays ZooKeeper and everybody else, and the
 * clock, which fires the timers that the broker has started.
 */
import { assert, known } from '../../../lib/assert.ts';
import type { Us } from '../../../lib/time.ts';
import { decodeFrame, encodeFields, encodeFrame } from '../../../wire/codec.ts';
import type { MessageOf, MessageSchema } from '../../../wire/schema.ts';
import type { FactKind, FactOf } from '../../facts.ts';
import type { BrokerSettings } from '../../settings.ts';
import type { CloseReason, ConnectionId, Effect, Input, TimerName } from '../../step.ts';
import { subsetCount } from '../../subset.ts';
import { zooKeeperWatchNotice } from '../../zookeeper/messages.ts';
import { brokerNode, coordinatorAuthor, coordinatorNode } from '../../zookeeper/nodes.ts';
import { catalogue } from '../catalogue.ts';
import type { ListedNode } from './controller.ts';
import { brokerMachine } from './machine.ts';
import type { BrokerState } from './state.ts';

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
  expectedBrokers: 3,
};

type Value = Readonly<Record<string, unknown>>;

/** A message that the broker has sent. */
export interface Sent {
  readonly connection: ConnectionId;
  readonly name: string;
  readonly schema: MessageSchema;
  readonly value: Value;
  readonly effect: Effect & { do: 'send' };
}

export class Harness {
  readonly state: BrokerState;
  nowUs: Us = 0;
  /** Of the last input. */
  effects: readonly Effect[] = [];
  /** What ZooKeeper has been asked on the present connection and has not answered, in order. */
  asked: Sent[] = [];
  /** Running timers: `timer subject` -> when they are due. */
  readonly timers = new Map<string, Us>();

  constructor(overrides: Partial<BrokerSettings> = {}, name = 'broker-1', incarnation = 1) {
    const own = { ...settings, ...overrides };
    this.state = brokerMachine.initialState({ name, incarnation, seed: 1, settings: own });
  }

  input(input: Input): readonly Effect[] {
    this.effects = brokerMachine.step(this.state, input, this.nowUs);
    for (const effect of this.effects) this.#note(effect);
    return this.effects;
  }

  #note(effect: Effect): void {
    if (effect.do === 'open-connection' && effect.to === 'zookeeper') this.asked = [];
    if (effect.do === 'send' && effect.connection === this.state.zookeeper.connection) {
      this.asked.push(sentOf(effect));
    }
    if (effect.do === 'start-timer') {
      assert(effect.afterUs > 0, 'a timer is due later');
      this.timers.set(`${effect.timer} ${effect.subject}`, this.nowUs + effect.afterUs);
    }
    if (effect.do === 'cancel-timer') this.timers.delete(`${effect.timer} ${effect.subject}`);
  }

  /** When a timer is due; undefined where it does not run. */
  due(timer: TimerName, subject = ''): Us | undefined {
    return this.timers.get(`${timer} ${subject}`);
  }

  /** Lets time pass until a timer is due, without the others, and fires it. */
  fire(timer: TimerName, subject = ''): readonly Effect[] {
    const key = `${timer} ${subject}`;
    this.nowUs = Math.max(this.nowUs, known(this.timers.get(key), `timer ${key}`));
    this.timers.delete(key);
    return this.input({ kind: 'timer', timer, subject });
  }

  /** Everything sent in the last step, in order. */
  sent(): Sent[] {
    return this.effects.flatMap((effect) => (effect.do === 'send' ? [sentOf(effect)] : []));
  }

  facts<K extends FactKind>(kind: K): FactOf<K>[] {
    return this.effects.flatMap((effect) =>
      effect.do === 'report' && effect.fact.kind === kind ? [effect.fact as FactOf<K>] : [],
    );
  }

  /** Connections that the last step has opened, by whom they go to. */
  opened(): string[] {
    return this.effects.flatMap((effect) => (effect.do === 'open-connection' ? [effect.to] : []));
  }

  /** The connection to ZooKeeper, as the broker has it. */
  get zookeeper(): ConnectionId {
    return known(this.state.zookeeper.connection, 'connection to ZooKeeper');
  }

  /** The connection on which the controller brings the map to a broker. */
  push(broker: string): ConnectionId {
    const push = known(this.state.controller.pushes.get(broker), `push to ${broker}`);
    return known(push.connection, `connection to ${broker}`);
  }

  open(connection: ConnectionId, peer: string): readonly Effect[] {
    return this.input({ kind: 'connection-opened', connection, peer });
  }

  close(connection: ConnectionId, reason: CloseReason = 'reset'): readonly Effect[] {
    return this.input({ kind: 'connection-closed', connection, peer: 'peer', reason });
  }

  bytes(connection: ConnectionId, bytes: Uint8Array): readonly Effect[] {
    return this.input({ kind: 'message', connection, bytes });
  }

  /** Somebody sends the broker a message; its answers on that connection. */
  receive<S extends MessageSchema>(
    connection: ConnectionId,
    schema: S,
    value: MessageOf<S>,
  ): readonly Value[] {
    this.bytes(connection, encodeFrame(schema, value as never, 1));
    return this.sent().flatMap((sent) => (sent.connection === connection ? [sent.value] : []));
  }

  /** ZooKeeper answers the oldest request. */
  answer(value: Value = {}): readonly Effect[] {
    const request = known(this.asked.shift(), 'request to answer');
    const { apiKey } = request.schema;
    const response = known(catalogue.get(apiKey)?.response, 'response');
    const { correlationId } = request.value;
    const all = { ...defaults[request.name], correlationId, ...value };
    return this.bytes(this.zookeeper, encodeFrame(response, all as never, 1));
  }

  notice(path: string, session = this.state.zookeeper.session): readonly Effect[] {
    const bytes = encodeFrame(zooKeeperWatchNotice, { correlationId: -1, session, path }, 1);
    return this.bytes(this.zookeeper, bytes);
  }

  /** Started and connected, with a session; it has just asked to register. */
  connected(session = 's-1'): this {
    this.input({ kind: 'started' });
    this.open(this.zookeeper, 'zookeeper');
    this.answer({ session });
    return this;
  }

  /** Registered, and another broker is the controller. */
  follower(session = 's-1'): this {
    this.connected(session).answer();
    this.answer({ failedAt: 0 });
    this.answer({ exists: true });
    return this;
  }

  /** It has won the election and read who lives and what is stored. */
  controller(brokers: readonly ListedNode[], stored: readonly ListedNode[] = []): this {
    this.connected().answer();
    this.answer();
    this.answer({ nodes: brokers });
    this.answer({ nodes: stored });
    return this;
  }
}

function sentOf(effect: Effect & { do: 'send' }): Sent {
  const decoded = decodeFrame(effect.bytes, catalogue);
  assert(decoded.ok, 'what is sent decodes');
  const { schema, value } = decoded;
  return { connection: effect.connection, name: schema.name, schema, value, effect };
}

/** What ZooKeeper answers unless a test says otherwise: it was done. */
const defaults: Readonly<Record<string, Value>> = {
  ZooKeeperConnectRequest: { session: 's-1', expired: false },
  ZooKeeperPingRequest: { expired: false },
  ZooKeeperGetRequest: {
    expired: false,
    path: '',
    exists: false,
    stamp: -1,
    author: '',
    owner: '',
    data: new Uint8Array(),
  },
  ZooKeeperChildrenRequest: { expired: false, path: '', nodes: [] },
  ZooKeeperMultiRequest: { expired: false, failedAt: -1, leftOut: [] },
};

/** A broker's node: `broker-<id>` under a session. */
export function live(id: number, session = `s-${id}`): ListedNode {
  const name = `broker-${id}`;
  const data = encodeFields(brokerNode, { id, host: name, port: 9092 });
  return { name, stamp: 0, author: name, owner: session, data };
}

/** What is stored when every subset has been given out once, in a circle. */
export function spreadOver(...brokers: readonly number[]): ListedNode[] {
  return Array.from({ length: subsetCount }, (_, subset) =>
    elected(subset, { broker: known(brokers[subset % brokers.length], 'broker') }),
  );
}

/** A coordinator's node. */
export function elected(
  subset: number,
  {
    broker,
    epoch = 1,
    session = `s-${broker}`,
  }: { broker: number; epoch?: number; session?: string },
): ListedNode {
  const name = `broker-${broker}`;
  const data = encodeFields(coordinatorNode, { id: broker, broker: name, session, epoch });
  const author = coordinatorAuthor(name, session);
  return { name: String(subset), stamp: epoch, author, owner: '', data };
}
