/** How a client of ZooKeeper says what a multi is to check and to write. */
import { operationKinds } from './messages.ts';
import type { Operation } from './messages.ts';

const nothing = new Uint8Array();

const blank = { stamp: 0, author: '', data: nothing, guard: '', guardStamp: 0 };

/** The node has exactly this stamp and author; stamp -1: there is none. */
export function check(path: string, stamp: number, author: string): Operation {
  return { ...blank, kind: operationKinds.check, path, stamp, author };
}

/** There is none, its stamp is lower, or this very write has been done before. */
export function checkAdvance(path: string, stamp: number, author: string): Operation {
  return { ...blank, kind: operationKinds.checkAdvance, path, stamp, author };
}

/** Lives as long as the session; done already where the session has it. */
export function createEphemeral(
  path: string,
  author: string,
  data: Uint8Array = nothing,
): Operation {
  return { ...blank, kind: operationKinds.createEphemeral, path, author, data };
}

export function set(path: string, stamp: number, author: string, data: Uint8Array): Operation {
  return { ...blank, kind: operationKinds.set, path, stamp, author, data };
}

/** Left out where the node `guard` does not have the stamp that is written (TOP-2). */
export function setGuarded(
  write: { path: string; stamp: number; author: string; data: Uint8Array },
  guard: string,
): Operation {
  return { ...blank, ...write, kind: operationKinds.setGuarded, guard, guardStamp: write.stamp };
}

export function remove(path: string): Operation {
  return { ...blank, kind: operationKinds.delete, path };
}
