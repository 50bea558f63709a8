/** Registrations that are refused for good (REG-2): the consumer stops and says why. */
import { assignors } from '../../assignors/index.ts';
import type { BrokerSettings } from '../../settings.ts';
import type { Refusal } from './asked.ts';
import { isDeserted } from './state.ts';
import type { Group, Registration } from './state.ts';

type Check = Pick<Refusal, 'error'> & {
  readonly applies: (given: Registration, settings: BrokerSettings, group?: Group) => boolean;
  readonly reason: (given: Registration, settings: BrokerSettings, group?: Group) => string;
};

/** In this order; the first that applies is the answer. */
const checks: readonly Check[] = [
  {
    error: 'InvalidSessionTimeout',
    applies: ({ sessionTimeoutMs: ms }, { minSessionTimeoutMs, maxSessionTimeoutMs }) =>
      ms < minSessionTimeoutMs || ms > maxSessionTimeoutMs,
    reason: ({ sessionTimeoutMs: ms }, { minSessionTimeoutMs, maxSessionTimeoutMs }) =>
      `session timeout ${ms} ms is not in ${minSessionTimeoutMs}..${maxSessionTimeoutMs} ms`,
  },
  {
    error: 'HeartbeatFrequencyTooHigh',
    applies: ({ sessionTimeoutMs, heartbeatFrequency }, { minHeartbeatIntervalMs }) =>
      sessionTimeoutMs < heartbeatFrequency * minHeartbeatIntervalMs,
    reason: ({ sessionTimeoutMs, heartbeatFrequency }, { minHeartbeatIntervalMs }) =>
      `${heartbeatFrequency} heartbeats in ${sessionTimeoutMs} ms are more than one ` +
      `every ${minHeartbeatIntervalMs} ms`,
  },
  {
    error: 'InvalidRequest',
    applies: ({ heartbeatFrequency, failedHeartbeatThreshold }) =>
      heartbeatFrequency < 1 || failedHeartbeatThreshold < 1,
    reason: ({ heartbeatFrequency, failedHeartbeatThreshold }) =>
      `heartbeat frequency ${heartbeatFrequency} and failed heartbeat threshold ` +
      `${failedHeartbeatThreshold} have to be at least 1`,
  },
  {
    error: 'UnknownPartitionAssignmentStrategy',
    applies: ({ strategy }) => !assignors.has(strategy),
    reason: ({ strategy }) => `the broker knows no strategy ${strategy}`,
  },
  {
    // The group's strategy is that of its members and parked newcomers; without any it is free.
    error: 'InconsistentPartitionAssignmentStrategy',
    applies: ({ strategy }, _, group) =>
      group !== undefined && !isDeserted(group) && strategy !== group.strategy,
    reason: ({ strategy }, _, group) =>
      `the group assigns by ${group?.strategy}, the consumer wants ${strategy}`,
  },
];

export function fatalRefusal(
  registration: Registration,
  settings: BrokerSettings,
  group?: Group,
): Refusal | null {
  const check = checks.find(({ applies }) => applies(registration, settings, group));
  if (!check) return null;
  const reason = check.reason(registration, settings, group);
  return { error: check.error, reason, rules: ['REG-2'] };
}
