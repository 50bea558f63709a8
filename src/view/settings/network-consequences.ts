/** [CFG-2] [CFG-3] What latencies that are not in force yet would mean for windows and timeouts. Pure. */
import { msToUs } from '../../lib/time.ts';
import type { Us } from '../../lib/time.ts';
import type { GroupTiming } from '../../protocol/settings.ts';
import { censusOf, isRunning } from '../../trace/census.ts';
import type { MsRange, Scenario } from '../../trace/experiment.ts';
import { circumstancesOf, timingInForce, warningsOf } from '../../trace/timing.ts';
import type { Circumstances } from '../../trace/timing.ts';
import type { GroupWorld, World } from '../../trace/world.ts';
import { ms } from '../amounts.ts';
import type { Figure, Warning } from './consequences.tsx';
import { shownBy } from './expected.ts';

/** The world as it would be: links that were slowed one by one keep their latency. */
export function withLatency(world: World, latencyMs: MsRange): World {
  const links = [...world.links].map(
    ([key, link]) => [key, link.slowed ? link : { ...link, latencyMs }] as const,
  );
  return { ...world, links: new Map(links) };
}

interface Timed {
  readonly group: string;
  /** Whose it is: the group's name, with those of its consumers where they differ. */
  readonly whose: string;
  readonly timing: GroupTiming;
}

/** Each timing that somebody has, with whose it is. */
export function timingsOf(world: World): Timed[] {
  return [...world.groups.values()].flatMap((group) => timingsIn(world, group));
}

function timingsIn(world: World, group: GroupWorld): Timed[] {
  const byTiming = new Map<string, { names: string[]; timing: GroupTiming }>();
  for (const { name, consumer } of censusOf(world, isRunning).consumersOf(group.group)) {
    const { sessionTimeoutMs, heartbeatFrequency, failedHeartbeatThreshold } = consumer;
    const timing = { sessionTimeoutMs, heartbeatFrequency, failedHeartbeatThreshold };
    const key = JSON.stringify(timing);
    const same = byTiming.get(key);
    if (same) same.names.push(name);
    else byTiming.set(key, { names: [name], timing });
  }
  if (byTiming.size === 0) return [{ group: group.group, whose: group.group, timing: group }];
  const isShared = byTiming.size === 1;
  return [...byTiming.values()].map(({ names, timing }) => ({
    group: group.group,
    whose: isShared ? group.group : `${group.group} (${names.join(', ')})`,
    timing,
  }));
}

export interface NetworkConsequences {
  readonly figures: readonly Figure[];
  readonly warnings: readonly Warning[];
}

export function networkConsequences(
  world: World,
  scenario: Scenario,
  latencyMs: MsRange,
): NetworkConsequences {
  const would = withLatency(world, latencyMs);
  const timings = timingsOf(world).map((timed) => {
    const { group, timing } = timed;
    const circumstances = circumstancesOf(scenario, would, group);
    return { ...timed, inForce: timingInForce(timing, scenario), circumstances };
  });
  // Where nobody runs whom it could concern, it is what the network has.
  const latencyUs = msToUs(latencyMs[1]);
  const members = timings.map(({ circumstances }) => circumstances.latencyUs ?? latencyUs);
  const mostUs = Math.max(latencyUs, ...members);
  const toStoreUs = censusOf(would, isRunning).storeLatencyUs ?? latencyUs;
  const { client, zookeeper } = scenario;
  const halfQUs = msToUs(client.requestTimeoutMs) / 2;
  const thirdZUs = msToUs(zookeeper.sessionTimeoutMs) / 3;
  const withSlowed = mostUs > latencyUs ? ', with the links that are slowed' : '';
  return {
    figures: [
      { name: `there and back, 2 L${withSlowed}`, value: `up to ${ms(2 * mostUs)}` },
      ...timings.flatMap((timed) => {
        const ownUs = timed.circumstances.latencyUs ?? latencyUs;
        return marginsOf(timed, ownUs, timings.length > 1);
      }),
      {
        name: 'L has to be below half of Q, the request timeout',
        value: ms(halfQUs),
        isWrong: mostUs >= halfQUs,
      },
      {
        name: 'L to ZooKeeper has to be below a third of Z, its session timeout',
        value: ms(thirdZUs),
        isWrong: toStoreUs >= thirdZUs,
      },
    ],
    warnings: timings.flatMap(warningsFor).filter(isFirst),
  };
}

interface TimedInForce extends Timed {
  readonly inForce: GroupTiming;
  readonly circumstances: Circumstances;
}

/** [CFG-2] What 2 L must not be larger than, with the L of this group. */
function marginsOf({ whose, inForce }: TimedInForce, latencyUs: Us, isNamed: boolean): Figure[] {
  const { sessionTimeoutMs, heartbeatFrequency, failedHeartbeatThreshold } = inForce;
  const intervalUs = (sessionTimeoutMs * 1000) / heartbeatFrequency;
  const prefix = isNamed ? `${whose}: ` : '';
  const margin = (name: string, marginUs: number): Figure => ({
    name: `${prefix}${name}`,
    value: ms(marginUs),
    isWrong: 2 * latencyUs > marginUs,
  });
  return [
    margin('2 L at most (T \u2212 1) \u00b7 S / F', (failedHeartbeatThreshold - 1) * intervalUs),
    margin('2 L at most S \u2212 S / F', sessionTimeoutMs * 1000 - intervalUs),
  ];
}

/** That the windows differ is not about the network. */
function warningsFor({ whose, timing, inForce, circumstances }: TimedInForce): Warning[] {
  return warningsOf(inForce, circumstances)
    .filter(({ id }) => id !== 'windows-differ')
    .map(({ id, rule, sentence }) => ({
      id: rule === 'CFG-3' ? id : `${id} ${whose}`,
      rule,
      sentence: rule === 'CFG-3' ? sentence : `${whose}: ${sentence}`,
      ...shownBy(id, timing),
    }));
}

/** What is about the network alone holds for all groups: it is said once. */
function isFirst({ sentence }: Warning, index: number, all: readonly Warning[]): boolean {
  return all.findIndex((other) => other.sentence === sentence) === index;
}
