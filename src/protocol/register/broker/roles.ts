/** Giving up every role: when the lease is over, the session gone, or the broker stops (COORD-8). */
import type { Us } from '../../../lib/time.ts';
import type { Effects } from '../../step.ts';
import { paths } from '../../zookeeper/nodes.ts';
import { loseRole } from '../coordinator/roles.ts';
import { contextOf } from './context.ts';
import { resign } from './controller.ts';
import { abandonSession, openZooKeeper } from './session.ts';
import type { BrokerState } from './state.ts';
import { refuseTopics } from './topics.ts';

type Reason = 'lease' | 'session' | 'stop';

/** [COORD-8] Forgets its map, ends the session and opens a new one: roles come only under that. */
export function giveUp(
  state: BrokerState,
  out: Effects,
  nowUs: Us,
  reason: 'lease' | 'session',
): void {
  dropRoles(state, out, nowUs, reason);
  openZooKeeper(state, out);
}

/** A broker that stops in good order ends its session at once. */
export function stopBroker(state: BrokerState, out: Effects, nowUs: Us): void {
  dropRoles(state, out, nowUs, 'stop');
  out.exit('stop');
}

function dropRoles(state: BrokerState, out: Effects, nowUs: Us, reason: Reason): void {
  const context = contextOf(state, out, nowUs);
  for (const subset of state.coordinator.roles.keys()) {
    loseRole(state.coordinator, context, subset, reason);
  }
  resign(state, out, reason);
  state.registered = false;
  state.metadata = null;
  state.coordinator.topics.clear();
  out.cancelTimer('registration', paths.broker(state.name));
  for (const { purpose } of abandonSession(state, out)) {
    if (purpose.for === 'topics') refuseTopics(state, out, purpose.request);
  }
}
