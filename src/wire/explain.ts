/**
 * What every byte of a frame means, for the inspector. The leaves of the explanation tile the frame:
 * each byte belongs to exactly one of them, also where the bytes are malformed. It knows schemas,
 * not what a message does.
 */
import { keyProblem, restProblem, sizeProblem, splitApiKey } from './codec.ts';
import { checkVersion, elementOf, newestVersion, smallestSize, structOf } from './compile.ts';
import { errorName } from './errors.ts';
import { MalformedError, Reader } from './reader.ts';
import type { Catalogue, Field, Fields, MessageSchema } from './schema.ts';

export interface ExplainedField {
  /** Unique in a frame: `topics[0]`, `coordinatorId.host`. */
  readonly path: string;
  /** As the protocol text prints it: `GroupId`; of an element its place: `[0]`. */
  readonly name: string;
  /** As the protocol text prints it: `int16`, `string`, `[TopicAndPartition]`. */
  readonly type: string;
  readonly offset: number;
  /** In bytes; a string's includes the two of its length, an array's the four of its count. */
  readonly length: number;
  /** Of a leaf; null where the children say it. */
  readonly value: number | string | boolean | Uint8Array | null;
  /** What the value stands for, where a number has a name; else empty. */
  readonly note: string;
  /** One sentence; may be empty. */
  readonly about: string;
  readonly children: readonly ExplainedField[];
}

/** Where the bytes are not what the schema says, and why. */
export interface Problem {
  readonly path: string;
  readonly offset: number;
  readonly reason: string;
}

export interface Explained {
  /** Null where the head names no message. */
  readonly schema: MessageSchema | null;
  readonly fields: readonly ExplainedField[];
  /** Null exactly where decodeFrame accepts the frame. */
  readonly problem: Problem | null;
}

const abouts = {
  size: 'How many bytes follow (WIRE-0).',
  apiKey: 'Which message this is; bit 15 is set in a response (WIRE-0).',
  count: 'How many elements follow.',
  unread: 'Not read: they stand behind the place where the bytes stopped making sense.',
};

const int16: Field = { type: 'int16', about: abouts.apiKey, since: 0 };
const int32: Field = { type: 'int32', about: abouts.size, since: 0 };

/** Reads along a schema and writes down what it finds; keeps what it has when it stops. */
class Explainer {
  readonly reader: Reader;
  problem: Problem | null = null;

  constructor(bytes: Uint8Array) {
    this.reader = new Reader(bytes);
  }

  fields(fields: Fields, prefix: string, outerVersion: number, into: ExplainedField[]): void {
    let version = outerVersion;
    for (const [key, field] of Object.entries(fields)) {
      if (field.since > version) continue;
      const path = prefix === '' ? key : `${prefix}.${key}`;
      const explained = this.field(field, path, pascalCase(key), version);
      if (explained) into.push(explained);
      if (key === 'version' && explained) {
        version = explained.value as number;
        this.#attempt(path, explained.offset, () => checkVersion(version));
      }
      if (this.problem) return;
    }
  }

  /** Null where not even the beginning could be read; a partial one where the rest could not. */
  field(field: Field, path: string, name: string, version: number): ExplainedField | null {
    const offset = this.reader.at;
    const children: ExplainedField[] = [];
    let value: ExplainedField['value'] = null;
    if (field.type === 'array') {
      this.#array(field, path, version, children);
    } else if (field.type === 'struct') {
      this.fields(structOf(field).fields, path, version, children);
    } else {
      value = this.#attempt(path, offset, () => this.#scalar(field)) ?? null;
      if (value === null) return null;
    }
    if (this.problem && children.length === 0 && value === null) return null;
    const end = children.at(-1);
    return {
      path,
      name,
      type: typeText(field),
      offset,
      length: (end ? end.offset + end.length : this.reader.at) - offset,
      value,
      note: name === 'ErrorCode' ? errorName(value as number) : '',
      about: field.about,
      children,
    };
  }

  /** The bytes that nobody read, as one last leaf. */
  unread(offset: number): ExplainedField[] {
    const value = this.reader.rest(offset);
    if (value.length === 0) return [];
    return [leaf('unread', 'Unread', 'bytes', offset, value.length, value, abouts.unread)];
  }

  #array(field: Field, path: string, version: number, into: ExplainedField[]): void {
    const offset = this.reader.at;
    const element = elementOf(field);
    const count = this.#attempt(path, offset, () => this.reader.count(smallestSize(element)));
    if (count === undefined) return;
    into.push(leaf(`${path}.count`, 'Count', 'int32', offset, 4, count, abouts.count));
    for (let i = 0; i < count && !this.problem; i++) {
      const explained = this.field(element, `${path}[${i}]`, `[${i}]`, version);
      if (explained) into.push(explained);
    }
  }

  #scalar(field: Field): number | string | boolean | Uint8Array {
    const { reader } = this;
    switch (field.type) {
      case 'int8':
        return reader.int8();
      case 'int16':
        return reader.int16();
      case 'int32':
        return reader.int32();
      case 'int64':
        return reader.int64();
      case 'bool':
        return reader.bool();
      case 'string':
        return reader.string();
      default:
        return reader.bytes();
    }
  }

  #attempt<T>(path: string, offset: number, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof MalformedError)) throw error;
      this.problem ??= { path, offset, reason: error.message };
      return undefined;
    }
  }
}

function leaf(
  path: string,
  name: string,
  type: string,
  offset: number,
  length: number,
  value: number | Uint8Array,
  about: string,
): ExplainedField {
  return { path, name, type, offset, length, value, note: '', about, children: [] };
}

/** `groupId` as the protocol text prints it: `GroupId`. */
export function pascalCase(key: string): string {
  return key.slice(0, 1).toUpperCase() + key.slice(1);
}

/** A field's type as the protocol text prints it: `[TopicAndPartition]`. */
export function typeText(field: Field): string {
  if (field.type === 'array') return `[${typeText(elementOf(field))}]`;
  return field.type === 'struct' ? structOf(field).name : field.type;
}

function endOf(fields: readonly ExplainedField[]): number {
  const last = fields.at(-1);
  return last ? last.offset + last.length : 0;
}

/** A whole frame, byte by byte; never throws. A wrong size is told and the rest read all the same. */
export function explain(frame: Uint8Array, catalogue: Catalogue): Explained {
  const explainer = new Explainer(frame);
  const fields: ExplainedField[] = [];
  let schema: MessageSchema | null = null;
  const size = explainer.field(int32, 'size', 'Size', 0);
  if (size) fields.push(size);
  const wrongSize = size && sizeProblem(size.value as number, frame);
  const key = size && explainer.field(int16, 'apiKey', 'ApiKey', 0);
  if (key) {
    const { apiKey, direction } = splitApiKey(key.value as number);
    schema = catalogue.get(apiKey)?.[direction] ?? null;
    fields.push({ ...key, value: apiKey, note: `${schema?.api ?? 'unknown'}, ${direction}` });
    const { offset, path } = key;
    if (schema) explainer.fields(schema.fields, '', newestVersion, fields);
    else explainer.problem = { path, offset, reason: keyProblem(apiKey, direction) };
  }
  const problem = wrongSize ? { path: 'size', offset: 0, reason: wrongSize } : null;
  return finish(explainer, schema, fields, problem);
}

/** The content of a ZooKeeper node, or any other group of fields without a frame. */
export function explainFields(fields: Fields, bytes: Uint8Array): Explained {
  const explainer = new Explainer(bytes);
  const explained: ExplainedField[] = [];
  explainer.fields(fields, '', newestVersion, explained);
  return finish(explainer, null, explained, null);
}

function finish(
  explainer: Explainer,
  schema: MessageSchema | null,
  fields: readonly ExplainedField[],
  problem: Problem | null,
): Explained {
  const end = endOf(fields);
  const unread = explainer.unread(end);
  const rest = unread[0]?.length ?? 0;
  const tooLong = rest > 0 ? { path: 'unread', offset: end, reason: restProblem(rest) } : null;
  return {
    schema,
    fields: [...fields, ...unread],
    problem: problem ?? explainer.problem ?? tooLong,
  };
}
