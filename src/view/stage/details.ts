/**
 * The one line of detail on a card and the sentence of the group bar: what is waited for, with the
 * time left at `atUs`. Pure functions of the world and a time, asked in every frame.
 */
import type { GroupStateName } from '../../protocol/facts.ts';
import type { ErrorName } from '../../wire/errors.ts';
import type { GroupWorld, ProcessWorld, RebalanceWorld, World } from '../../trace/world.ts';
import {
  coordinatorTrouble,
  electionNext,
  leftSessionOf,
  peerOf,
  timerOf,
} from '../../trace/trouble.ts';
import { seconds } from '../amounts.ts';
import { plural, listed, sentenceCase } from '../words/text.ts';
import { isOldSelf, consumerOf, memberWords, outsidersOf } from '../../trace/members.ts';
import { outsiderPhrase } from './members.ts';
import { statusWords } from '../../trace/describe-words.ts';

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

type Cause = Pick<RebalanceWorld, 'trigger' | 'subject' | 'reason'>;

/** Why the attempt runs, as the beginning of a sentence: a name keeps its own spelling. */
export function triggerPhrase(world: World, group: GroupWorld | undefined, cause: Cause): string {
  const { trigger, subject, reason } = cause;
  const who = memberWords(world, group, subject);
  switch (trigger) {
    case 'TRIG-1':
      return `${who} is new`;
    case 'TRIG-2':
      return `${sentenceCase(who)} was declared dead`;
    case 'TRIG-5':
      return `${who} wants other topics`;
    default:
      return sentenceCase(reason.replace(subject, who));
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
    return `${so}: ${trouble}. ${remedy(world, coordinator, atUs)}.`;
  }
  return stateSentences[group.state](world, group, atUs);
}

type StateSentence = (world: World, group: GroupWorld, atUs: number) => string;

function soFar({ stateSinceUs }: GroupWorld, atUs: number): string {
  return seconds(atUs - stateSinceUs);
}

const stateSentences: Readonly<Record<GroupStateName, StateSentence>> = {
  Down: (_world, group, atUs) =>
    group.generation === 0
      ? `${group.coordinator} was elected: the first registration begins the group · ${soFar(group, atUs)}`
      : `${group.coordinator} was elected and has not loaded the group yet · ${soFar(group, atUs)}`,
  CatchUp: (_world, group, atUs) =>
    `${group.coordinator} loads the group from ZooKeeper · ${soFar(group, atUs)}`,
  Ready: (_world, { members }) =>
    members.size > 0
      ? 'Loaded: steady once every member’s heartbeat was accepted.'
      : 'No members: the next registration starts a rebalance.',
  PreparingRebalance: (world, group, atUs) => {
    const sinceUs = group.rebalance?.startedAtUs ?? group.stateSinceUs;
    return `${attemptSentence(world, group)} · ${seconds(atUs - sinceUs)}`;
  },
  Rebalancing: (_world, group, atUs) => {
    const { coordinator, generation } = group;
    const next = nextGeneration(group);
    return next === null
      ? `Generation ${generation} is written; ${coordinator} waits to hear so · ${soFar(group, atUs)}`
      : `${coordinator} assigns generation ${next} and writes it to ZooKeeper · ${soFar(group, atUs)}`;
  },
  Steady: (world, group, atUs) => {
    const out = outsiderPhrase(outsidersOf(world, group));
    const steady = `${plural(group.members.size, 'member')} · steady for ${soFar(group, atUs)}`;
    return out === null ? steady : `${steady} · ${out}`;
  },
};

/** Its status in words, with what befell one that is dead. */
export function fateWords({ status, statusReason }: ProcessWorld): string {
  if (status !== 'crashed') return statusWords[status];
  return statusReason === 'power-off' ? 'has no power' : 'was killed';
}

/** [COORD-4] Who learns next that the group has no coordinator, and what comes of it. */
function remedy(world: World, coordinator: string, atUs: number): string {
  const process = world.processes.get(coordinator);
  const session = process && leftSessionOf(world, process);
  const leftUs = (session?.deadlineUs ?? 0) - atUs;
  if (leftUs <= 0) return electionNext(world);
  return process?.status === 'running'
    ? `ZooKeeper ends the old one in ${seconds(leftUs)}`
    : `ZooKeeper notices in ${seconds(leftUs)}`;
}

function attemptSentence(world: World, group: GroupWorld): string {
  const { rebalance } = group;
  if (!rebalance) return 'A rebalance is prepared';
  const { waitingFor, waitingCount } = rebalance;
  const why = triggerPhrase(world, group, rebalance);
  if (waitingFor.length === 0) {
    return `${why}: ${group.parked.size === 0 ? 'nobody is left to wait for' : 'everybody has registered'}`;
  }
  const names =
    waitingCount > 4
      ? `${waitingCount} members`
      : listed(waitingFor.map((member) => memberWords(world, group, member)));
  // [REG-6] Only its window can end the wait for one whose process has begun anew.
  const registers = waitingFor.some(
    (member) => !isOldSelf(world, group, consumerOf(group, member), member),
  );
  return `${why}: waiting for ${names}${registers ? ' to register again' : ''}`;
}
