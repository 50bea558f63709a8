/** How a client of ZooKeeper says what a multi is to check and to write. */
import { operationKinds } from './messages.ts';
import type { Operation } from './messages.ts';

const nothing = new Uint8Array();

/** Every operation has the same fields in the same order, which is what makes them cheap. */
function operation(
  kind: number,
  path: string,
  stamp = 0,
  author = '',
  data: Uint8Array = nothing,
  guard = '',
): Operation {
  return { kind, path, stamp, author, data, guard, guardStamp: guard === '' ? 0 : stamp };
}

/** The node has exactly this stamp and author; stamp -1: there is none. */
export function check(path: string, stamp: number, author: string): Operation {
  return operation(operationKinds.check, path, stamp, author);
}

/** There is none, its stamp is lower, or this very write has been done before. */
export function checkAdvance(path: string, stamp: number, author: string): Operation {
  return operation(operationKinds.checkAdvance, path, stamp, author);
}

/** Lives as long as the session; done already where the session has it. */
export function createEphemeral(
  path: string,
  author: string,
  data: Uint8Array = nothing,
): Operation {
  return operation(operationKinds.createEphemeral, path, 0, author, data);
}

export function set(path: string, stamp: number, author: string, data: Uint8Array): Operation {
  return operation(operationKinds.set, path, stamp, author, data);
}

/** Left out where the node `guard` does not have the stamp that is written (TOP-2). */
export function setGuarded(
  write: { path: string; stamp: number; author: string; data: Uint8Array },
  guard: string,
): Operation {
  const { path, stamp, author, data } = write;
  return operation(operationKinds.setGuarded, path, stamp, author, data, guard);
}
