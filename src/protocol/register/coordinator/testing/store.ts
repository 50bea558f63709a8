/** For tests: a real ZooKeeper that is asked by bytes and answers when it is told to. */
import { assert, known } from '../../../../lib/assert.ts';
import { decodeFields, decodeFrame, encodeFields, encodeFrame } from '../../../../wire/codec.ts';
import type { MessageSchema } from '../../../../wire/schema.ts';
import type { Effect } from '../../../step.ts';
import { subsetOf } from '../../../subset.ts';
import { zooKeeperMachine } from '../../../zookeeper/machine.ts';
import { zooKeeperConnectRequest, zooKeeperMultiRequest } from '../../../zookeeper/messages.ts';
import type { Operation } from '../../../zookeeper/messages.ts';
import {
  coordinatorAuthor,
  coordinatorNode,
  groupRecord,
  offsetNode,
  paths,
} from '../../../zookeeper/nodes.ts';
import type { GroupRecord } from '../../../zookeeper/nodes.ts';
import { set } from '../../../zookeeper/operations.ts';
import type { ZooKeeperState } from '../../../zookeeper/state.ts';
import { catalogue } from '../../catalogue.ts';
import type { CoordinatorPurpose } from '../state.ts';

export interface Asked {
  readonly bytes: Uint8Array;
  readonly purpose: CoordinatorPurpose;
}

export interface Answered {
  readonly value: Record<string, unknown>;
  readonly purpose: CoordinatorPurpose;
}

const connection = 'broker-1/1/1';

export class Store {
  readonly zookeeper: ZooKeeperState;
  readonly session: string;
  /** Asked and not answered, in order. */
  readonly waiting: Asked[] = [];
  #correlationId = 0;

  constructor(topics: Readonly<Record<string, number>>) {
    const list = Object.entries(topics).map(([name, partitions]) => ({ name, partitions }));
    const settings = { role: 'zookeeper', topics: list } as const;
    const start = { name: 'zookeeper', incarnation: 1, seed: 1, settings };
    this.zookeeper = zooKeeperMachine.initialState(start);
    const opened = { kind: 'connection-opened', connection, peer: 'broker-1' } as const;
    zooKeeperMachine.step(this.zookeeper, opened, 0);
    const request = this.#frame(zooKeeperConnectRequest as MessageSchema, {
      session: '',
      timeoutMs: 2000,
    });
    this.session = this.#step(request)['session'] as string;
  }

  ask(schema: MessageSchema, value: object, purpose: CoordinatorPurpose): void {
    const bytes = this.#frame(schema, { session: this.session, ...value });
    this.waiting.push({ bytes, purpose });
  }

  /** The answer to the oldest request; null where none waits. */
  answer(): Answered | null {
    const next = this.waiting.shift();
    return next ? { value: this.#step(next.bytes), purpose: next.purpose } : null;
  }

  /** Somebody writes, ahead of what waits. */
  write(...operations: readonly Operation[]): void {
    const value = { session: this.session, operations };
    const answer = this.#step(this.#frame(zooKeeperMultiRequest as MessageSchema, value));
    assert(answer['failedAt'] === -1, 'the write succeeds');
  }

  /** What a controller writes of a group's subset. */
  writeCoordinator(broker: string, epoch: number, group: string): void {
    const { session } = this;
    const data = encodeFields(coordinatorNode, { id: 1, broker, session, epoch });
    const author = coordinatorAuthor(broker, session);
    this.write(set(paths.coordinator(subsetOf(group)), epoch, author, data));
  }

  writeRecord(group: string, record: GroupRecord, epoch: number): void {
    const data = encodeFields(groupRecord, record);
    this.write(set(paths.group(group), record.generation, String(epoch), data));
  }

  record(group: string): GroupRecord | null {
    const node = this.zookeeper.nodes.get(paths.group(group));
    return node ? decodeFields(groupRecord, node.data) : null;
  }

  offset(group: string, topic: string, partition: number): number | undefined {
    const node = this.zookeeper.nodes.get(paths.offset(group, topic, partition));
    return node && decodeFields(offsetNode, node.data)?.offset;
  }

  #frame(schema: MessageSchema, value: object): Uint8Array {
    const correlationId = ++this.#correlationId;
    return encodeFrame(schema, { correlationId, ...value } as never, 1);
  }

  #step(bytes: Uint8Array): Record<string, unknown> {
    const input = { kind: 'message', connection, bytes } as const;
    const sent = zooKeeperMachine
      .step(this.zookeeper, input, 0)
      .find((effect): effect is Effect & { do: 'send' } => effect.do === 'send');
    const decoded = decodeFrame(known(sent, 'answer').bytes, catalogue);
    assert(decoded.ok, 'an answer decodes');
    return decoded.value;
  }
}
