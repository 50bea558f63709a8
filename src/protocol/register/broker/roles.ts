/** [COORD-8] Giving up every role, when the lease is over, the session gone, or the broker stops. */
import type { Us } from '../../../lib/time.ts';
import type { Effects } from '../../step.ts';
import { loseRole } from '../coordinator/roles.ts';
import type { LossReason } from '../coordinator/roles.ts';
import { contextOf } from './context.ts';
import { resign } from './controller.ts';
import { abandonSession, leaseEndsAtUs, reconnect } from './session.ts';
import type { BrokerState } from './state.ts';

/** Whether the broker may act at this moment: its lease is checked before every input. */
export function leaseIsOver(state: BrokerState, nowUs: Us): boolean {
  return state.zookeeper.session !== '' && nowUs >= leaseEndsAtUs(state);
}

function dropRoles(state: BrokerState, out: Effects, nowUs: Us, reason: LossReason): void {
  resign(state, out, reason);
  const context = contextOf(state, out, nowUs);
  for (const subset of [...state.coordinator.roles.keys()]) {
    loseRole(state.coordinator, context, subset, reason);
  }
  state.registered = false;
}

/** Forgets its map, ends the old session and opens a new one, under which it may be elected anew. */
export function giveUp(state: BrokerState, out: Effects, nowUs: Us, reason: LossReason): void {
  dropRoles(state, out, nowUs, reason);
  state.metadata = null;
  abandonSession(state, out, nowUs);
  reconnect(state, out);
}

/** A broker that stops in good order ends its session at once. */
export function stopBroker(state: BrokerState, out: Effects, nowUs: Us): void {
  dropRoles(state, out, nowUs, 'stop');
  abandonSession(state, out, nowUs);
  out.exit('stop');
}
