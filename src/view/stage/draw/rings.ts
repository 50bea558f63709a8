/**
 * The timers round a consumer as fractions of a ring, at one time. Pure: the outer ring is the
 * coordinator's timer for the member, the inner one its own heartbeat timer, the one at the socket
 * its timer for the coordinator (HB-4).
 */
import { timerKey } from '../../../trace/world.ts';
import type { ProcessWorld, TimerWorld, World } from '../../../trace/world.ts';
import { clamp } from '../places/geometry.ts';

export interface Ring {
  /** What is left of the timer, 0 to 1. */
  readonly left: number;
  /** Its process is frozen: the timer does not move. */
  readonly stands: boolean;
}

export interface Rings {
  readonly deadAfter: Ring | null;
  /** Segments of the outer ring; 1 is a plain one. */
  readonly segments: number;
  readonly heartbeat: Ring | null;
  readonly coordinatorFailed: Ring | null;
  /** Its registration is parked: it is not declared dead meanwhile (HB-7). */
  readonly parked: boolean;
  /** Microseconds since its last heartbeat was answered; infinite where none was. */
  readonly sinceAnswerUs: number;
}

const mostSegments = 12;

/** Timers that the rings need, found in one pass over the world. */
export interface TimerIndex {
  readonly coordinatorFailed: ReadonlyMap<string, TimerWorld>;
}

export function indexTimers(world: World): TimerIndex {
  const coordinatorFailed = new Map<string, TimerWorld>();
  for (const timer of world.timers.values()) {
    if (timer.timer === 'coordinator-failed') coordinatorFailed.set(timer.process, timer);
  }
  return { coordinatorFailed };
}

export function ringsOf(
  world: World,
  index: TimerIndex,
  groupId: string,
  process: ProcessWorld,
  atUs: number,
): Rings {
  const group = world.groups.get(groupId);
  const member = process.consumer?.member ?? lastMember(world, groupId, process);
  const registered = member === null ? undefined : group?.members.get(member);
  const coordinator = group?.coordinator ?? null;
  const deadAfter =
    coordinator === null || member === null
      ? undefined
      : world.timers.get(timerKey(coordinator, 'dead-after', `${groupId}/${member}`));
  const failing = index.coordinatorFailed.get(process.name);
  const threshold = registered?.failedHeartbeatThreshold ?? 1;
  return {
    deadAfter: ringOf(world, deadAfter, atUs),
    segments: threshold > mostSegments ? 1 : threshold,
    heartbeat: ringOf(world, world.timers.get(timerKey(process.name, 'heartbeat', '')), atUs),
    coordinatorFailed: ringOf(world, failing, atUs),
    parked: group?.parked.has(process.name) ?? false,
    sinceAnswerUs: failing && process.status === 'running' ? atUs - failing.startedAtUs : Infinity,
  };
}

/** A dead process has forgotten its id; the coordinator has not. */
function lastMember(world: World, groupId: string, process: ProcessWorld): string | null {
  if (process.status === 'running') return null;
  const members = [...(world.groups.get(groupId)?.members.values() ?? [])];
  return members.findLast(({ consumer }) => consumer === process.name)?.member ?? null;
}

function ringOf(world: World, timer: TimerWorld | undefined, atUs: number): Ring | null {
  if (!timer) return null;
  const owner = world.processes.get(timer.process);
  const stands = !timer.running || owner?.status === 'frozen';
  const shownUs = stands ? Math.min(atUs, owner?.statusSinceUs ?? atUs) : atUs;
  const whole = timer.deadlineUs - timer.startedAtUs;
  const left = whole <= 0 ? 0 : clamp((timer.deadlineUs - shownUs) / whole, 0, 1);
  return { left, stands };
}
