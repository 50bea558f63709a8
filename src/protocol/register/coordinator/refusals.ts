/** Registrations that are refused for good (REG-2): the consumer stops and says why. */
import { assignors } from '../../assignors/index.ts';
import type { BrokerSettings, GroupTiming } from '../../settings.ts';
import type { Refusal } from './asked.ts';
import { isDeserted } from './state.ts';
import type { Group, Registration } from './state.ts';

/** What is looked at: the registration, and where it wants to go. The page asks too, beforehand. */
export interface Applying {
  readonly registration: GroupTiming & Pick<Registration, 'strategy'>;
  readonly groupId: string;
  /** Undefined while nobody has registered in it. */
  readonly group: Group | undefined;
  readonly settings: Pick<
    BrokerSettings,
    'minSessionTimeoutMs' | 'maxSessionTimeoutMs' | 'minHeartbeatIntervalMs'
  >;
}

interface Check extends Pick<Refusal, 'error'> {
  readonly applies: (applying: Applying) => boolean;
  readonly reason: (applying: Applying) => string;
}

/** In this order; the first that applies is the answer. */
const checks: readonly Check[] = [
  {
    error: 'InvalidSessionTimeout',
    applies: ({ registration: { sessionTimeoutMs }, settings }) =>
      sessionTimeoutMs < settings.minSessionTimeoutMs ||
      sessionTimeoutMs > settings.maxSessionTimeoutMs,
    reason: ({ registration: { sessionTimeoutMs }, settings }) =>
      `session timeout ${sessionTimeoutMs} ms is not in ` +
      `${settings.minSessionTimeoutMs}..${settings.maxSessionTimeoutMs} ms`,
  },
  {
    error: 'HeartbeatFrequencyTooHigh',
    applies: ({ registration: { sessionTimeoutMs, heartbeatFrequency }, settings }) =>
      sessionTimeoutMs < heartbeatFrequency * settings.minHeartbeatIntervalMs,
    reason: ({ registration: { sessionTimeoutMs, heartbeatFrequency }, settings }) =>
      `${heartbeatFrequency} heartbeats in ${sessionTimeoutMs} ms are more than one ` +
      `every ${settings.minHeartbeatIntervalMs} ms`,
  },
  {
    error: 'InvalidRequest',
    applies: ({ registration: { heartbeatFrequency, failedHeartbeatThreshold } }) =>
      heartbeatFrequency < 1 || failedHeartbeatThreshold < 1,
    reason: ({ registration: { heartbeatFrequency, failedHeartbeatThreshold } }) =>
      `heartbeat frequency ${heartbeatFrequency} and failed heartbeat threshold ` +
      `${failedHeartbeatThreshold} have to be at least 1`,
  },
  {
    // It would be another path in ZooKeeper.
    error: 'InvalidRequest',
    applies: ({ groupId }) => groupId === '' || groupId.includes('/'),
    reason: ({ groupId }) => `${JSON.stringify(groupId)} is no name of a group`,
  },
  {
    error: 'UnknownPartitionAssignmentStrategy',
    applies: ({ registration }) => !assignors.has(registration.strategy),
    reason: ({ registration }) => `the broker knows no strategy ${registration.strategy}`,
  },
  {
    // The group's strategy is that of its members and parked newcomers; without any it is free.
    error: 'InconsistentPartitionAssignmentStrategy',
    applies: ({ registration, group }) =>
      group !== undefined && !isDeserted(group) && registration.strategy !== group.strategy,
    reason: ({ registration, group }) =>
      `the group assigns by ${group?.strategy}, the consumer wants ${registration.strategy}`,
  },
];

export function fatalRefusal(applying: Applying): Refusal | null {
  const check = checks.find(({ applies }) => applies(applying));
  if (!check) return null;
  return { error: check.error, reason: check.reason(applying), rules: ['REG-2'] };
}
