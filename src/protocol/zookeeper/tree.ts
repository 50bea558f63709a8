/** The tree of nodes, with an index of children, so that no look-up scans it. */
import type { TreeNode, ZooKeeperState } from './state.ts';

function split(path: string): readonly [string, string] {
  const slash = path.lastIndexOf('/');
  return [path.slice(0, slash), path.slice(slash + 1)];
}

/** Writes a node; true where it is a new one. */
export function putNode(
  { nodes, children }: ZooKeeperState,
  path: string,
  node: TreeNode,
): boolean {
  const isNew = !nodes.has(path);
  nodes.set(path, node);
  if (!isNew) return false;
  const [parent, name] = split(path);
  let names = children.get(parent);
  if (!names) {
    names = new Set();
    children.set(parent, names);
  }
  names.add(name);
  return true;
}

/** Deletes a node; false where there was none. */
export function removeNode({ nodes, children }: ZooKeeperState, path: string): boolean {
  if (!nodes.delete(path)) return false;
  const [parent, name] = split(path);
  children.get(parent)?.delete(name);
  return true;
}

/** Names below a path, in order. */
export function childNames({ children }: ZooKeeperState, parent: string): string[] {
  return [...(children.get(parent) ?? [])].toSorted((a, b) => (a < b ? -1 : 1));
}

export function parentOf(path: string): string {
  return split(path)[0];
}
