/**
 * [OWN-5] Watches whether groups settle within B after the last fault, and stay settled. Looked at
 * every now and then, with the world of that moment: nothing has to hold before B is over.
 */
import type { Us } from '../../lib/time.ts';
import {
  coordinatorFailedUs,
  deadAfterUs,
  heartbeatIntervalUs,
} from '../../protocol/register/timing.ts';
import type { GroupTiming } from '../../protocol/settings.ts';
import { brokerNames } from '../broker-names.ts';
import { censusOf, isRunning } from '../census.ts';
import type { Census } from '../census.ts';
import type { TraceEvent } from '../events.ts';
import type { Scenario } from '../experiment.ts';
import { unsettled } from '../settled.ts';
import { settlingBoundUs, settlingTermsOf } from '../settling-bound.ts';
import type { SettlingTerms } from '../settling-bound.ts';
import { circumstancesOf, warningsOf } from '../timing.ts';
import type { Circumstances } from '../timing.ts';
import { linkKey } from '../world.ts';
import type { GroupWorld, World } from '../world.ts';
import type { Found } from './watched.ts';

/** Virtual time between two looks. */
export const lookEveryUs = 250_000;

export class Liveness {
  readonly #scenario: Scenario;
  #lastFaultUs: Us = 0;
  /** Group -> since when it has been settled. */
  readonly #settledSince = new Map<string, Us>();
  /** Group -> when it was last found open while a fault went on: its time counts from there. */
  readonly #notJudgedUntil = new Map<string, Us>();

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
  }

  /** To be called with every event, in order. */
  note(event: TraceEvent): void {
    if (isFault(event)) this.#lastFaultUs = event.atUs;
  }

  get lastFaultUs(): Us {
    return this.#lastFaultUs;
  }

  /** The first group that ought to be settled and is not: what it lacks. */
  look(world: World, nowUs: Us): Found | null {
    const running = censusOf(world, isRunning);
    const open = [...world.groups.values()].flatMap((group) => {
      const lacks = unsettled(world, group.group, bootstrapOf(this.#scenario), running);
      if (lacks.length === 0) this.#rests(group, nowUs);
      return lacks.length === 0 ? [] : [{ group, lacks }];
    });
    if (open.length === 0) return null;
    const work = brokersWork(this.#scenario, world, running);
    const all = censusOf(world);
    for (const { group, lacks } of open) {
      if (!work || !timingHolds(this.#scenario, world, group, running)) {
        this.#rests(group, nowUs);
        this.#notJudgedUntil.set(group.group, nowUs);
        continue;
      }
      this.#settledSince.delete(group.group);
      const lateUs =
        nowUs - Math.max(this.#lastFaultUs, this.#notJudgedUntil.get(group.group) ?? 0);
      const boundUs = settlingBoundUs(settlingTermsOf(this.#scenario, world, group, all));
      if (lateUs <= boundUs) continue;
      return { rule: 'OWN-5', text: lateText(group.group, lateUs, boundUs, lacks) };
    }
    return null;
  }

  #rests({ group }: GroupWorld, nowUs: Us): void {
    if (!this.#settledSince.has(group)) this.#settledSince.set(group, nowUs);
  }

  /**
   * Every group has been settled for so long that each window that ran when it settled is over: what
   * was going to disturb it would have.
   */
  isCalm(world: World, nowUs: Us): boolean {
    const all = censusOf(world);
    return [...world.groups.values()].every((group) => {
      const since = this.#settledSince.get(group.group);
      const terms = settlingTermsOf(this.#scenario, world, group, all);
      return since !== undefined && nowUs - since > staysUs(terms);
    });
  }
}

/** The longest of them: the first one after a coordinator has loaded (COORD-5), or S. */
function staysUs(terms: SettlingTerms): Us {
  const { sessionTimeoutUs, deadAfterUs, requestTimeoutUs, backoffMaxUs } = terms;
  return Math.max(sessionTimeoutUs, deadAfterUs) + requestTimeoutUs + backoffMaxUs;
}

/** Whatever a user does starts the time anew, and so does what may come late: a start, a corruption. */
function isFault(event: TraceEvent): boolean {
  if (event.kind === 'command') return event.targets.length > 0;
  return event.kind === 'process-started' || event.kind === 'message-corrupted';
}

/** [CFG-3] Brokers need latencies that they can live with, whoever else is there. */
const undemanding: GroupTiming = {
  sessionTimeoutMs: 86_400_000,
  heartbeatFrequency: 3,
  failedHeartbeatThreshold: 3,
};

/** [CFG-2] [CFG-3] [REG-7] For those of the group that run: what the dead were set to harms nobody. */
function timingHolds(
  scenario: Scenario,
  world: World,
  { group }: GroupWorld,
  running: Census,
): boolean {
  const circumstances = circumstancesOf(scenario, world, group, running);
  const consumers = running.consumersOf(group).map(({ consumer }) => consumer);
  const isSound = [undemanding, ...consumers]
    .flatMap((consumer) => warningsOf(consumer, circumstances))
    .every(({ id }) => id === 'windows-differ');
  return isSound && isPatient(consumers, circumstances);
}

/**
 * [REG-7] The hastiest member waits longer for the answer to its registration than the slowest takes
 * to hear of the rebalance; else it gives up, and starts the next one, again and again.
 */
function isPatient(timings: readonly GroupTiming[], circumstances: Circumstances): boolean {
  const { latencyUs = 0, storeLatencyUs = 0, requestTimeoutUs = 0 } = circumstances;
  const limits = timings.map((one) => Math.max(coordinatorFailedUs(one), deadAfterUs(one)));
  const slowestUs = Math.max(0, ...timings.map(heartbeatIntervalUs));
  const waysUs = 5 * latencyUs + 4 * storeLatencyUs;
  return Math.min(...limits) + requestTimeoutUs > slowestUs + waysUs;
}

/**
 * One broker at least that consumers know from the start runs and reaches the store, and all that run
 * reach each other: the map that says who coordinates goes from broker to broker (COORD-10).
 */
function brokersWork(scenario: Scenario, { links }: World, { brokers, stores }: Census): boolean {
  const running = new Set(brokers.map(({ name }) => name));
  for (const { cut, peers } of links.values()) {
    if (cut && peers.every((peer) => running.has(peer))) return false;
  }
  const isCut = (a: string, b: string) => links.get(linkKey(a, b))?.cut === true;
  const known = bootstrapOf(scenario).filter((broker) => running.has(broker));
  return known.some((broker) => stores.some(({ name }) => !isCut(broker, name)));
}

/** [DISC-1] Whom consumers ask from the start on. */
export const bootstrapOf = brokerNames;

function lateText(group: string, lateUs: Us, boundUs: Us, lacks: readonly string[]): string {
  const [late, bound] = [lateUs, boundUs].map((us) => (us / 1e6).toFixed(1));
  return `${group} is not settled ${late} s after the last fault (B is ${bound} s): ${lacks.join('; ')}`;
}
