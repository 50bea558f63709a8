import type { Scenario } from './experiment.ts';

/** The scenario's brokers by name: those that run from the start, and that consumers know (DISC-1). */
export function brokerNames({ brokers }: Pick<Scenario, 'brokers'>): string[] {
  return Array.from({ length: brokers }, (_, index) => `broker-${index + 1}`);
}
