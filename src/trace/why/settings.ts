/** Where a process's settings were stated: with its group, unless it has its own, or with its start. */
import type { TraceReader } from '../reader.ts';
import { lastBefore } from './look-back.ts';

const timing = ['sessionTimeoutMs', 'heartbeatFrequency', 'failedHeartbeatThreshold'] as const;

export function settingOf(trace: TraceReader, process: string, seq: number): number | null {
  const started = lastBefore(trace, seq, 'process-started', { process });
  const group = started === null ? null : trace.text(started, 'group');
  if (started === null || group === null || group === undefined) return started;
  const configured = lastBefore(trace, seq, 'group-configured', { group });
  if (configured === null) return started;
  const isOwn = timing.some((name) => trace.int(started, name) !== trace.int(configured, name));
  return isOwn ? started : configured;
}
