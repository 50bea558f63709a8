/** Why the death of a process has not been noticed: only silence tells of it (HB-3, HB-6, COORD-4). */
import { sessionTimerOf, silenceOf } from '../../trouble.ts';
import type { GroupWorld, MemberWorld, ProcessWorld } from '../../world.ts';
import { linkKey, timerKey } from '../../world.ts';
import { noCoordinator } from './coordinator.ts';
import { notStable } from './group.ts';
import { isPastId } from './subject.ts';
import { silenceTimed, sinceStatus, storeOf } from './wait.ts';
import type { Look, Wait } from './wait.ts';

/**
 * Why a process that does not run, or is cut off, is still taken for alive: by its coordinator, or a
 * broker by ZooKeeper. Also why what a consumer was before it started again still is a member
 * (REG-6). Null where it lives, or where its death was noticed.
 */
export function deathUnnoticed(look: Look, process: ProcessWorld): Wait | null {
  if (process.role === 'broker') return brokerDeath(look, process);
  const group = look.world.groups.get(process.consumer?.group ?? '');
  return group ? memberDeath(look, process, group) : null;
}

function memberDeath(look: Look, process: ProcessWorld, group: GroupWorld): Wait | null {
  const { world } = look;
  const { name } = process;
  const silence = silenceOf(world, group.coordinator ?? '', process);
  const entry = [...group.members.values()].find(
    ({ consumer: behind, member }) =>
      behind === name && (silence !== null || isPastId(look, process, member)),
  );
  if (!entry) return null;
  const why = silence ?? 'comes as somebody new, and its old id is still a member’s';
  const sinceSeq =
    process.status === 'running' && silence !== null
      ? sinceCut(look, name, group.coordinator ?? '')
      : sinceStatus(look, process);
  const nobody = noCoordinator(look, group);
  const condition = `${name} ${why}, and nobody watches the group.`;
  if (nobody) return { ...nobody, condition: `${condition} ${nobody.condition}` };
  return memberWatched(look, group, { name, why, entry, sinceSeq });
}

/** The event that cut the link between two processes. */
function sinceCut({ world, trace }: Look, a: string, b: string): number | null {
  for (let seq = world.seq; trace && seq >= 0; seq--) {
    if (trace.kind(seq) !== 'link-changed' || trace.bool(seq, 'cut') !== true) continue;
    const [one, other] = trace.json(seq, 'peers') as readonly [string, string];
    if (linkKey(one, other) === linkKey(a, b)) return seq;
  }
  return null;
}

interface Dead {
  readonly name: string;
  readonly why: string;
  readonly entry: MemberWorld;
  readonly sinceSeq: number | null;
}

function memberWatched(look: Look, group: GroupWorld, dead: Dead): Wait | null {
  const { name, why, entry, sinceSeq } = dead;
  const coordinator = group.coordinator ?? '';
  const subject = `${group.group}/${entry.member}`;
  const timer = look.world.timers.get(timerKey(coordinator, 'dead-after', subject));
  if (timer) {
    return {
      condition: `${name} ${why}. Only silence tells ${coordinator}, and it has not lasted long enough.`,
      waitsFor: [coordinator],
      ...silenceTimed(look, timer, name, `${coordinator} declares ${name} dead`),
      rules: ['HB-3', 'HB-6'],
      sinceSeq,
    };
  }
  const blocked = notStable(look, group);
  if (!blocked) return null;
  const isParked = group.parked.get(name)?.member === entry.member;
  const parked = isParked ? 'Its registration is parked, so its silence is not counted. ' : '';
  return {
    ...blocked,
    condition: `${name} ${why}. ${parked}${blocked.condition}`,
    rules: isParked ? ['HB-7', ...blocked.rules] : blocked.rules,
    sinceSeq,
  };
}

/** [COORD-4] ZooKeeper ends its session, and with that its nodes. */
function brokerDeath(look: Look, process: ProcessWorld): Wait | null {
  const { world } = look;
  const { name } = process;
  const store = storeOf(world);
  const silence = silenceOf(world, store, process);
  const session = silence === null ? undefined : sessionTimerOf(world, name);
  if (!session) return null;
  const then = `${store} ends the session of ${name}, and its nodes vanish`;
  return {
    condition: `${name} ${silence}, but ${store} keeps its session until it has been silent for long enough.`,
    waitsFor: [store],
    ...silenceTimed(look, session, name, then),
    rules: ['COORD-4'],
    sinceSeq: process.status === 'running' ? session.startedSeq : sinceStatus(look, process),
  };
}
