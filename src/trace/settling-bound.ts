/**
 * [OWN-5] B: how long after the last fault a group may take to settle. The sum of everything that it
 * may have to wait for, one after the other, at its longest.
 */
import { deadAfterUs } from '../protocol/register/timing.ts';
import { msToUs } from '../lib/time.ts';
import type { Us } from '../lib/time.ts';
import { censusOf } from './census.ts';
import type { Census } from './census.ts';
import type { Scenario } from './experiment.ts';
import { latenciesOf } from './timing.ts';
import type { GroupWorld, World } from './world.ts';

export interface SettlingTerms {
  /** Z */
  readonly storeSessionTimeoutUs: Us;
  /** Q */
  readonly requestTimeoutUs: Us;
  /** S, the largest of the group. */
  readonly sessionTimeoutUs: Us;
  /** W = T * S / F, the largest of the group. */
  readonly deadAfterUs: Us;
  /** b */
  readonly backoffMaxUs: Us;
  /** n */
  readonly brokers: number;
  /** R: metadata refresh interval + Q if there are wildcards, else 0. */
  readonly refreshUs: Us;
  /** L */
  readonly latencyUs: Us;
}

/** B = 2Z + 2Q + S + (max(S, W) + Q) + 3W + (Q + b) + 2(n + 1)(2Q + b) + R + 20L */
export function settlingBoundUs(terms: SettlingTerms): Us {
  const { storeSessionTimeoutUs: Z, requestTimeoutUs: Q, sessionTimeoutUs: S } = terms;
  const { deadAfterUs: W, backoffMaxUs: b, brokers: n, refreshUs: R, latencyUs: L } = terms;
  const sessions = 2 * Z + 2 * Q;
  const registration = S + (Math.max(S, W) + Q);
  const windows = 3 * W + (Q + b);
  const search = 2 * (n + 1) * (2 * Q + b);
  return sessions + registration + windows + search + R + 20 * L;
}

/**
 * The terms of a group as things stand. The dead count too: members while they are remembered, and
 * processes, because what they were part of may still be waited for.
 */
export function settlingTermsOf(
  { client, zookeeper, network }: Scenario,
  world: World,
  group: GroupWorld,
  all: Census = censusOf(world),
): SettlingTerms {
  const consumers = all.consumersOf(group.group).map(({ consumer }) => consumer);
  const timings = [group, ...group.members.values(), ...consumers];
  const requestTimeoutUs = msToUs(client.requestTimeoutMs);
  const latencies = latenciesOf(world, group.group, all);
  const { latencyUs = msToUs(network.latencyMs[1]), storeLatencyUs = 0 } = latencies;
  return {
    storeSessionTimeoutUs: msToUs(zookeeper.sessionTimeoutMs),
    requestTimeoutUs,
    sessionTimeoutUs: Math.max(...timings.map((timing) => msToUs(timing.sessionTimeoutMs))),
    deadAfterUs: Math.max(...timings.map(deadAfterUs)),
    backoffMaxUs: msToUs(client.backoffMs[1]),
    brokers: all.brokers.length,
    refreshUs: latencies.hasPatterns ? msToUs(client.metadataRefreshMs) + requestTimeoutUs : 0,
    latencyUs: Math.max(latencyUs, storeLatencyUs),
  };
}
