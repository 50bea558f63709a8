/**
 * What follows from S, F and T (CFG-1 to CFG-3): the windows, and where they do not go together with
 * each other or with the network. All of it is allowed; the warnings say what comes of it.
 */
import { msToUs } from '../lib/time.ts';
import type { Us } from '../lib/time.ts';
import {
  coordinatorFailedUs,
  deadAfterUs,
  heartbeatIntervalUs,
} from '../protocol/register/timing.ts';
import type { RuleId } from '../protocol/rules.ts';
import type { GroupTiming } from '../protocol/settings.ts';
import { censusOf, isRunning, largestLatencyUs } from './census.ts';
import type { Census } from './census.ts';
import type { Scenario } from './experiment.ts';
import { hasPatterns } from './world.ts';
import type { World } from './world.ts';

export interface Windows {
  /** S / F */
  readonly heartbeatIntervalUs: Us;
  /** T * S / F: the coordinator gives up a silent member. */
  readonly deadAfterUs: Us;
  /** S: a member gives up a silent coordinator. */
  readonly coordinatorFailedUs: Us;
}

export function windowsOf(timing: GroupTiming): Windows {
  return {
    heartbeatIntervalUs: heartbeatIntervalUs(timing),
    deadAfterUs: deadAfterUs(timing),
    coordinatorFailedUs: coordinatorFailedUs(timing),
  };
}

/**
 * [CFG-1] The timing whose windows are those in force. With wire version 0 the coordinator's is S,
 * whatever F and T are: as if T were F.
 */
export function timingInForce(
  timing: GroupTiming,
  { wireVersion }: Pick<Scenario, 'wireVersion'>,
): GroupTiming {
  if (wireVersion === 1) return timing;
  return { ...timing, failedHeartbeatThreshold: timing.heartbeatFrequency };
}

/** What the windows have to go together with. What is not known is not warned about. */
export interface Circumstances {
  /** L: the largest one-way latency between a member and its coordinator. */
  readonly latencyUs?: Us;
  /** The largest between a broker and the metadata store. */
  readonly storeLatencyUs?: Us;
  /** Q */
  readonly requestTimeoutUs?: Us;
  /** Z */
  readonly storeSessionTimeoutUs?: Us;
  /** Somebody has patterns: a broker that is asked for the topics asks the store (WILD-1). */
  readonly hasPatterns?: boolean;
}

export type WarningId =
  | 'windows-differ'
  | 'live-members-die'
  | 'coordinator-given-up'
  | 'nobody-found'
  | 'sessions-lost';

export interface TimingWarning {
  readonly id: WarningId;
  readonly rule: RuleId;
  readonly sentence: string;
}

/** In the order of the rules. */
export function warningsOf(timing: GroupTiming, circumstances: Circumstances): TimingWarning[] {
  return checks.flatMap(({ id, rule, say }) => {
    const sentence = say(timing, circumstances);
    return sentence === null ? [] : [{ id, rule, sentence }];
  });
}

interface Check {
  readonly id: WarningId;
  readonly rule: RuleId;
  /** Null: all is well. */
  readonly say: (timing: GroupTiming, circumstances: Circumstances) => string | null;
}

const checks: readonly Check[] = [
  { id: 'windows-differ', rule: 'CFG-1', say: windowsDiffer },
  { id: 'live-members-die', rule: 'CFG-2', say: liveMembersDie },
  { id: 'coordinator-given-up', rule: 'CFG-2', say: coordinatorGivenUp },
  { id: 'nobody-found', rule: 'CFG-3', say: nobodyFound },
  { id: 'sessions-lost', rule: 'CFG-3', say: sessionsLost },
];

function ms(us: Us): string {
  return `${us / 1000} ms`;
}

function windowsDiffer(timing: GroupTiming): string | null {
  const { heartbeatFrequency: F, failedHeartbeatThreshold: T } = timing;
  if (T === F) return null;
  const first = T < F ? 'the coordinator gives up first' : 'the consumer gives up first';
  return (
    `T is ${T} and F is ${F}: a silent member is dead after ${ms(deadAfterUs(timing))}, ` +
    `a silent coordinator failed after ${ms(coordinatorFailedUs(timing))}; ${first}.`
  );
}

/** (T - 1) * S / F < 2L, without rounding. */
function liveMembersDie(timing: GroupTiming, { latencyUs = 0 }: Circumstances): string | null {
  const { sessionTimeoutMs: S, heartbeatFrequency: F, failedHeartbeatThreshold: T } = timing;
  const marginTimesF = (T - 1) * S * 1000;
  if (marginTimesF >= 2 * latencyUs * F) return null;
  return (
    `(T - 1) * S / F is ${ms(Math.round(marginTimesF / F))}, there and back takes up to ` +
    `${ms(2 * latencyUs)}: live members are declared dead, and the group rebalances for ever.`
  );
}

/** S - S / F < 2L, without rounding. */
function coordinatorGivenUp(timing: GroupTiming, { latencyUs = 0 }: Circumstances): string | null {
  const { sessionTimeoutMs: S, heartbeatFrequency: F } = timing;
  const marginTimesF = S * 1000 * (F - 1);
  if (marginTimesF >= 2 * latencyUs * F) return null;
  return (
    `S - S / F is ${ms(Math.round(marginTimesF / F))}, there and back takes up to ` +
    `${ms(2 * latencyUs)}: members give up a healthy coordinator again and again.`
  );
}

function nobodyFound(_: GroupTiming, circumstances: Circumstances): string | null {
  const { latencyUs, requestTimeoutUs, storeLatencyUs = 0 } = circumstances;
  if (latencyUs === undefined || requestTimeoutUs === undefined) return null;
  if (2 * latencyUs >= requestTimeoutUs) {
    return (
      `A message takes up to ${ms(latencyUs)}, half of the request timeout is ` +
      `${ms(requestTimeoutUs / 2)}: nobody finds anybody.`
    );
  }
  const askedUs = 2 * (latencyUs + storeLatencyUs);
  if (!circumstances.hasPatterns || askedUs < requestTimeoutUs) return null;
  return (
    `To ask for the topics takes up to ${ms(askedUs)}, ZooKeeper included; the request timeout is ` +
    `${ms(requestTimeoutUs)}: who has patterns never knows them.`
  );
}

function sessionsLost(_: GroupTiming, circumstances: Circumstances): string | null {
  const { storeLatencyUs, storeSessionTimeoutUs } = circumstances;
  if (storeLatencyUs === undefined || storeSessionTimeoutUs === undefined) return null;
  if (3 * storeLatencyUs < storeSessionTimeoutUs) return null;
  return (
    `A message to ZooKeeper takes up to ${ms(storeLatencyUs)}, a third of its session timeout is ` +
    `${ms(Math.round(storeSessionTimeoutUs / 3))}: brokers lose their sessions.`
  );
}

/**
 * The latencies that matter to a group at this moment: any broker may be its coordinator. Those who do
 * not run wait for nothing, unless a census of all is given.
 */
export function latenciesOf(
  world: World,
  group: string,
  census: Census = censusOf(world, isRunning),
): Circumstances {
  const { brokers, storeLatencyUs } = census;
  const consumers = census.consumersOf(group);
  const latencyUs = largestLatencyUs(world, consumers, brokers);
  return {
    ...(latencyUs === null ? {} : { latencyUs }),
    ...(storeLatencyUs === null ? {} : { storeLatencyUs }),
    ...(consumers.some(({ consumer }) => hasPatterns(consumer)) ? { hasPatterns: true } : {}),
  };
}

/** The same, with what the scenario says of the time that answers may take. */
export function circumstancesOf(
  { client, zookeeper }: Scenario,
  world: World,
  group: string,
  census?: Census,
): Circumstances {
  return {
    ...latenciesOf(world, group, census),
    requestTimeoutUs: msToUs(client.requestTimeoutMs),
    storeSessionTimeoutUs: msToUs(zookeeper.sessionTimeoutMs),
  };
}
