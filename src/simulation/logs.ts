/** The logs of the topics, kept by the loop and handed to consumers: records are no messages. */
import type { Kernel } from './kernel.ts';
import { isUp } from './kernel.ts';
import type { Told } from './state.ts';

/** The logs as they are now, for those of the processes that are consumers. */
export function logsFor({ state }: Kernel, names: Iterable<string>, cause: number): Told[] {
  const logs = [...state.consumption.logs.values()];
  return Array.from(names).flatMap((to): Told[] => {
    const process = state.processes.get(to);
    if (process?.role !== 'consumer' || !isUp(process)) return [];
    return [{ kind: 'told', to, cause, input: { kind: 'logs', logs } }];
  });
}
