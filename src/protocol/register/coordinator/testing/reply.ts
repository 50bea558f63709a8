/** For tests: an answer to a consumer, as far as they look at it, after a journey through bytes. */
import { assert } from '../../../../lib/assert.ts';
import { decodeFrame, encodeFrame } from '../../../../wire/codec.ts';
import { errorName } from '../../../../wire/errors.ts';
import type { ErrorName } from '../../../../wire/errors.ts';
import type { MessageSchema } from '../../../../wire/schema.ts';
import type { RuleId } from '../../../rules.ts';
import type { ConnectionId } from '../../../step.ts';
import { catalogue } from '../../catalogue.ts';

export interface Reply {
  readonly connection: ConnectionId;
  readonly api: string;
  readonly error: ErrorName;
  readonly correlationId: number;
  readonly generation: number;
  readonly member: string;
  /** `orders/0` ... */
  readonly partitions: readonly string[];
  /** Of an OffsetFetch: `orders/0` -> offset. */
  readonly offsets: Readonly<Record<string, number>>;
  readonly rules: readonly RuleId[];
}

interface Partition {
  readonly topic: string;
  readonly partition: number;
}

interface Fields {
  readonly correlationId: number;
  readonly errorCode: number;
  readonly groupGenerationId?: number;
  readonly consumerId?: string;
  readonly partitionsToOwn?: readonly Partition[];
  readonly offsets?: readonly (Partition & { readonly offset: number })[];
}

export function replyOf(
  connection: ConnectionId,
  schema: MessageSchema,
  value: unknown,
  rules: readonly RuleId[],
): Reply {
  const { version = 1 } = value as { version?: 0 | 1 };
  const decoded = decodeFrame(encodeFrame(schema, value as never, version), catalogue);
  assert(decoded.ok, 'a reply decodes');
  const fields = decoded.value as unknown as Fields;
  return {
    connection,
    api: schema.api,
    error: errorName(fields.errorCode),
    correlationId: fields.correlationId,
    generation: fields.groupGenerationId ?? -1,
    member: fields.consumerId ?? '',
    partitions: (fields.partitionsToOwn ?? []).map(keyOf),
    offsets: Object.fromEntries((fields.offsets ?? []).map((each) => [keyOf(each), each.offset])),
    rules,
  };
}

function keyOf({ topic, partition }: Partition): string {
  return `${topic}/${partition}`;
}

/** `orders/0` as a partition. */
export function partitionOf(key: string): Partition {
  const slash = key.indexOf('/');
  return { topic: key.slice(0, slash), partition: Number(key.slice(slash + 1)) };
}
