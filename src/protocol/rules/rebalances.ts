/** Why and how partitions are given out anew, and what becomes of offsets and topics. */
import { measure, step, table } from './rule.ts';

export const rebalance = {
  'TRIG-1': step('A new consumer registers: that triggers a rebalance.'),
  'TRIG-2': step('A member is dead: that triggers a rebalance.'),
  'TRIG-3': step("A subscribed topic's partition count changes: that triggers a rebalance."),
  'TRIG-4': step('A subscribed topic appears or is deleted: that triggers a rebalance.'),
  'TRIG-5': step('A member registers again with other topics: that triggers a rebalance.'),
  'TRIG-6': step(
    'After a failover, stored topics or partitions differ from the stored ownership, or a member',
    'registers in Ready: that triggers a rebalance.',
  ),
  'RB-1': step(
    'The group enters PreparingRebalance. The generation stays as it is until the rebalance ends.',
  ),
  'RB-2': step(
    'Each member learns of the rebalance from the answer to its next heartbeat, so after up to S',
    '/ F.',
  ),
  'RB-3': step(
    'The member stops fetching, commits under the old generation and registers again with its id.',
    'It sends no heartbeat until that is answered.',
  ),
  'RB-4': step(
    "The coordinator parks registrations until all live members have registered. Each member's",
    'own dead-after window bounds the wait; one that dies is dropped.',
  ),
  'RB-5': step(
    'Then the generation goes up by 1, always; new consumers get ids, and the partitions are',
    "assigned by the group's strategy.",
  ),
  'RB-6': step(
    'The result is written to ZooKeeper in one write. Only then are the parked registrations',
    'answered, and the dead-after windows start again.',
  ),
  'RB-7': step(
    'The consumer keeps id and generation, sends both with every later request, and starts',
    'fetching its partitions at the committed offsets.',
  ),
  'RB-8': step(
    'A member that stalls after registering still gets partitions. Its silence is found out one',
    'window later, and another rebalance follows.',
  ),
};

export const offsets = {
  'OFF-1': step(
    'A commit is accepted only with the current id and generation; while a rebalance is being',
    'prepared the old generation still is. Members commit every commit interval.',
  ),
  'OFF-2': measure(
    'Records consumed but not committed are consumed again by the next owner; they are counted as',
    'duplicates.',
  ),
  'OFF-3': step('A commit is answered when ZooKeeper has taken it, not before.'),
  'OFF-4': step(
    'On becoming part of the group a member asks for the offsets that it does not know, again',
    'every Q. It fetches a partition once it has the offset: 0 where none was committed.',
  ),
};

export const strategies = {
  'ASG-1': table(
    'Range: per topic, its subscribers in order of id get consecutive partitions. With P',
    'partitions over M members the first P mod M get one more.',
  ),
  'ASG-2': table(
    'Round robin: all partitions, by topic and number, are dealt in a circle to the members in',
    'order of id, skipping those that do not subscribe.',
  ),
};

export const topics = {
  'TOP-1': step(
    'Coordinators watch the topics that their groups subscribe to, also ones that do not exist',
    'yet. A watch fires once and is set again with the read.',
  ),
  'TOP-2': step(
    'A topic made anew has another creation number, and so is another topic. Offsets belong to a',
    'creation number and are deleted with their topic.',
  ),
  'WILD-1': step(
    'A consumer with patterns asks any broker for all topics, filters them itself and registers',
    'with the names that match.',
  ),
  'WILD-2': step(
    'It asks again every metadata refresh interval, and registers again if the list has changed.',
  ),
};
