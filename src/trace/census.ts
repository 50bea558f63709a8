/** Who there is, by role and by group: made once where many groups are looked at in one world. */
import { msToUs } from '../lib/time.ts';
import type { Us } from '../lib/time.ts';
import { linkKey } from './world.ts';
import type { ConsumerWorld, ProcessWorld, World } from './world.ts';

export interface ConsumerProcess extends ProcessWorld {
  readonly consumer: ConsumerWorld;
}

export interface Census {
  readonly brokers: readonly ProcessWorld[];
  readonly stores: readonly ProcessWorld[];
  /** The largest between a broker and the metadata store; null: there is no link. */
  readonly storeLatencyUs: Us | null;
  readonly consumersOf: (group: string) => readonly ConsumerProcess[];
}

/** Dead processes do nothing, and frozen ones neither; what was under way may still arrive. */
export function isRunning({ status }: ProcessWorld): boolean {
  return status === 'running';
}

/** Of all processes, dead ones included, or of those that `counts` says. */
export function censusOf(
  world: World,
  counts: (process: ProcessWorld) => boolean = () => true,
): Census {
  const brokers: ProcessWorld[] = [];
  const stores: ProcessWorld[] = [];
  const consumers = new Map<string, ConsumerProcess[]>();
  for (const process of world.processes.values()) {
    if (!counts(process)) continue;
    if (process.role === 'broker') brokers.push(process);
    if (process.role === 'zookeeper') stores.push(process);
    if (isConsumer(process)) addTo(consumers, process);
  }
  const storeLatencyUs = largestLatencyUs(world, stores, brokers);
  return { brokers, stores, storeLatencyUs, consumersOf: (group) => consumers.get(group) ?? [] };
}

function isConsumer(process: ProcessWorld): process is ConsumerProcess {
  return process.consumer !== null;
}

function addTo(consumers: Map<string, ConsumerProcess[]>, process: ConsumerProcess): void {
  const { group } = process.consumer;
  const list = consumers.get(group);
  if (list) list.push(process);
  else consumers.set(group, [process]);
}

/** The largest one-way latency between some and others; null: there is no link. */
export function largestLatencyUs(
  world: World,
  some: readonly ProcessWorld[],
  others: readonly ProcessWorld[],
): Us | null {
  let largest: Us | null = null;
  for (const { name } of some) {
    for (const other of others) {
      const latencyMs = world.links.get(linkKey(name, other.name))?.latencyMs[1];
      if (latencyMs !== undefined) largest = Math.max(largest ?? 0, msToUs(latencyMs));
    }
  }
  return largest;
}
