/** Sessions: silence for a session's timeout ends it, and its ephemeral nodes vanish (COORD-4). */
import type { Effects } from '../step.ts';
import type { Session, ZooKeeperState } from './state.ts';
import { removeNode } from './tree.ts';
import { fireWatches, forgetWatches } from './watches.ts';

export function openSession(
  state: ZooKeeperState,
  out: Effects,
  client: string,
  timeoutMs: number,
): Session {
  const session: Session = {
    id: `${client}-${state.nextSession++}`,
    client,
    timeoutUs: timeoutMs * 1000,
    connection: null,
    ephemerals: new Set(),
  };
  state.sessions.set(session.id, session);
  heardFrom(out, session);
  return session;
}

/** Anything that a session's client says keeps it alive. */
export function heardFrom(out: Effects, session: Session): void {
  out.startTimer('session', session.id, session.timeoutUs, ['COORD-4']);
}

/** Nothing was heard of it for its timeout. */
export function expireSession(state: ZooKeeperState, out: Effects, id: string): void {
  const session = state.sessions.get(id);
  if (!session) return;
  out.report({ kind: 'zookeeper-session-expired', broker: session.client }, ['COORD-4']);
  endSession(state, out, session);
}

/** The session is gone, and with it its ephemeral nodes and watches. */
export function endSession(state: ZooKeeperState, out: Effects, session: Session): void {
  state.sessions.delete(session.id);
  forgetWatches(state, session.id);
  out.cancelTimer('session', session.id);
  for (const path of session.ephemerals) {
    // It may have been deleted, and made again by somebody else.
    if (state.nodes.get(path)?.owner !== session.id) continue;
    removeNode(state, path);
    fireWatches(state, out, path, true);
  }
}
