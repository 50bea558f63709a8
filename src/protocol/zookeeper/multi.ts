/**
 * Conditional multi-writes: all checks are tried first; if one fails nothing is done. What was
 * written is reported with the generation, epoch or broker that it holds (META-3, COORD-7).
 */
import type { Fact } from '../facts.ts';
import type { RuleId } from '../rules.ts';
import type { Effects } from '../step.ts';
import { decodeFields } from '../../wire/codec.ts';
import { assignmentOf } from './assignment.ts';
import { operationKinds } from './messages.ts';
import type { Operation } from './messages.ts';
import { coordinatorNode, groupRecord, paths } from './nodes.ts';
import type { Session, ZooKeeperState } from './state.ts';
import { putNode, removeNode } from './tree.ts';
import { fireWatches } from './watches.ts';

/** Index of the first operation that cannot be done, or -1. */
export function firstFailure(
  state: ZooKeeperState,
  session: Session,
  operations: readonly Operation[],
): number {
  return operations.findIndex((operation) => !isPossible(state, session, operation));
}

function isPossible({ nodes }: ZooKeeperState, session: Session, operation: Operation): boolean {
  const node = nodes.get(operation.path);
  switch (operation.kind) {
    case operationKinds.check:
      if (operation.stamp === -1) return node === undefined;
      return node?.stamp === operation.stamp && node.author === operation.author;
    case operationKinds.checkAdvance:
      if (!node || node.stamp < operation.stamp) return true;
      // The same write again, after its answer was lost.
      return node.stamp === operation.stamp && node.author === operation.author;
    case operationKinds.create:
      return node === undefined;
    case operationKinds.createEphemeral:
      return node === undefined || node.owner === session.id;
    default:
      return true;
  }
}

/** Does all operations; their checks have been tried. */
export function applyOperations(
  state: ZooKeeperState,
  out: Effects,
  session: Session,
  operations: readonly Operation[],
): void {
  for (const operation of operations) applyOperation(state, out, session, operation);
}

function applyOperation(
  state: ZooKeeperState,
  out: Effects,
  session: Session,
  operation: Operation,
): void {
  const { kind, path } = operation;
  if (kind === operationKinds.check || kind === operationKinds.checkAdvance) return;
  if (kind === operationKinds.delete) {
    if (!removeNode(state, path)) return;
    session.ephemerals.delete(path);
    return fireWatches(state, out, path, true);
  }
  if (kind === operationKinds.setGuarded) {
    if (state.nodes.get(operation.guard)?.stamp !== operation.guardStamp) return;
  }
  const isEphemeral = kind === operationKinds.createEphemeral;
  const { stamp, author, data } = operation;
  const isNew = putNode(state, path, { stamp, author, data, owner: isEphemeral ? session.id : '' });
  if (isEphemeral) session.ephemerals.add(path);
  report(out, operation);
  fireWatches(state, out, path, isNew);
}

interface Written {
  readonly fact: Fact;
  readonly rules: readonly RuleId[];
}

/** What the trace says of a write, by where it went. Offsets are told by their coordinator. */
function writtenFact({ path, stamp, author, data }: Operation): Written | null {
  if (path.startsWith('/groups/')) {
    const record = decodeFields(groupRecord, data);
    if (!record) return null;
    const fact: Fact = {
      kind: 'metadata-written',
      path,
      group: path.slice('/groups/'.length),
      epoch: Number(author),
      generation: stamp,
      assignment: assignmentOf(record),
    };
    return { fact, rules: ['META-3', 'RB-6'] };
  }
  if (path.startsWith(`${paths.coordinators}/`)) {
    const node = decodeFields(coordinatorNode, data);
    if (!node) return null;
    const { broker, session, epoch } = node;
    return { fact: { kind: 'metadata-written', path, epoch, broker, session }, rules: ['COORD-2'] };
  }
  if (path.startsWith('/offsets/')) return null;
  return { fact: { kind: 'metadata-written', path, broker: author }, rules: ['COORD-2'] };
}

function report(out: Effects, operation: Operation): void {
  const written = writtenFact(operation);
  if (written) out.report(written.fact, written.rules);
}

/** Says of a refused multi which check it failed, where a fence stood in its way. */
export function reportRefusal(
  state: ZooKeeperState,
  out: Effects,
  operations: readonly Operation[],
  failedAt: number,
): void {
  const failed = operations[failedAt];
  if (!failed) return;
  const node = state.nodes.get(failed.path);
  const reason = node
    ? `it holds ${node.stamp} by ${node.author}, not ${failed.stamp} by ${failed.author}`
    : 'it does not exist';
  const group = failed.path.startsWith('/groups/') ? failed.path.slice('/groups/'.length) : null;
  out.report(
    {
      kind: 'metadata-refused',
      path: failed.path,
      ...(group === null ? {} : { group, generation: failed.stamp }),
      reason,
    },
    ['COORD-7'],
  );
}
