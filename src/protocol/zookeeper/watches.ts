/** One-time watches: a change of a node, or of the list below a path, is told once (TOP-1). */
import { encodeFrame } from '../../wire/codec.ts';
import type { Effects } from '../step.ts';
import { zooKeeperWatchNotice } from './messages.ts';
import type { ZooKeeperState } from './state.ts';
import { parentOf } from './tree.ts';

/** Watches on the list below a path are kept under the path with a slash at its end. */
export const listOf = (path: string) => `${path}/`;

export function addWatch({ watches }: ZooKeeperState, key: string, session: string): void {
  let sessions = watches.get(key);
  if (!sessions) {
    sessions = new Set();
    watches.set(key, sessions);
  }
  sessions.add(session);
}

export function forgetWatches({ watches }: ZooKeeperState, session: string): void {
  for (const [key, sessions] of watches) {
    if (sessions.delete(session) && sessions.size === 0) watches.delete(key);
  }
}

/** Tells all who watch the node, and, where it appeared or vanished, who watch its parent's list. */
export function fireWatches(
  state: ZooKeeperState,
  out: Effects,
  path: string,
  listChanged: boolean,
): void {
  fire(state, out, path, path);
  if (listChanged) fire(state, out, listOf(parentOf(path)), parentOf(path));
}

function fire(state: ZooKeeperState, out: Effects, key: string, path: string): void {
  const sessions = state.watches.get(key);
  if (!sessions) return;
  state.watches.delete(key);
  for (const id of sessions) {
    const session = state.sessions.get(id);
    if (!session) continue;
    out.report({ kind: 'watch-fired', broker: session.client, path }, ['TOP-1']);
    // Without a connection the notice is lost: on reconnecting everything watched is read again.
    if (session.connection === null) continue;
    const bytes = encodeFrame(zooKeeperWatchNotice, { correlationId: -1, session: id, path }, 1);
    const about = { api: 'ZooKeeperWatch', direction: 'response', correlationId: -1 } as const;
    out.send(session.connection, bytes, about, ['TOP-1']);
  }
}
