/**
 * Partition tiles that are on their way between a card and the shelf, for a moment of virtual time
 * after the event that moved them. A pure function of trace and time: nothing is remembered from
 * one frame to the next, so seeking shows the same.
 */
import type { EventKind } from '../../../trace/events.ts';
import type { TraceReader } from '../../../trace/reader.ts';
import { partitionKey } from '../../../trace/world.ts';
import type { PartitionKey, World } from '../../../trace/world.ts';

export const shelf = 'shelf';

export interface Flight {
  readonly key: PartitionKey;
  /** A consumer's name, or the shelf. */
  readonly from: string;
  readonly to: string;
  /** How much of the way is done, 0 to 1. */
  readonly share: number;
}

/** How long a tile is on its way, in virtual time. */
export const flightLastsUs = 300_000;

/** The flights of `group` at `atUs`; of several moves of one partition the last counts. */
export function flightsAt(
  world: World,
  trace: TraceReader,
  seq: number,
  atUs: number,
  group: string,
): ReadonlyMap<PartitionKey, Flight> {
  const flights = new Map<PartitionKey, Flight>();
  const last = Math.min(seq, trace.length - 1);
  const first = firstFlying(trace, last, atUs);
  for (let at = last; at >= first; at--) {
    const share = smooth((atUs - trace.atUs(at)) / flightLastsUs);
    for (const { key, from, to } of movesOf(world, trace, at, group)) {
      if (!flights.has(key)) flights.set(key, { key, from, to, share });
    }
  }
  return flights;
}

/** More moves at once are no picture: the tiles are where they are. */
const movesAtMost = 300;

/** The first event whose tiles may still be on their way; beyond the last where there are too many. */
function firstFlying(trace: TraceReader, last: number, atUs: number): number {
  let moves = 0;
  let at = last;
  while (at >= 0 && atUs - trace.atUs(at) < flightLastsUs) {
    if (moving.has(trace.kind(at))) moves += 1;
    if (moves > movesAtMost) return last + 1;
    at -= 1;
  }
  return at + 1;
}

const moving: ReadonlySet<EventKind> = new Set([
  'partition-acquired',
  'partition-released',
  'member-removed',
]);

/** Slow at both ends. */
function smooth(share: number): number {
  return share * share * (3 - 2 * share);
}

type Move = Omit<Flight, 'share'>;

function movesOf(world: World, trace: TraceReader, seq: number, group: string): readonly Move[] {
  const kind = trace.kind(seq);
  if (kind === 'partition-acquired' || kind === 'partition-released') {
    const event = trace.event(seq);
    if (event.kind !== kind || event.group !== group || event.process === undefined) return [];
    const key = partitionKey(event.topic, event.partition);
    if (kind === 'partition-acquired') return [{ key, from: shelf, to: event.process }];
    return [{ key, from: event.process, to: shelf }];
  }
  if (kind !== 'member-removed') return [];
  const event = trace.event(seq);
  if (event.kind !== kind || event.group !== group) return [];
  // Of one that runs and does not know of its removal nothing is on the shelf: it reads on.
  if (world.processes.get(event.consumer)?.status === 'running') return [];
  const entry = world.groups.get(group)?.assignment.find(({ member }) => member === event.member);
  return (entry?.partitions ?? []).flatMap(({ topic, partitions }) =>
    partitions.map((partition) => ({
      key: partitionKey(topic, partition),
      from: event.consumer,
      to: shelf,
    })),
  );
}
