/** The connection to ZooKeeper is lost, is silent for too long, or brings nonsense. */
import type { Us } from '../../../lib/time.ts';
import type { Effects } from '../../step.ts';
import { readTopicsAgain } from '../coordinator/coordinator.ts';
import { contextOf } from './context.ts';
import { reconnect } from './session.ts';
import type { BrokerState } from './state.ts';

/**
 * It is opened again. [TOP-1] The reads are asked at once, so that they wait before everything that
 * is asked from now on: an assignment that relied on what was known could be of yesterday.
 */
export function connectionLost(state: BrokerState, out: Effects, nowUs: Us): void {
  reconnect(state, out);
  readTopicsAgain(state.coordinator, contextOf(state, out, nowUs));
}
