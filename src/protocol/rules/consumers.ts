/** How a consumer finds its coordinator, registers, and how both notice each other's failure. */
import { step, table } from './rule.ts';

export const discovery = {
  'DISC-1': step(
    'A consumer starts with a list of brokers only. It asks one of them who coordinates its',
    'group.',
  ),
  'DISC-2': step(
    'After an error, a closed connection or no answer in time it backs off, longer each time, and',
    'asks the next broker. A lost coordinator is looked for at once.',
  ),
  'DISC-3': step(
    'An answer with a lower coordinator epoch than one already seen is treated as an error.',
  ),
};

export const registration = {
  'REG-1': step(
    'The consumer registers with the coordinator: its timing settings, host and topics, and its',
    'id if it has one.',
  ),
  'REG-2': step(
    "Timing settings out of bounds, and a strategy that is unknown or not the group's, are",
    'refused. That is fatal: the consumer stops and says why.',
  ),
  'REG-3': step(
    'A registration with an unknown consumer id is answered UnknownConsumer at once. The consumer',
    'forgets the id and registers as new.',
  ),
  'REG-4': step(
    'A new consumer gets its id when the rebalance completes: group, host and a number that is',
    'never used again. Nothing is given before ZooKeeper has taken the write.',
  ),
  'REG-5': step(
    'A member that registers again with the same topics in Steady is answered at once with what',
    'it has. In any other state its registration is parked, replacing an earlier one.',
  ),
  'REG-6': step(
    'A restarted consumer comes back without its id, as a new one. Its old self stays a member,',
    'and the rebalance waits for it, until its window ends.',
  ),
  'REG-7': step(
    'A registration not answered within max(S, T * S / F) + Q is given up: the consumer closes',
    'the connection and looks for the coordinator again.',
  ),
  'REG-8': step(
    'A member whose topics differ from those of its last answered registration stops fetching,',
    'commits and registers again. A change during a registration waits for the answer.',
  ),
  'REG-9': step('An empty topic list is legal: the member gets no partitions.'),
  'REG-10': step(
    "A request with a correlation id below the member's highest so far is ignored without an",
    'answer: it comes late, from an abandoned connection.',
  ),
  'REG-11': step(
    'A parked registration without an id ends with its connection, and a second one on the same',
    "connection replaces it. A member's stays parked.",
  ),
};

export const heartbeats = {
  'CFG-1': table(
    "Heartbeat interval is S / F, the coordinator's dead-after window T * S / F, the consumer's",
    'coordinator-failed window S. If T is not F, the two sides disagree.',
  ),
  'CFG-2': table(
    'If (T - 1) * S / F or S - S / F is less than a round trip, live members or a healthy',
    'coordinator are given up again and again. Allowed, but warned about.',
  ),
  'CFG-3': table(
    'With a one-way latency of Q / 2 or more nobody finds anybody; with Z / 3 or more to',
    'ZooKeeper brokers lose their sessions. Allowed, but warned about.',
  ),
  'HB-0': step(
    'Failure detection starts on both sides with the registration response: when it is sent, and',
    'when it is received.',
  ),
  'HB-1': step(
    'A member sends a heartbeat every S / F, answered or not. The first goes out S / F after it',
    'became part of the group, or at once when it has found its coordinator again.',
  ),
  'HB-2': step(
    'The coordinator checks consumer id, then generation, then whether a rebalance is pending. A',
    'wrong generation or a pending rebalance is answered IllegalGeneration: the only rebalance',
    'signal.',
  ),
  'HB-3': step(
    'A member not heard from for T * S / F is dead: it is removed, its connection is closed, and',
    'a rebalance starts. Heartbeats and registrations count as heard; commits do not.',
  ),
  'HB-4': step(
    'A member that gets no heartbeat response for S treats its coordinator as failed and looks',
    'for it again.',
  ),
  'HB-5': step(
    'A member that finds its connection closed treats its coordinator as failed at once.',
  ),
  'HB-6': step(
    'Only silence tells the coordinator that a member is dead. That its connection closed tells',
    'it nothing.',
  ),
  'HB-7': step('A member is never declared dead while its registration is parked.'),
  'HB-8': step(
    'The first heartbeat after a coordinator was found again must be answered within max(S, Q),',
    'else its connection counts as closed. Nothing is read from a connection that was given up.',
  ),
};
