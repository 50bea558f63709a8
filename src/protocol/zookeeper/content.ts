/**
 * What a write holds, and what the trace says of it (META-3, COORD-2). A write whose content is not
 * what belongs at its path is as malformed as bytes that do not decode: nothing of it is done.
 */
import { decodeFields } from '../../wire/codec.ts';
import type { Fact } from '../facts.ts';
import type { RuleId } from '../rules.ts';
import { assignmentOf } from './assignment.ts';
import { operationKinds } from './messages.ts';
import type { Operation } from './messages.ts';
import {
  brokerNode,
  coordinatorAuthor,
  coordinatorNode,
  groupRecord,
  offsetNode,
  paths,
} from './nodes.ts';
import type { Session } from './state.ts';

export interface Written {
  /** Null where somebody else tells it: offsets are told by their coordinator. */
  readonly fact: Fact | null;
  readonly rules: readonly RuleId[];
}

const untold: Written = { fact: null, rules: [] };

/** What the trace says once the operation is done; null where it makes no sense. */
export function writtenBy(operation: Operation, session: Session): Written | null {
  const { kind, path } = operation;
  if (kind < operationKinds.check || kind > operationKinds.delete) return null;
  if (kind < operationKinds.create || kind === operationKinds.delete) return untold;
  return rows.find(({ prefix }) => path.startsWith(prefix))?.read(operation, session) ?? null;
}

interface Row {
  readonly prefix: string;
  readonly read: (operation: Operation, session: Session) => Written | null;
}

const rows: readonly Row[] = [
  { prefix: `${paths.groups}/`, read: readGroup },
  { prefix: '/offsets/', read: ({ data }) => decodeFields(offsetNode, data) && untold },
  { prefix: `${paths.coordinators}/`, read: readCoordinator },
  { prefix: `${paths.brokers}/`, read: readBroker },
  {
    prefix: paths.controller,
    read: ({ author }, session) => held(paths.controller, author, session),
  },
];

function readGroup({ path, stamp, author, data }: Operation): Written | null {
  const record = decodeFields(groupRecord, data);
  if (record?.generation !== stamp || !/^\d+$/.test(author)) return null;
  const fact: Fact = {
    kind: 'metadata-written',
    path,
    group: groupAt(path),
    epoch: Number(author),
    generation: stamp,
    assignment: assignmentOf(record),
  };
  return { fact, rules: ['META-3', 'RB-6'] };
}

function readCoordinator({ path, stamp, author, data }: Operation): Written | null {
  const node = decodeFields(coordinatorNode, data);
  if (node?.epoch !== stamp) return null;
  const { broker, session, epoch } = node;
  if (author !== coordinatorAuthor(broker, session)) return null;
  return { fact: { kind: 'metadata-written', path, epoch, broker, session }, rules: ['COORD-2'] };
}

function readBroker({ path, author, data }: Operation, session: Session): Written | null {
  return decodeFields(brokerNode, data) && held(path, author, session);
}

/** An ephemeral node: who holds it, under which session. */
function held(path: string, broker: string, session: Session): Written {
  const fact: Fact = { kind: 'metadata-written', path, broker, session: session.id };
  return { fact, rules: ['COORD-2'] };
}

function groupAt(path: string): string {
  return path.slice(`${paths.groups}/`.length);
}

/** The group that a multi is about, if it is about one: its record is checked or written. */
export function groupOf(operations: readonly Operation[]): string | undefined {
  const found = operations.find(({ path }) => path.startsWith(`${paths.groups}/`));
  return found && groupAt(found.path);
}
