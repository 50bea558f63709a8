/**
 * Error codes on the wire. Numbers are those of Kafka's broker-side code of October 2015 and, where
 * it has none, of later releases; 24 was given to another error afterwards; 101 and 102 are ours.
 */
export const errorCodes = {
  None: 0,
  UnknownTopic: 3,
  CoordinatorStartupNotComplete: 14,
  CoordinatorNotAvailable: 15,
  NotCoordinatorForGroup: 16,
  IllegalGeneration: 22,
  InconsistentPartitionAssignmentStrategy: 23,
  UnknownPartitionAssignmentStrategy: 24,
  UnknownConsumer: 25,
  InvalidSessionTimeout: 26,
  InvalidRequest: 42,
  HeartbeatFrequencyTooHigh: 101,
  MalformedMessage: 102,
} as const;

export type ErrorName = keyof typeof errorCodes;

const names = new Map<number, ErrorName>(
  Object.entries(errorCodes).map(([name, code]) => [code, name as ErrorName]),
);

/** The name of an error code; a code nobody defined reads as `MalformedMessage`. */
export function errorName(code: number): ErrorName {
  return names.get(code) ?? 'MalformedMessage';
}
