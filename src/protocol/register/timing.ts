/** [CFG-1] The windows that follow from S, F and T; each is computed from the formula and rounded once. */
import type { Us } from '../../lib/time.ts';
import type { GroupTiming } from '../settings.ts';

/** S / F: how often a member sends a heartbeat. */
export function heartbeatIntervalUs({ sessionTimeoutMs, heartbeatFrequency }: GroupTiming): Us {
  return Math.round((sessionTimeoutMs * 1000) / heartbeatFrequency);
}

/** T * S / F: silence after which the coordinator counts a member as dead (HB-3). */
export function deadAfterUs(timing: GroupTiming): Us {
  const { sessionTimeoutMs, heartbeatFrequency, failedHeartbeatThreshold } = timing;
  return Math.round((failedHeartbeatThreshold * sessionTimeoutMs * 1000) / heartbeatFrequency);
}

/** S: silence after which a member counts its coordinator as failed (HB-4). */
export function coordinatorFailedUs({ sessionTimeoutMs }: GroupTiming): Us {
  return sessionTimeoutMs * 1000;
}
