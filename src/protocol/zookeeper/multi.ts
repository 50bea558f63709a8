/** Conditional multi-writes: all checks are tried first; if one fails nothing is done (COORD-7). */
import type { RuleId } from '../rules.ts';
import type { Effects } from '../step.ts';
import { groupOf } from './content.ts';
import type { Written } from './content.ts';
import { operationKinds } from './messages.ts';
import type { Operation } from './messages.ts';
import { paths } from './nodes.ts';
import type { Session, TreeNode, ZooKeeperState } from './state.ts';
import { putNode, removeNode } from './tree.ts';
import { fireWatches } from './watches.ts';

/** Index of the first operation that cannot be done, or -1. */
export function firstFailure(
  { nodes }: ZooKeeperState,
  session: Session,
  operations: readonly Operation[],
): number {
  return operations.findIndex((operation) => {
    return !isPossible(nodes.get(operation.path), session, operation);
  });
}

function isPossible(
  node: TreeNode | undefined,
  session: Session,
  { kind, stamp, author }: Operation,
): boolean {
  switch (kind) {
    case operationKinds.check:
      if (stamp === -1) return node === undefined;
      return node?.stamp === stamp && node.author === author;
    case operationKinds.checkAdvance:
      if (!node || node.stamp < stamp) return true;
      // The same write again, after its answer was lost.
      return node.stamp === stamp && node.author === author;
    case operationKinds.create:
      return node === undefined;
    case operationKinds.createEphemeral:
      return node === undefined || node.owner === session.id;
    default:
      return true;
  }
}

/**
 * Does all operations; their checks have been tried. `written` says what the trace has of each.
 * Returns which guarded ones were left out.
 */
export function applyOperations(
  state: ZooKeeperState,
  out: Effects,
  session: Session,
  operations: readonly Operation[],
  written: readonly Written[],
): number[] {
  const leftOut: number[] = [];
  for (const [index, operation] of operations.entries()) {
    const { kind, path } = operation;
    if (kind === operationKinds.check || kind === operationKinds.checkAdvance) continue;
    if (kind === operationKinds.delete) {
      if (removeNode(state, path)) fireWatches(state, out, path, true);
    } else if (isWanted(state, operation)) {
      write(state, out, session, operation, written[index]);
    } else {
      leftOut.push(index);
    }
  }
  return leftOut;
}

/** [TOP-2] A guarded write is left out where its topic is not the one it was meant for. */
function isWanted({ nodes }: ZooKeeperState, { kind, guard, guardStamp }: Operation): boolean {
  return kind !== operationKinds.setGuarded || nodes.get(guard)?.stamp === guardStamp;
}

function write(
  state: ZooKeeperState,
  out: Effects,
  session: Session,
  { kind, path, stamp, author, data }: Operation,
  written: Written | undefined,
): void {
  const before = state.nodes.get(path);
  const isEphemeral = kind === operationKinds.createEphemeral;
  const owner = isEphemeral ? session.id : (before?.owner ?? '');
  // The same write again, after its answer was lost: done already, nobody has to be told.
  if (before && isSame(before, { stamp, author, owner, data })) return;
  const isNew = putNode(state, path, { stamp, author, owner, data });
  if (isEphemeral) session.ephemerals.add(path);
  if (written?.fact) out.report(written.fact, written.rules);
  fireWatches(state, out, path, isNew);
}

function isSame(a: TreeNode, b: TreeNode): boolean {
  if (a.stamp !== b.stamp || a.author !== b.author || a.owner !== b.owner) return false;
  return a.data.length === b.data.length && a.data.every((byte, index) => byte === b.data[index]);
}

/** Says of a refused multi which of its conditions did not hold. */
export function reportRefusal(
  { nodes }: ZooKeeperState,
  out: Effects,
  operations: readonly Operation[],
  failedAt: number,
): void {
  const failed = operations[failedAt];
  if (!failed) return;
  const { path, stamp, kind } = failed;
  const group = groupOf(operations);
  const reason = reasonOf(nodes.get(path), failed);
  const isGroup = path.startsWith(`${paths.groups}/`);
  const isCreation = kind === operationKinds.create || kind === operationKinds.createEphemeral;
  out.report(
    {
      kind: 'metadata-refused',
      path,
      ...(group === undefined ? {} : { group }),
      ...(path.startsWith(`${paths.coordinators}/`) ? { epoch: stamp } : {}),
      ...(isGroup ? { epoch: Number(failed.author), generation: stamp } : {}),
      reason,
    },
    isCreation ? creationRules(path) : ['COORD-7'],
  );
}

function creationRules(path: string): readonly RuleId[] {
  return path === paths.controller ? ['COORD-2'] : ['COORD-9'];
}

function reasonOf(node: TreeNode | undefined, { kind, stamp, author }: Operation): string {
  if (!node) return 'it does not exist';
  const there = `it is at ${node.stamp} by ${node.author}`;
  switch (kind) {
    case operationKinds.check:
      return stamp === -1 ? 'it exists' : `${there}, not at ${stamp} by ${author}`;
    case operationKinds.checkAdvance:
      return `${there}, not below ${stamp}`;
    default:
      return node.owner === '' ? 'it exists' : `session ${node.owner} holds it`;
  }
}
