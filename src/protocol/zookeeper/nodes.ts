/**
 * What stands where in ZooKeeper: paths, and the content of each kind of node as a schema of the
 * wire's own language, so that the inspector can explain a node as it explains a message.
 *
 * | path                                | stamp           | author                | content           |
 * | /brokers/<broker>                   | 0               | broker                | BrokerNode        |
 * | /controller                         | 0               | broker                | (none)            |
 * | /coordinators/<subset>              | epoch           | <broker>@<session>    | CoordinatorNode   |
 * | /topics/<topic>                     | creation number | zookeeper             | TopicNode         |
 * | /groups/<group>                     | generation      | epoch, as decimal     | GroupRecord       |
 * | /offsets/<group>/<topic>/<partition>| creation number | member id             | OffsetNode        |
 */
import { array, int32, int64, string, struct } from '../../wire/schema.ts';
import type { ValueOf } from '../../wire/schema.ts';

export const paths = {
  brokers: '/brokers',
  broker: (name: string) => `/brokers/${name}`,
  controller: '/controller',
  coordinators: '/coordinators',
  coordinator: (subset: number) => `/coordinators/${subset}`,
  topics: '/topics',
  topic: (name: string) => `/topics/${name}`,
  groups: '/groups',
  group: (group: string) => `/groups/${group}`,
  offsetsOf: (group: string, topic: string) => `/offsets/${group}/${topic}`,
  offset: (group: string, topic: string, partition: number) =>
    `/offsets/${group}/${topic}/${partition}`,
};

/** What the author of a coordinator's node is called: the broker and its session. */
export function coordinatorAuthor(broker: string, session: string): string {
  return `${broker}@${session}`;
}

export const brokerNode = {
  id: int32('Number of the broker.'),
  host: string('Where it listens: the name of its process.'),
  port: int32('Port it listens on.'),
};

export const coordinatorNode = {
  id: int32('Number of the broker elected.'),
  broker: string('The broker elected.'),
  session: string('Its session at that moment: another session is another incarnation (COORD-9).'),
  epoch: int32('Counts the elections of this subset.'),
};

export const topicNode = { partitions: int32('How many partitions the topic has.') };

export const offsetNode = { offset: int64('The next record to read.') };

const topicPartitions = struct('TopicPartitions', {
  topic: string('Topic.'),
  partitions: array(int32('Number of a partition.'), 'Ascending.'),
});

/** META-1 but for the offsets: one atomic write per completed rebalance (META-3). */
export const groupRecord = {
  strategy: string("The group's assignment strategy."),
  generation: int32('The generation that this write made.'),
  nextMemberNumber: int32('The next n of REG-4.'),
  topics: array(
    struct('SubscribedTopic', {
      topic: string('Topic.'),
      creation: int64('Its creation number at the assignment (TOP-2); -1 where it did not exist.'),
      partitions: int32('How many partitions it had.'),
    }),
    "The union of the members' topics.",
  ),
  members: array(
    struct('Member', {
      id: string('The id of REG-4.'),
      host: string('Host of the consumer.'),
      consumer: string('Name of the client, for the trace only.'),
      topics: array(string('Topic.'), 'What it subscribes to.'),
      sessionTimeoutMs: int32('S'),
      heartbeatFrequency: int32('F'),
      failedHeartbeatThreshold: int32('T'),
      partitions: array(topicPartitions, 'What it owns.'),
    }),
    'In order of id.',
  ),
};

export type GroupRecord = ValueOf<typeof groupRecord>;
