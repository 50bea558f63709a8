/**
 * [COORD-8] What brokers say of their own roles. One that was deposed and does not know it yet acts
 * on; one whose lease is over has given its groups up, whoever was elected since.
 */
import type { EventOf } from '../events.ts';
import type { BrokerWorld, MessageWorld, World } from '../world.ts';

export const noRoles: BrokerWorld = {
  actsFor: new Map(),
  lost: null,
  asked: new Map(),
  leaseFromUs: 0,
};

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
  change(world, process, (roles) => {
    const now = new Map(roles.actsFor);
    if (state === 'Down') now.delete(group);
    else now.set(group, epoch);
    return { ...roles, actsFor: now, lost: state === 'Down' ? roles.lost : null };
  });
}

/** It gives up the groups of a subset, or (without any) another role. */
export function noteLost(
  world: World,
  broker: string | undefined,
  given: { readonly atUs: number; readonly reason: string; readonly groups: readonly string[] },
): void {
  change(world, broker, (roles) => {
    const { actsFor, lost } = roles;
    const now = new Map(actsFor);
    for (const group of given.groups) now.delete(group);
    // A broker gives up all its roles in one moment, a subset at a time.
    const before = lost?.atUs === given.atUs ? lost.groups : [];
    return { ...roles, actsFor: now, lost: { ...given, groups: [...before, ...given.groups] } };
  });
}

const isStore = (world: World, name: string) => world.processes.get(name)?.role === 'zookeeper';

/** A request to the metadata store: an answer would renew the lease from this moment. */
export function noteAsked(
  world: World,
  { message, from, to, direction, sentAtUs }: MessageWorld,
): void {
  if (direction !== 'request' || !isStore(world, to)) return;
  change(world, from, (roles) => ({
    ...roles,
    asked: new Map(roles.asked).set(message, sentAtUs),
  }));
}

/** Its answer. What still arrives on a connection that was given up is not read. */
export function noteAnswered(world: World, { from, to, request, direction }: MessageWorld): void {
  if (direction !== 'response' || request === null || !isStore(world, from)) return;
  change(world, to, (roles) => {
    const askedAtUs = roles.asked.get(request);
    if (askedAtUs === undefined) return roles;
    const asked = new Map(roles.asked);
    asked.delete(request);
    return { ...roles, asked, leaseFromUs: askedAtUs };
  });
}

/** [COORD-7] On a connection that is closed nothing is answered; it is asked again on the next one. */
export function noteClosed(world: World, { process, peer }: EventOf<'connection-closed'>): void {
  if (isStore(world, peer)) change(world, process, (roles) => ({ ...roles, asked: new Map() }));
}
