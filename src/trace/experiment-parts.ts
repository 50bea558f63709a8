/** Parts of the experiment's schema that the scenario and the commands share. */
import * as v from 'valibot';
import { assignors } from '../protocol/assignors/index.ts';
import { defaults } from './experiment-defaults.ts';
import { field, integer, limits, list, milliseconds, name, object } from './experiment-fields.ts';
import { pattern } from './experiment-pattern.ts';

/** What the group's timing may be: int32 and two int16 on the wire. */
export const timing = {
  sessionTimeoutMs: integer(1, limits.ms),
  heartbeatFrequency: integer(1, limits.count),
  failedHeartbeatThreshold: integer(1, limits.count),
};

const strategies = [...assignors.keys()];

/** A group's own must be one that brokers know; a consumer may disagree with any name (REG-2). */
export const groupStrategy = field<string>(
  strategies.map((strategy) => `"${strategy}"`).join(' or '),
  (value) => strategies.includes(value as string),
);

export const recordsPerSecond = integer(0, limits.recordsPerSecond);
export const duration = milliseconds(1);

export const timingChange = {
  sessionTimeoutMs: v.exactOptional(timing.sessionTimeoutMs),
  heartbeatFrequency: v.exactOptional(timing.heartbeatFrequency),
  failedHeartbeatThreshold: v.exactOptional(timing.failedHeartbeatThreshold),
};

export const overrides = { ...timingChange, strategy: v.exactOptional(name) };

const patterns = list(pattern, 1, limits.patterns);

export const subscription = {
  topics: v.exactOptional(list(name, 1, limits.subscribed)),
  allow: v.exactOptional(patterns),
  deny: v.exactOptional(patterns),
};

export const partitions = integer(1, limits.partitions);

export const topicNumbers = {
  partitions: v.optional(partitions, defaults.topic.partitions),
  recordsPerSecond: v.optional(recordsPerSecond, defaults.topic.recordsPerSecond),
};

export const topic = object({ name, ...topicNumbers });
