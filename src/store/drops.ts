/**
 * What a card or a tile that is dragged would do where it is let go, or a sentence that says why not.
 * Pure, as `proposal` is for tools: the drop, the ghost and the screen reader hear the same.
 */
import type { ProcessWorld, World } from '../trace/world.ts';
import { proposal } from './actions.ts';
import type { Proposal, Situation } from './actions.ts';
import type { Target } from './selection.ts';

/** What a person has taken from the stage. */
export type Carried =
  | { readonly kind: 'process'; readonly process: string }
  | { readonly kind: 'partition'; readonly topic: string; readonly partition: number };

/** Where it may be let go. The bin is there only while something is carried. */
export type Place = Target | { readonly kind: 'bin' };

/** What letting `carried` go at `place` would do in this world. */
export function dropProposal(carried: Carried, place: Place, situation: Situation): Proposal {
  if (place.kind === 'bin') return binned(carried, situation);
  const why =
    carried.kind === 'partition'
      ? tileStays(carried, place, situation)
      : cardStays(carried.process, place, situation);
  return { ok: false, why };
}

/** A card on the bin is killed; a tile there takes its whole topic along. */
function binned(carried: Carried, situation: Situation): Proposal {
  if (carried.kind === 'process') return proposal('kill', carried, situation);
  const { topic } = carried;
  const known = situation.world.topics.get(topic);
  if (!known) return { ok: false, why: `There is no topic ${topic} now.` };
  const size = known.partitions === 1 ? 'its only partition' : `all ${known.partitions} partitions`;
  const label = `delete topic ${topic}, ${size} (TRIG-4)`;
  return { ok: true, action: { do: 'delete-topic', topic }, label };
}

type Tile = Extract<Carried, { kind: 'partition' }>;

/** [ASG-1] [ASG-2] Who reads what is the coordinator's to say. */
function tileStays({ topic, partition }: Tile, place: Target, { world, group }: Situation): string {
  const process = processAt(place, world);
  if (!process?.consumer) {
    return `Only the bin takes ${topic} ${partition}: it deletes topic ${topic}.`;
  }
  const strategy = world.groups.get(group)?.strategy ?? process.consumer.strategy;
  const rule = strategy === 'roundrobin' ? 'ASG-2' : 'ASG-1';
  return `Nobody hands a partition to ${process.name}: the coordinator assigns them, by ${strategy} (${rule}).`;
}

function cardStays(name: string, place: Target, { world }: Situation): string {
  const carried = world.processes.get(name);
  const onto = processAt(place, world);
  if (onto?.role === 'broker' && carried?.consumer) {
    return `${name} finds its coordinator by itself: the broker that its group’s subset belongs to (COORD-2, DISC-1).`;
  }
  return `Cards keep their places, in order of arrival: only the bin takes ${name}.`;
}

function processAt(place: Target, world: World): ProcessWorld | undefined {
  return place.kind === 'process' ? world.processes.get(place.process) : undefined;
}
