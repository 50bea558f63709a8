/**
 * Who is behind a member id, and who is a member no longer without knowing it. The coordinator's
 * members and the processes that run are two things: a process may be out, or have come back as a
 * new one while its old id is still waited for.
 */
import type { ConsumerWorld, GroupWorld, PartitionKey, ProcessWorld, World } from './world.ts';

/** The consumer behind a member id, as the record or the present members name it. */
export function consumerOf(group: GroupWorld | undefined, member: string): string {
  const known = group?.members.get(member)?.consumer;
  return known ?? group?.assignment.find((entry) => entry.member === member)?.consumer ?? member;
}

function isAlive({ status }: ProcessWorld): boolean {
  return status === 'running' || status === 'frozen';
}

/** [REG-6] The process of that name has begun anew without an id: nobody answers for this one. */
export function isOldSelf(
  world: World,
  group: GroupWorld | undefined,
  name: string,
  member: string,
): boolean {
  const process = world.processes.get(name);
  const own = process?.consumer;
  if (!process || !own || !isAlive(process) || own.member === member) return false;
  // Without an id it may be the newcomer that was given this one, with the answer under way.
  if (own.member === null) {
    return own.state === 'Discovering' || group?.parked.get(name)?.member === null;
  }
  return true;
}

/** A member as a person knows it: by its consumer's name. */
export function memberWords(world: World, group: GroupWorld | undefined, member: string): string {
  const name = consumerOf(group, member);
  // A newcomer is called by its name, not by an id.
  if (name === member) return name;
  return isOldSelf(world, group, name, member) ? `the old self of ${name}` : name;
}

/** The coordinator has struck it off; it hears of that from the answer to its next request. */
export function isOut({ member }: ConsumerWorld, group: GroupWorld | undefined): boolean {
  if (member === null || !group?.coordinated) return false;
  const isLoaded = group.state !== 'Down' && group.state !== 'CatchUp';
  return isLoaded && !group.members.has(member);
}

export interface Outsider {
  readonly name: string;
  readonly isFrozen: boolean;
  readonly keys: readonly PartitionKey[];
}

/** [OWN-6] Who is out of the group and still believes that it owns something. */
export function outsidersOf(world: World, group: GroupWorld): readonly Outsider[] {
  return [...world.processes.values()].flatMap((process) => {
    const { name, status, consumer } = process;
    if (consumer?.group !== group.group || !isAlive(process)) return [];
    if (consumer.held.size === 0 || !isOut(consumer, group)) return [];
    return [{ name, isFrozen: status === 'frozen', keys: [...consumer.held.keys()] }];
  });
}
