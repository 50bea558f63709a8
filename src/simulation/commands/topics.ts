/** Commands on topics, and on what consumers subscribe to. */
import { zooKeeperName } from '../scenario.ts';
import type { Kernel } from '../kernel.ts';
import type { TopicLog } from '../../protocol/logs.ts';
import type { Subscription } from '../../protocol/settings.ts';
import { isUp } from '../kernel.ts';
import { nothing } from './plan.ts';
import type { Plan, Planners } from './plan.ts';

type Verb = 'create-topic' | 'delete-topic' | 'add-partitions' | 'subscribe';

export const topicPlanners: Planners<Verb> = {
  // [TOP-2] Creating a topic that exists has no effect.
  'create-topic': ({ state }, { topic: { name: topic, ...numbers } }) =>
    state.consumption.logs.has(topic) ? nothing : changePlan({ topic, ...numbers }),
  'delete-topic': ({ state }, { topic }) => {
    const log = state.consumption.logs.get(topic);
    return log ? changePlan({ ...log, partitions: 0 }) : nothing;
  },
  'add-partitions': ({ state }, { topic, partitions }) => {
    const log = state.consumption.logs.get(topic);
    return log && partitions > log.partitions ? changePlan({ ...log, partitions }) : nothing;
  },
  subscribe: (kernel, { target, ...command }) => {
    const planned = kernel.state.planned.get(target);
    if (planned?.settings.role !== 'consumer') return nothing;
    const subscription = subscriptionIn(command);
    const settings = { ...planned.settings, subscription };
    return {
      targets: [target],
      run: (cause) => {
        // [REG-8] The next life of the process begins with it too.
        kernel.state.planned.set(target, { ...planned, settings });
        if (!runs(kernel, target)) return [];
        return [{ kind: 'told', to: target, cause, input: { kind: 'subscribe', subscription } }];
      },
    };
  },
};

/** [TOP-1] A write to ZooKeeper, seen by others through their watches. */
function changePlan(change: Pick<TopicLog, 'topic' | 'partitions' | 'recordsPerSecond'>): Plan {
  const { topic, partitions, recordsPerSecond } = change;
  const input = { kind: 'change-topic', topic, partitions, recordsPerSecond } as const;
  return {
    targets: [topic],
    run: (cause) => [{ kind: 'told', to: zooKeeperName, cause, input }],
  };
}

function subscriptionIn(command: Subscription): Subscription {
  if ('topics' in command) return { topics: command.topics };
  const { allow, deny } = command;
  return { ...(allow ? { allow } : {}), ...(deny ? { deny } : {}) };
}

function runs({ state }: Kernel, name: string): boolean {
  const process = state.processes.get(name);
  return process !== undefined && isUp(process);
}
