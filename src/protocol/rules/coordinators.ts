/** What the protocol is for, who coordinates whom, and what a failover may look like. */
import { invariant, measure, step, table } from './rule.ts';

export const ownership = {
  'OWN-1': invariant(
    'After a successful rebalance every partition of every subscribed topic is owned by exactly',
    'one consumer of the group, and only by one that subscribes to its topic.',
  ),
  'OWN-2': invariant('Within one generation the coordinator never assigns a partition twice.'),
  'OWN-3': invariant(
    "The group's generation never decreases, not even when another broker takes over as",
    'coordinator.',
  ),
  'OWN-4': invariant(
    'A commit is never accepted when its generation or consumer id is not the current one in',
    "ZooKeeper's record at that moment.",
  ),
  'OWN-5': invariant(
    'With settings that can work (CFG-2, CFG-3), a bounded time after the last fault the group',
    'settles: every live consumer is a member, and every partition has an owner that knows it.',
  ),
  'OWN-6': measure(
    'Two consumers can believe for a while that they own the same partition, when one is frozen',
    'or cut off. The overlap is measured; OWN-4 keeps it harmless for offsets.',
  ),
  'COST-1': measure(
    'A partition is read while a running, unfrozen process holds it. The time in which nobody',
    "reads it counts from the group's first completed rebalance on.",
  ),
};

export const coordinators = {
  'COORD-1': table(
    "A group belongs to one of 50 subsets: the absolute value of its id's Java string hash,",
    'modulo 50.',
  ),
  'COORD-2': step(
    'Brokers register in ZooKeeper; the first to create the controller node is controller. It',
    'gives every subset a coordinator, evenly spread, and counts each election in the coordinator',
    'epoch.',
  ),
  'COORD-3': step(
    "The coordinator starts its groups' rebalances and tells every consumer which partitions it",
    'owns.',
  ),
  'COORD-4': step(
    "A crashed broker's ZooKeeper session ends after its timeout. Its nodes vanish, the watch",
    'fires, and the controller elects new coordinators for its subsets.',
  ),
  'COORD-5': step(
    'A new coordinator first loads its groups from ZooKeeper and answers',
    'CoordinatorStartupNotComplete until then. The first dead-after window after loading is',
    'longer: members are still finding it.',
  ),
  'COORD-6': step(
    'A broker answers NotCoordinatorForGroup to a request for a group that it does not',
    'coordinate.',
  ),
  'COORD-7': step(
    "The fence: a coordinator's write succeeds only if ZooKeeper still names it as coordinator,",
    'under its epoch. If not, it has lost the role; a stale generation refuses only that write.',
  ),
  'COORD-8': step(
    'The lease: a broker holds roles only until Z after it sent the last request that ZooKeeper',
    'answered. Then it gives up every role and opens a new session.',
  ),
  'COORD-9': step(
    'A broker whose node still exists from an earlier session waits until that session has',
    'expired. With a new session it counts as crashed and started anew.',
  ),
  'COORD-10': step(
    'The controller sends every broker the whole map of coordinators, again until it is answered.',
    'A receiver takes only higher epochs; a broker without a map answers CoordinatorNotAvailable.',
  ),
  'COORD-11': step(
    "A live broker that loses a role answers that role's parked registrations with",
    'NotCoordinatorForGroup, stops their timers and forgets the groups. Connections stay open.',
  ),
  'META-1': table(
    'What is stored per group: topics, strategy, generation, next member number, ownership,',
    'committed offsets; per member its host, id, topics and timing settings.',
  ),
  'META-2': table(
    'What is stored per topic: the groups that subscribe to it, the index used when its',
    'partitions change.',
  ),
  'META-3': step(
    'A completed rebalance is one atomic write to ZooKeeper, also when the last member has left.',
    'The record is never deleted; a group without one starts at generation 0.',
  ),
};

export const failover = {
  'FO-1': step(
    'A consumer that finds the new coordinator after it has loaded goes on as before: its',
    'heartbeat is accepted and nothing is rebalanced.',
  ),
  'FO-2': step(
    'A consumer that finds it before loading is done, or finds a wrong broker, is refused. It',
    'backs off and looks again.',
  ),
  'FO-3': step(
    'A consumer that finds it too late has been declared dead: it is told UnknownConsumer and',
    'registers as new.',
  ),
  'FO-4': table(
    'Old coordinator crashed with a trigger seen and nothing done: what is stored differs from',
    'reality, so the new one rebalances.',
  ),
  'FO-5': table(
    'Crashed with some members told: it rebalances, unless the cause was a dead member that is',
    'back in time and nobody has registered yet.',
  ),
  'FO-6': table(
    'Crashed with some registrations in: heartbeats and registrations reach the new coordinator',
    'mixed, so it rebalances.',
  ),
  'FO-7': table(
    'Crashed with the generation written and nobody answered: members come with the old',
    'generation, are told IllegalGeneration and register again.',
  ),
  'FO-8': table(
    'Crashed with some members answered: those are accepted, the others register again, and there',
    'is one more rebalance.',
  ),
  'FO-9': table(
    'Crashed with a newcomer named but not answered: it registers as new, and its written id is a',
    'ghost that keeps its partitions until its window ends.',
  ),
};
