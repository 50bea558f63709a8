/**
 * The one line of detail on a card and the sentence of the group bar: what is waited for, with the
 * time left at `atUs`. Pure functions of the world and a time, asked in every frame.
 */
import type { ErrorName } from '../../wire/errors.ts';
import { timerKey } from '../../trace/world.ts';
import type { GroupWorld, ProcessWorld, TimerWorld, World } from '../../trace/world.ts';
import { count, listed, seconds } from './marks.ts';

/** The running timer of that name, whatever its subject. */
export function timerOf(world: World, process: string, timer: string): TimerWorld | undefined {
  const unnamed = world.timers.get(timerKey(process, timer, ''));
  if (unnamed) return unnamed;
  for (const candidate of world.timers.values()) {
    if (candidate.process === process && candidate.timer === timer) return candidate;
  }
  return undefined;
}

/** The peer of the consumer's connection, or of the one that it is opening. */
export function peerOf(world: World, process: string): string | null {
  let peer: string | null = null;
  for (const connection of world.connections.values()) {
    if (connection.opener === process) peer = connection.peer;
  }
  return peer;
}

const since: Readonly<Record<string, string>> = {
  frozen: 'for',
  crashed: 'dead for',
  stopped: 'for',
};

/** What a consumer is about, e.g. "next beat in 0.12 s". */
export function consumerDetail(world: World, process: ProcessWorld, atUs: number): string {
  const { name, status, statusSinceUs, consumer } = process;
  if (!consumer) return '';
  if (consumer.failure) return '';
  const word = since[status];
  if (word) return `${word} ${seconds(atUs - statusSinceUs)}`;
  const inState = seconds(atUs - consumer.stateSinceUs);
  if (consumer.state === 'PartOfGroup') return heartDetail(world, process, atUs);
  if (consumer.state === 'Registering') {
    return consumer.member === null ? `new, waits ${inState}` : `waits ${inState}`;
  }
  if (consumer.state === 'Down') return 'not started';
  const backoff = timerOf(world, name, 'backoff');
  if (backoff) return `asks in ${seconds(backoff.deadlineUs - atUs)}`;
  const peer = peerOf(world, name);
  return peer === null ? `for ${inState}` : `asks ${peer}`;
}

function heartDetail(world: World, { name, consumer }: ProcessWorld, atUs: number): string {
  const failing = timerOf(world, name, 'coordinator-failed');
  const timing = consumer as NonNullable<ProcessWorld['consumer']>;
  const intervalUs = (timing.sessionTimeoutMs * 1000) / Math.max(1, timing.heartbeatFrequency);
  const silentUs = failing ? atUs - failing.startedAtUs : 0;
  if (silentUs > intervalUs * 1.6) return `unheard ${seconds(silentUs)}`;
  const beat = timerOf(world, name, 'heartbeat');
  return beat ? `beats in ${seconds(beat.deadlineUs - atUs)}` : '';
}

/** How long a refusal stays on the card, in virtual time. */
const toldForUs = 1_500_000;

/** What each refusal comes to, in few words: by its reason, since one error has several. */
const toldReasons: Readonly<Record<string, string>> = {
  'not-coordinator': 'wrong broker',
  loading: 'still loading',
  'no-map': 'none known',
  'rebalance-pending': 'rebalance',
  stale: 'old generation',
  future: 'generation not known',
  'unknown-member': 'id unknown',
};

/** Of refusals without a reason: their receiver could not read what came. */
const toldErrors: Readonly<Partial<Record<ErrorName, string>>> = {
  MalformedMessage: 'unreadable',
};

/** What a consumer has just been told, e.g. "told: still loading"; empty where nothing was. */
export function toldDetail({ status, consumer }: ProcessWorld, atUs: number): string {
  const told = consumer?.told;
  if (!told || status !== 'running' || consumer.failure) return '';
  if (consumer.state === 'PartOfGroup') return '';
  if (atUs - told.atUs > toldForUs || atUs < told.atUs) return '';
  // [OFF-1] It acts on no answer to a commit.
  if (told.api === 'OffsetCommit') return 'told: commit refused';
  return `told: ${toldReasons[told.reason ?? ''] ?? toldErrors[told.error] ?? told.error}`;
}

/** The consumer behind a member id, as the record or the present members name it. */
export function consumerOf(group: GroupWorld | undefined, member: string): string {
  const known = group?.members.get(member)?.consumer;
  return known ?? group?.assignment.find((entry) => entry.member === member)?.consumer ?? member;
}

/** Why the attempt runs, in words. */
export function triggerPhrase(group: GroupWorld | undefined, trigger: string, subject: string) {
  const who = consumerOf(group, subject);
  switch (trigger) {
    case 'TRIG-1':
      return `${who} is new`;
    case 'TRIG-2':
      return `${who} was declared dead`;
    case 'TRIG-3':
      return `${subject} has other partitions`;
    case 'TRIG-4':
      return `${subject} appeared or went`;
    case 'TRIG-5':
      return `${who} wants other topics`;
    default:
      return 'what is stored differs from what is there';
  }
}

/** The generation that the running rebalance will make; null once it is recorded, or where none runs. */
export function nextGeneration({ rebalance, generation }: GroupWorld): number | null {
  return rebalance && generation === rebalance.generation ? generation + 1 : null;
}

/** What the group waits for, in one sentence; `atUs` counts it up. */
export function groupSentence(world: World, group: GroupWorld, atUs: number): string {
  const { coordinator } = group;
  if (coordinator === null) return 'No coordinator was elected yet: nobody answers this group.';
  const trouble = coordinatorTrouble(world, group);
  if (trouble) {
    const so = group.coordinated ? 'Nobody answers' : 'No coordinator';
    return `${so}: ${trouble}. ${remedy(world, coordinator, atUs)}`;
  }
  const sofar = seconds(atUs - group.stateSinceUs);
  const { rebalance } = group;
  switch (group.state) {
    case 'CatchUp':
      return `${coordinator} loads the group from ZooKeeper · ${sofar} so far`;
    case 'Ready':
      if (group.members.size > 0)
        return 'Loaded. Steady as soon as every member’s heartbeat was accepted.';
      return 'No members: the next registration starts a rebalance.';
    case 'PreparingRebalance': {
      const started = rebalance ? atUs - rebalance.startedAtUs : atUs - group.stateSinceUs;
      return `${attemptSentence(group)} · ${seconds(started)} so far`;
    }
    case 'Rebalancing': {
      const next = nextGeneration(group);
      if (next === null)
        return `Generation ${group.generation} is written; ${coordinator} waits to hear so · ${sofar}`;
      return `${coordinator} writes generation ${next} to ZooKeeper · ${sofar}`;
    }
    case 'Steady':
      return `${count(group.members.size, 'member')} · steady for ${sofar}`;
    default:
      return `${coordinator} was elected and has not heard of it yet · ${sofar}`;
  }
}

/** Why nobody answers the group although its coordinator was elected; null where one does. */
export function coordinatorTrouble(world: World, group: GroupWorld): string | null {
  const { coordinator, coordinated } = group;
  if (coordinator === null) return null;
  const status = world.processes.get(coordinator)?.status ?? 'stopped';
  if (coordinated && status !== 'frozen') return null;
  if (status !== 'running') return `${coordinator} ${statusWords[status]}`;
  const lost = world.processes.get(coordinator)?.broker?.lost;
  if (lost?.reason === 'lease' || lost?.reason === 'session') {
    return `${coordinator} gave the group up: its lease is over`;
  }
  // [COORD-9] It started again, under another session.
  return `${coordinator} was elected under a ZooKeeper session that is over`;
}

/** What has become of a process. */
export const statusWords: Readonly<Record<ProcessWorld['status'], string>> = {
  running: 'is running',
  frozen: 'is frozen',
  crashed: 'is dead',
  stopped: 'has stopped',
};

/** ZooKeeper's timer for the session of a broker, as long as there is one. */
export function sessionTimerOf(world: World, broker: string): TimerWorld | undefined {
  return [...world.timers.values()].find(
    ({ timer, subject }) => timer === 'session' && subject.startsWith(`${broker}-`),
  );
}

/** [COORD-4] Who learns next that the group has no coordinator, and what comes of it. */
function remedy(world: World, coordinator: string, atUs: number): string {
  const isRunning = world.processes.get(coordinator)?.status === 'running';
  const session = isRunning ? undefined : sessionTimerOf(world, coordinator);
  const leftUs = (session?.deadlineUs ?? 0) - atUs;
  if (leftUs > 0) return `ZooKeeper notices in ${seconds(leftUs)}.`;
  return `${capital(electionNext(world))}.`;
}

/** [COORD-2] Who elects the next coordinator, or what has to be before that. */
export function electionNext(world: World): string {
  const brokers = [...world.processes.values()].filter(({ role }) => role === 'broker');
  if (!brokers.some(({ status }) => status === 'running')) {
    return 'no broker runs that could be elected: start one';
  }
  const { controller } = world;
  const status = world.processes.get(controller ?? '')?.status;
  if (controller === null || status === undefined) return 'the brokers elect a controller first';
  if (status === 'running') return `${controller}, the controller, elects another one`;
  return `${controller}, the controller, ${statusWords[status]}: the brokers elect another first`;
}

function attemptSentence(group: GroupWorld): string {
  const { rebalance } = group;
  if (!rebalance) return 'A rebalance is prepared';
  const why = triggerPhrase(group, rebalance.trigger, rebalance.subject);
  const waiting = rebalance.waitingFor.map((member) => consumerOf(group, member));
  if (waiting.length === 0) return `${capital(why)}: everybody has registered`;
  const many = `${rebalance.waitingCount} members`;
  const names = rebalance.waitingCount > 4 ? many : listed(waiting);
  return `${capital(why)}: waiting for ${names} to register again`;
}

export function capital(text: string): string {
  // A name keeps its own spelling.
  return /^[a-z]+-\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
