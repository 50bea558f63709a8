/** The nodes of the store as a tree, each with what is said of it in words. Pure. */
import type { ZooKeeperState } from '../../../protocol/zookeeper/state.ts';
import { explainFields } from '../../../wire/explain.ts';
import type { ExplainedField } from '../../../wire/explain.ts';
import { contentOf } from '../bytes/fields.ts';

export interface StoreNode {
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** `generation 2, epoch 1`; empty where the path alone says everything. */
  readonly version: string;
  /** Session that it lives with; empty: it stays. */
  readonly owner: string;
  /** What it holds, in a line; empty where it holds nothing, or is only a place for others. */
  readonly value: string;
  readonly fields: readonly ExplainedField[];
  readonly children: readonly StoreNode[];
  /** Nodes below it that hold something. */
  readonly count: number;
}

/** Stamp and author mean something else in each part of the tree. */
const versions: readonly (readonly [string, (stamp: number, author: string) => string])[] = [
  ['/coordinators/', (stamp) => `epoch ${stamp}`],
  ['/topics/', (stamp) => `creation ${stamp}`],
  ['/groups/', (stamp, author) => `generation ${stamp}, epoch ${author}`],
  ['/offsets/', (stamp, author) => `creation ${stamp}, by ${author}`],
];

type Nodes = ZooKeeperState['nodes'];

/** From the root down, in order of name, numbers by size. */
export function storeTree({ nodes }: Pick<ZooKeeperState, 'nodes'>): readonly StoreNode[] {
  const names = new Map<string, Set<string>>();
  for (const path of nodes.keys()) {
    const parts = path.split('/').slice(1);
    parts.forEach((name, index) => {
      const parent = parts.slice(0, index).join('/');
      const below = names.get(parent);
      if (below) below.add(name);
      else names.set(parent, new Set([name]));
    });
  }
  return childrenOf('', names, nodes);
}

function childrenOf(
  parent: string,
  names: ReadonlyMap<string, ReadonlySet<string>>,
  nodes: Nodes,
): StoreNode[] {
  const below = [...(names.get(parent) ?? [])].toSorted(byName);
  return below.map((name) => {
    const place = parent === '' ? name : `${parent}/${name}`;
    const path = `/${place}`;
    const node = nodes.get(path);
    const children = childrenOf(place, names, nodes);
    const count = children.reduce((sum, child) => sum + child.count, node ? 1 : 0);
    const schema = contentOf(path);
    const fields = node && schema ? explainFields(schema, node.data).fields : [];
    const version = versions.find(([start]) => path.startsWith(start))?.[1];
    return {
      path,
      name,
      version: node && version ? version(node.stamp, node.author) : '',
      owner: node?.owner ?? '',
      value: fields.map(fieldWords).join(', ') || (node ? `by ${node.author}` : ''),
      fields,
      children,
      count,
    };
  });
}

function byName(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function fieldWords({ name, value, children }: ExplainedField): string {
  if (children.length > 0) return `${Math.max(0, children.length - 1)} ${name}`;
  return `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}
