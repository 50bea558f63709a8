/** From an experiment's words and milliseconds to what the processes are configured with. */
import { known } from '../lib/assert.ts';
import { msToUs } from '../lib/time.ts';
import type { BrokerSettings, ConsumerSettings, Subscription } from '../protocol/settings.ts';
import { brokerNames } from '../trace/broker-names.ts';
import { defaults } from '../trace/experiment-defaults.ts';
import type { ConsumerSpec, Experiment, GroupSpec, StartedConsumer } from '../trace/experiment.ts';
import type { GroupSettings, PlannedProcess } from './state.ts';

export const zooKeeperName = 'zookeeper';

export function planZooKeeper({ scenario }: Experiment): PlannedProcess {
  const topics = scenario.topics.map(({ name, partitions }) => ({ name, partitions }));
  return { role: 'zookeeper', host: zooKeeperName, settings: { role: 'zookeeper', topics } };
}

/** Broker ids count from 1: the scenario's, then those that commands start, in their order. */
export function planBroker({ scenario, commands }: Experiment, name: string): PlannedProcess {
  const later = commands.flatMap((command) =>
    command.do === 'start-broker' ? [command.name] : [],
  );
  const all = [...new Set([...brokerNames(scenario), ...later])];
  const settings: BrokerSettings = {
    role: 'broker',
    brokerId: all.indexOf(name) + 1,
    wireVersion: scenario.wireVersion,
    zooKeeperSessionTimeoutUs: msToUs(scenario.zookeeper.sessionTimeoutMs),
    requestTimeoutUs: msToUs(scenario.client.requestTimeoutMs),
    backoffMaxUs: msToUs(scenario.client.backoffMs[1]),
    minSessionTimeoutMs: scenario.broker.minSessionTimeoutMs,
    maxSessionTimeoutMs: scenario.broker.maxSessionTimeoutMs,
    minHeartbeatIntervalMs: scenario.broker.minHeartbeatIntervalMs,
    expectedBrokers: scenario.brokers,
  };
  return { role: 'broker', host: name, settings };
}

/**
 * A consumer of the scenario, or one that a command starts: the command's fields first, then those of
 * its last life, or those that the scenario has for it, then its group's.
 */
export function planConsumer(
  { scenario }: Experiment,
  groups: ReadonlyMap<string, GroupSettings>,
  spec: (ConsumerSpec | StartedConsumer) & { readonly group: string },
  before?: Pick<PlannedProcess, 'settings'>,
): PlannedProcess {
  const group = known(groups.get(spec.group), `group ${spec.group}`);
  const last = before?.settings.role === 'consumer' ? before.settings : undefined;
  const host = spec.host ?? last?.host ?? `host-${spec.name.replace(/^c-/, '')}`;
  const settings: ConsumerSettings = {
    role: 'consumer',
    group: group.id,
    host,
    subscription: subscriptionOf(spec) ?? last?.subscription ?? group.subscription,
    strategy: spec.strategy ?? last?.strategy ?? group.strategy,
    sessionTimeoutMs: spec.sessionTimeoutMs ?? last?.sessionTimeoutMs ?? group.sessionTimeoutMs,
    heartbeatFrequency:
      spec.heartbeatFrequency ?? last?.heartbeatFrequency ?? group.heartbeatFrequency,
    failedHeartbeatThreshold:
      spec.failedHeartbeatThreshold ??
      last?.failedHeartbeatThreshold ??
      group.failedHeartbeatThreshold,
    wireVersion: scenario.wireVersion,
    bootstrap: brokerNames(scenario),
    requestTimeoutUs: msToUs(scenario.client.requestTimeoutMs),
    backoffMinUs: msToUs(scenario.client.backoffMs[0]),
    backoffMaxUs: msToUs(scenario.client.backoffMs[1]),
    metadataRefreshUs: msToUs(scenario.client.metadataRefreshMs),
    commitIntervalUs: msToUs(scenario.client.commitIntervalMs),
    recordsPerSecond: spec.recordsPerSecond ?? last?.recordsPerSecond ?? group.recordsPerSecond,
  };
  return { role: 'consumer', host, settings };
}

function subscriptionOf(spec: ConsumerSpec | StartedConsumer): Subscription | undefined {
  const { topics, allow, deny } = spec as StartedConsumer;
  if (topics) return { topics };
  if (allow || deny) return { ...(allow ? { allow } : {}), ...(deny ? { deny } : {}) };
  return undefined;
}

/** What a group starts with. A newcomer that says nothing subscribes to what its first consumer does. */
export function groupSettings({ consumers, ...group }: GroupSpec): GroupSettings {
  const subscription = (consumers[0] && subscriptionOf(consumers[0])) ?? { topics: [] };
  return { ...group, subscription, recordsPerSecond: defaults.consumer.recordsPerSecond };
}
