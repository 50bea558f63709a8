/**
 * [COORD-8] What brokers say of their own roles. One that was deposed and does not know it yet acts
 * on; one whose lease is over has given its groups up, whoever was elected since.
 */
import type { EventOf } from '../events.ts';
import type { BrokerWorld, World } from '../world.ts';

export const noRoles: BrokerWorld = { actsFor: new Map(), lost: null };

function change(
  world: World,
  broker: string | undefined,
  changed: (roles: BrokerWorld) => BrokerWorld,
): void {
  const process = world.processes.get(broker ?? '');
  if (process?.broker) process.broker = changed(process.broker);
}

/** It says that its group is in some state: in any but Down it acts for it. */
export function noteActing(
  world: World,
  { process, group, epoch, state }: EventOf<'group-state'>,
): void {
  change(world, process, ({ actsFor, lost }) => {
    const now = new Map(actsFor);
    if (state === 'Down') now.delete(group);
    else now.set(group, epoch);
    return { actsFor: now, lost: state === 'Down' ? lost : null };
  });
}

/** It gives up the groups of a subset, or (without any) another role. */
export function noteLost(
  world: World,
  broker: string | undefined,
  given: { readonly atUs: number; readonly reason: string; readonly groups: readonly string[] },
): void {
  change(world, broker, ({ actsFor, lost }) => {
    const now = new Map(actsFor);
    for (const group of given.groups) now.delete(group);
    // A broker gives up all its roles in one moment, a subset at a time.
    const before = lost?.atUs === given.atUs ? lost.groups : [];
    return { actsFor: now, lost: { ...given, groups: [...before, ...given.groups] } };
  });
}
