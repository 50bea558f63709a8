/**
 * Copies of a world that live on apart from it. Only what the fold changes in place is copied: maps,
 * processes, groups. Their other contents are replaced by the fold, never changed, and so are shared.
 */
import type { GroupWorld, ProcessWorld, World } from '../world.ts';

export function copyWorld(world: World): World {
  return {
    ...world,
    processes: mapOf(world.processes, copyProcess),
    links: new Map(world.links),
    connections: new Map(world.connections),
    messages: new Map(world.messages),
    lost: [...world.lost],
    timers: new Map(world.timers),
    topics: new Map(world.topics),
    groups: mapOf(world.groups, copyGroup),
    coordinators: new Map(world.coordinators),
    metadata: new Map(world.metadata),
  };
}

function copyProcess(process: ProcessWorld): ProcessWorld {
  const { consumer } = process;
  if (!consumer) return { ...process };
  return { ...process, consumer: { ...consumer, held: new Map(consumer.held) } };
}

function copyGroup(group: GroupWorld): GroupWorld {
  return {
    ...group,
    committed: new Map(group.committed),
    members: new Map(group.members),
    parked: new Map(group.parked),
    readers: new Map(group.readers),
    believers: new Map(group.believers),
    messages: new Map(group.messages),
    cost: { ...group.cost },
  };
}

function mapOf<T>(map: ReadonlyMap<string, T>, copy: (value: T) => T): Map<string, T> {
  const copied = new Map<string, T>();
  for (const [key, value] of map) copied.set(key, copy(value));
  return copied;
}

/** About how many things a copy has to copy. */
export function weightOf(world: World): number {
  const { links, connections, messages, timers, processes, groups, metadata } = world;
  let weight = links.size + connections.size + messages.size + timers.size + metadata.size;
  for (const { consumer } of processes.values()) weight += 1 + (consumer?.held.size ?? 0);
  for (const { members, readers, believers, parked } of groups.values()) {
    weight += members.size + readers.size + believers.size + parked.size;
  }
  return weight;
}
