/** The fields of a frame as a tree that can be folded and walked, and which bytes are whose. Pure. */
import { catalogue } from '../../../protocol/register/catalogue.ts';
import {
  brokerNode,
  coordinatorNode,
  groupRecord,
  offsetNode,
  topicNode,
} from '../../../protocol/zookeeper/nodes.ts';
import { explain, explainFields } from '../../../wire/explain.ts';
import type { ExplainedField, Problem } from '../../../wire/explain.ts';
import type { Fields, MessageSchema } from '../../../wire/schema.ts';

export interface FieldNode {
  /** Unique in its frame. */
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly offset: number;
  /** In bytes. */
  readonly length: number;
  readonly value: string;
  /** One sentence; may be empty. */
  readonly about: string;
  /** From 1. */
  readonly level: number;
  readonly parent: FieldNode | null;
  readonly children: readonly FieldNode[];
}

export interface Frame {
  readonly schema: MessageSchema | null;
  readonly fields: readonly FieldNode[];
  readonly problem: Problem | null;
}

export function frameOf(bytes: Uint8Array): Frame {
  const { schema, fields, problem } = explain(bytes, catalogue);
  const deep = withContents(fields, '');
  return { schema, fields: nodesOf(deep, null), problem };
}

function nodesOf(fields: readonly ExplainedField[], parent: FieldNode | null): FieldNode[] {
  return fields.map((field) => {
    const { path, name, type, offset, length, about } = field;
    const children: FieldNode[] = [];
    const level = (parent?.level ?? 0) + 1;
    const value = valueText(field);
    const node = { path, name, type, offset, length, about, value, level, parent, children };
    children.push(...nodesOf(field.children, node));
    return node;
  });
}

function valueText({ value, note, children, type }: ExplainedField): string {
  if (children.length > 0) return type.startsWith('[') ? itemsText(children.length - 1) : '';
  const text = value instanceof Uint8Array ? `${value.length} bytes` : JSON.stringify(value);
  return note ? `${text} ${note}` : text;
}

function itemsText(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}

/** What stands in a ZooKeeper node, by the beginning of its path. */
const contents: readonly (readonly [string, Fields])[] = [
  ['/groups/', groupRecord],
  ['/offsets/', offsetNode],
  ['/coordinators/', coordinatorNode],
  ['/brokers/', brokerNode],
  ['/topics/', topicNode],
];

/** The schema of what a node of this path holds; null: it holds nothing. */
export function contentOf(path: string): Fields | null {
  return contents.find(([start]) => path.startsWith(start))?.[1] ?? null;
}

/** The bytes that are a node's content are fields too. `above`: the path that a list is of. */
function withContents(fields: readonly ExplainedField[], above: string): ExplainedField[] {
  const valueOf = (name: string) => {
    const value = fields.find((field) => field.name === name)?.value;
    return typeof value === 'string' ? value : null;
  };
  const name = valueOf('Name');
  const path = valueOf('Path') ?? (name === null ? above : `${above}/${name}`);
  return fields.map((field) => {
    if (field.children.length > 0) {
      return { ...field, children: withContents(field.children, path) };
    }
    const schema = field.name === 'Data' ? contentOf(path) : null;
    return schema ? { ...field, children: contentFields(field, schema) } : field;
  });
}

/** Behind the four bytes of its length. */
const lengthBytes = 4;

function contentFields({ value, offset, path }: ExplainedField, schema: Fields): ExplainedField[] {
  if (!(value instanceof Uint8Array) || value.length === 0) return [];
  const { fields, problem } = explainFields(schema, value);
  if (problem) return [];
  const length: ExplainedField = {
    path: `${path}.length`,
    name: 'Length',
    type: 'int32',
    offset,
    length: lengthBytes,
    value: value.length,
    note: '',
    about: 'How many bytes of content follow.',
    children: [],
  };
  return [length, ...fields.map((field) => moved(field, offset + lengthBytes, path))];
}

function moved(field: ExplainedField, by: number, under: string): ExplainedField {
  return {
    ...field,
    path: `${under}.${field.path}`,
    offset: field.offset + by,
    children: field.children.map((child) => moved(child, by, under)),
  };
}

/** Those that are shown: what is inside a field that is not open is folded away. */
export function shownFields(
  fields: readonly FieldNode[],
  open: ReadonlySet<string>,
): readonly FieldNode[] {
  return fields.flatMap((field) =>
    open.has(field.path) ? [field, ...shownFields(field.children, open)] : [field],
  );
}

/** Those without fields inside: together they are the whole frame. */
export function leavesOf(fields: readonly FieldNode[]): readonly FieldNode[] {
  return fields.flatMap((field) =>
    field.children.length > 0 ? leavesOf(field.children) : [field],
  );
}

/** The field of this path; null: there is none. */
export function fieldAt(fields: readonly FieldNode[], path: string | null): FieldNode | null {
  for (const field of fields) {
    const found = field.path === path ? field : fieldAt(field.children, path);
    if (found) return found;
  }
  return null;
}

/** The innermost field that a byte belongs to. */
export function leafAt(fields: readonly FieldNode[], byte: number): FieldNode | null {
  const field = fields.find(({ offset, length }) => offset <= byte && byte < offset + length);
  if (!field) return null;
  return field.children.length > 0 ? (leafAt(field.children, byte) ?? field) : field;
}

/** The fields around one, from the outermost; they have to be open for it to be seen. */
export function around({ parent }: FieldNode): readonly FieldNode[] {
  return parent ? [...around(parent), parent] : [];
}

/** Where a key leads from a field; null: the key is not for walking. */
export interface Walk {
  readonly to: FieldNode;
  readonly open?: boolean;
}

/** As trees are walked everywhere: up and down what is shown, right into a field, left out of it. */
export function walkFrom(
  field: FieldNode,
  key: string,
  shown: readonly FieldNode[],
  isOpen: boolean,
): Walk | null {
  const at = shown.indexOf(field);
  const place = (index: number) => ({ to: shown[index] ?? field });
  switch (key) {
    case 'ArrowDown':
      return place(Math.min(at + 1, shown.length - 1));
    case 'ArrowUp':
      return place(Math.max(at - 1, 0));
    case 'Home':
      return place(0);
    case 'End':
      return place(shown.length - 1);
    case 'ArrowRight': {
      const [child] = field.children;
      if (!child) return { to: field };
      return isOpen ? { to: child } : { to: field, open: true };
    }
    case 'ArrowLeft':
      return isOpen ? { to: field, open: false } : { to: field.parent ?? field };
    default:
      return null;
  }
}
