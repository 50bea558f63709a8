/**
 * Whether a group has settled: every live, connected consumer is a member, and every partition has
 * an owner on record that believes so too. Says in words what is missing; how long it may take to
 * get there is not asked here.
 */
import { matchingTopics } from '../protocol/register/consumer/subscription.ts';
import { censusOf, isRunning } from './census.ts';
import type { Census, ConsumerProcess } from './census.ts';
import { ownersOf } from './owners.ts';
import { hasPatterns, linkKey } from './world.ts';
import type { ConsumerWorld, GroupWorld, PartitionKey, ProcessWorld, World } from './world.ts';

/**
 * What keeps the group from being settled, a sentence each; none: it is. `bootstrap`: the brokers that
 * consumers ask for the coordinator (DISC-1).
 */
export function unsettled(
  world: World,
  groupId: string,
  bootstrap: readonly string[],
  running: Census = censusOf(world, isRunning),
): readonly string[] {
  const group = world.groups.get(groupId);
  if (!group) return [`there is no group ${groupId}`];
  const broker = group.coordinator === null ? undefined : world.processes.get(group.coordinator);
  if (!group.coordinated || broker?.status !== 'running') return ['nobody coordinates it'];
  const reaching = running
    .consumersOf(groupId)
    .filter((process) => reaches(world, process, broker.name));
  const consumers = reaching.filter((process) => isTold(world, process, bootstrap));
  const missing = consumers.flatMap((process) => missingAt(world, group, process));
  if (group.rebalance) missing.push('a rebalance is under way');
  return [...missing, ...unowned(group, reaching, consumers)];
}

function reaches(world: World, { name }: ProcessWorld, broker: string): boolean {
  return world.links.get(linkKey(name, broker))?.cut !== true;
}

/** Somebody that it knows from the start can name the coordinator to it. */
function isTold(world: World, process: ProcessWorld, bootstrap: readonly string[]): boolean {
  const runs = (broker: string) => world.processes.get(broker)?.status === 'running';
  return bootstrap.some((broker) => runs(broker) && reaches(world, process, broker));
}

function missingAt(
  { topics: existing }: World,
  { members, generation }: GroupWorld,
  { name, consumer }: ConsumerProcess,
): string[] {
  if (consumer.state !== 'PartOfGroup') return [`${name} is ${consumer.state}`];
  const member = members.get(consumer.member ?? '');
  if (!member) return [`${name} is no member`];
  if (consumer.generation !== generation) {
    return [`${name} is in generation ${consumer.generation}, not ${generation}`];
  }
  const wanted = listOf(wantedBy(consumer, [...existing.keys()]));
  const known = listOf(member.topics);
  return wanted === known ? [] : [`${name} subscribes to ${wanted}, but is known for ${known}`];
}

/** [WILD-1] Patterns want of the topics that there are those that match. */
function wantedBy(consumer: ConsumerWorld, existing: readonly string[]): readonly string[] {
  const { topics, allow, deny } = consumer;
  if (!hasPatterns(consumer)) return topics;
  return matchingTopics({ ...(allow.length > 0 ? { allow } : {}), deny }, existing);
}

function listOf(topics: readonly string[]): string {
  return topics.length === 0 ? 'nothing' : [...new Set(topics)].toSorted().join(', ');
}

/** An owner may be cut off from who could name its coordinator, and be a member all the same. */
function unowned(
  group: GroupWorld,
  reaching: readonly ConsumerProcess[],
  connected: readonly ConsumerProcess[],
): string[] {
  // Nobody is on record: then nothing is to be owned; who lives and is no member is missed above.
  if (group.assignment.length === 0) return [];
  const [held, believed] = [believersOf(reaching), believersOf(connected)];
  const owners = ownersOf(group.assignment);
  return group.partitions.flatMap((key) => {
    const owner = owners.get(key);
    if (owner === undefined) return [`${key} has no owner`];
    if (held.get(key)?.includes(owner) !== true) {
      return [`${key} is ${owner}'s, who does not believe so`];
    }
    const believers = believed.get(key) ?? [];
    return believers.length > 1 ? [`${key} is believed in by ${believers.join(' and ')}`] : [];
  });
}

/** Partition -> the members that hold it. */
function believersOf(consumers: readonly ConsumerProcess[]): Map<PartitionKey, string[]> {
  const believed = new Map<PartitionKey, string[]>();
  for (const { consumer } of consumers) {
    for (const key of consumer.held.keys()) {
      believed.set(key, [...(believed.get(key) ?? []), consumer.member ?? '']);
    }
  }
  return believed;
}
