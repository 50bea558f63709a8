// Faults to be planted, one at a time. Each is a text that stands exactly once in its file, what takes
// its place, the rule that this breaks, and what has to catch it:
//   { test, title }                  a test file, and a pattern of the titles to be run in it
//   { seeds, mode, invariant }       a swarm, with the invariant whose checker catches it
// `also` changes a second place, where the first alone is held back by another safeguard.

const protocol = 'src/protocol/register';
const coordinator = `${protocol}/coordinator`;
const broker = `${protocol}/broker`;
const consumer = `${protocol}/consumer`;

const swarm = (mode, seeds, invariant) => ({ mode, seeds, invariant });
const rule = (test, title) => ({ test, title });
const naive = (title) => ({ test: 'src/simulation/naive.test.ts', title });

const ownership = [
  {
    name: 'a partition without an owner',
    rule: 'OWN-1',
    file: `${coordinator}/assigning.ts`,
    find: 'partitions: known(dealt.get(id), `assignment of ${id}`),',
    replace: 'partitions: known(dealt.get(id), id).slice(1),',
    caughtBy: swarm('calm', '1..3', 'OWN-1'),
  },
  {
    name: 'a partition given twice',
    rule: 'OWN-2',
    file: `${coordinator}/assigning.ts`,
    find: 'partitions: known(dealt.get(id), `assignment of ${id}`),',
    replace: "partitions: known([...dealt.values()][0], 'the first hand'),",
    caughtBy: swarm('calm', '1..3', 'OWN-2'),
  },
  {
    name: 'a new coordinator goes on from an older generation',
    rule: 'OWN-3',
    file: `${coordinator}/record.ts`,
    find: 'group.generation = record.generation;',
    replace: 'group.generation = record.generation - 1;',
    caughtBy: swarm('coordinator', '1..10', 'OWN-3'),
  },
  {
    name: 'a commit of a stale generation accepted',
    rule: 'OWN-4',
    file: `${coordinator}/commit.ts`,
    find: 'const refusal = refusalOf(group, request.groupGenerationId);',
    replace: 'const refusal = refusalOf(group, group.generation);',
    also: {
      file: `${coordinator}/commit.ts`,
      find: 'check(paths.group(group.id), commit.generation, recordEpoch),',
      replace: 'check(paths.group(group.id), group.generation, recordEpoch),',
    },
    caughtBy: swarm('storm', '1..30', 'OWN-4'),
  },
  {
    name: 'a commit of a stale generation accepted, but for ZooKeeper',
    rule: 'OFF-1',
    file: `${coordinator}/commit.ts`,
    find: 'const refusal = refusalOf(group, request.groupGenerationId);',
    replace: 'const refusal = refusalOf(group, group.generation);',
    caughtBy: rule(`${coordinator}/offsets.test.ts`, 'OFF-1'),
  },
  {
    name: 'a commit that does not check the stored generation',
    rule: 'COORD-7',
    file: `${coordinator}/commit.ts`,
    find: 'check(paths.group(group.id), commit.generation, recordEpoch),',
    replace: '',
    caughtBy: rule(`${coordinator}/offsets.test.ts`, 'COORD-7'),
  },
  {
    name: 'a member in two registrations hears of no rebalance',
    rule: 'HB-2',
    file: `${coordinator}/generation.ts`,
    find: "return isPending ? 'rebalance-pending' : null;",
    replace: 'return isPending ? null : null;',
    caughtBy: swarm('calm', '1..10', 'OWN-5'),
  },
];

const coordinators = [
  {
    name: 'the fence left out',
    rule: 'COORD-7',
    file: `${coordinator}/fence.ts`,
    find: 'return check(paths.coordinator(subset), epoch, coordinatorAuthor(self, session));',
    replace:
      "return { ...check('', epoch, coordinatorAuthor(self, session)), stamp: -1, path: `/${subset}` };",
    caughtBy: rule(`${coordinator}/rebalance.test.ts`, 'COORD-7'),
  },
  {
    name: 'the lease left out',
    rule: 'COORD-8',
    file: `${broker}/machine.ts`,
    find: 'const isOver = leaseIsOver(state, nowUs);',
    replace: 'const isOver = leaseIsOver(state, -1);',
    caughtBy: naive('h01b'),
  },
  {
    name: 'what piled up is handled before the lease is looked at',
    rule: 'COORD-8',
    file: `${broker}/machine.ts`,
    find: 'const isOver = leaseIsOver(state, nowUs);',
    replace: "const isOver = input.kind === 'timer' && leaseIsOver(state, nowUs);",
    caughtBy: rule(`${broker}/lease.test.ts`, 'COORD-8'),
  },
  {
    name: 'an answer counts from when it comes',
    rule: 'COORD-8',
    file: `${broker}/session.ts`,
    find: 'zookeeper.leaseFromUs = first.sentAtUs;',
    replace: 'zookeeper.leaseFromUs = nowUs;',
    caughtBy: rule(`${broker}/lease.test.ts`, 'COORD-8'),
  },
  {
    name: 'the wait for an old node left out',
    rule: 'COORD-9',
    file: `${broker}/registration.ts`,
    find: "out.startTimer('registration', paths.broker(state.name), retryUs, ['COORD-9']);",
    replace: '',
    caughtBy: naive('h02'),
  },
  {
    name: 'a push is not repeated',
    rule: 'COORD-10',
    file: `${broker}/pushes.ts`,
    find: "out.startTimer('update-metadata', broker, repeatUs, ['COORD-10']);",
    replace: 'void repeatUs; void out; void broker;',
    caughtBy: naive('h17'),
  },
  {
    name: 'a lower epoch is taken from the map',
    rule: 'COORD-10',
    file: `${broker}/metadata.ts`,
    find: 'if ((state.metadata.get(subset)?.epoch ?? 0) >= entry.epoch) continue;',
    replace: 'if ((state.metadata.get(subset)?.epoch ?? 0) === entry.epoch) continue;',
    caughtBy: rule(`${broker}/metadata.test.ts`, 'COORD-10'),
  },
  {
    name: 'parked registrations are not answered when the role is lost',
    rule: 'COORD-11',
    file: `${coordinator}/roles.ts`,
    find: 'for (const registration of parked.values()) turnAway(context, group, registration);',
    replace: 'void parked;',
    caughtBy: rule(`${coordinator}/roles.test.ts`, 'COORD-11'),
  },
  {
    name: 'the first window after loading is the usual one',
    rule: 'COORD-5',
    file: `${coordinator}/timers.ts`,
    find: 'return deadAfterUs(member) + searching;',
    replace: 'return deadAfterUs(member) + searching * 0;',
    caughtBy: rule(`${coordinator}/heartbeat.test.ts`, 'COORD-5'),
  },
  {
    name: 'the brokers are watched once and not again',
    rule: 'TOP-1',
    file: `${broker}/controller.ts`,
    find: 'const value = { path: paths.brokers, watch: true };',
    replace: 'const value = { path: paths.brokers, watch: !state.controller.loaded };',
    caughtBy: swarm('storm', '1..30', 'OWN-5'),
  },
  {
    name: 'the creation number of a topic is ignored by a commit',
    rule: 'TOP-2',
    file: 'src/protocol/zookeeper/multi.ts',
    find: 'nodes.get(guard)?.stamp === guardStamp;',
    replace: '(nodes.has(guard) || guardStamp < -1);',
    caughtBy: rule('src/protocol/zookeeper/multi.test.ts', 'TOP-2'),
  },
];

const members = [
  {
    name: 'an id given again after a failover',
    rule: 'REG-4',
    file: `${coordinator}/record.ts`,
    find: 'group.nextMemberNumber = record.nextMemberNumber;',
    replace: 'group.nextMemberNumber = record.members.length + 1;',
    caughtBy: naive('h06'),
  },
  {
    name: 'a registration answered before the ZooKeeper write',
    rule: 'RB-6',
    file: `${coordinator}/rebalance.ts`,
    find: 'const proposal = proposalOf(group, attempt);',
    replace: `const proposal = proposalOf(group, attempt);
  for (const [key, id] of proposal.answers) {
    const registration = attempt.parked.get(key);
    const member = proposal.members.find((one) => one.id === id);
    const next = { ...group, generation: proposal.generation };
    if (registration && member) answerRegistration(context, next, member, registration, ['RB-6']);
  }`,
    also: {
      file: `${coordinator}/rebalance.ts`,
      find: "import { proposalOf } from './assigning.ts';",
      replace:
        "import { proposalOf } from './assigning.ts';\nimport { answerRegistration } from './answer.ts';",
    },
    caughtBy: rule(`${coordinator}/rebalance.test.ts`, 'RB-6'),
  },
  {
    name: 'the window runs on while a registration is parked',
    rule: 'HB-7',
    file: `${coordinator}/parking.ts`,
    find: 'if (member !== null) stopDeadAfter(context, group, member);',
    replace: 'void stopDeadAfter;',
    caughtBy: rule(`${coordinator}/heartbeat.test.ts`, 'HB-7'),
  },
  {
    name: 'a parked member declared dead',
    rule: 'HB-7',
    file: `${coordinator}/parking.ts`,
    find: 'if (member !== null) stopDeadAfter(context, group, member);',
    replace: 'void stopDeadAfter;',
    also: {
      file: `${coordinator}/deaths.ts`,
      find: "assert(!isParked(group, memberId), 'a parked member has no dead-after window');",
      replace: 'void isParked; void assert;',
    },
    caughtBy: rule(`${coordinator}/random.test.ts`, 'HB-7'),
  },
  {
    name: 'the dead-after window is one interval too long',
    rule: 'HB-3',
    file: `${coordinator}/timers.ts`,
    find: 'return deadAfterUs(member) + searching;',
    replace: `const { sessionTimeoutMs, heartbeatFrequency } = member;
  return deadAfterUs(member) + searching + Math.round((sessionTimeoutMs * 1000) / heartbeatFrequency);`,
    caughtBy: rule(`${coordinator}/heartbeat.test.ts`, 'HB-3'),
  },
  {
    name: 'the dead-after window is one interval too short',
    rule: 'HB-3',
    file: `${coordinator}/timers.ts`,
    find: 'return deadAfterUs(member) + searching;',
    replace: `const { sessionTimeoutMs, heartbeatFrequency } = member;
  return deadAfterUs(member) + searching - Math.round((sessionTimeoutMs * 1000) / heartbeatFrequency);`,
    caughtBy: rule(`${coordinator}/heartbeat.test.ts`, 'HB-3'),
  },
  {
    name: 'the connection of a dead member stays open',
    rule: 'HB-3',
    file: `${coordinator}/deaths.ts`,
    find: 'context.close(member.connection);',
    replace: '',
    caughtBy: rule(`${coordinator}/heartbeat.test.ts`, 'HB-3'),
  },
  {
    name: 'a commit counts as heard from',
    rule: 'HB-3',
    file: `${coordinator}/commit.ts`,
    find: 'member.highestCorrelationId = request.correlationId;',
    replace: `member.highestCorrelationId = request.correlationId;
  restartDeadAfter(context, group, member, ['HB-3']);`,
    also: {
      file: `${coordinator}/commit.ts`,
      find: "import { fence } from './fence.ts';",
      replace: "import { fence } from './fence.ts';\nimport { restartDeadAfter } from './timers.ts';",
    },
    caughtBy: rule(`${coordinator}/heartbeat.test.ts`, 'HB-3'),
  },
  {
    name: 'a late request is not ignored',
    rule: 'REG-10',
    file: `${coordinator}/asked.ts`,
    find: 'if (correlationId >= member.highestCorrelationId) return false;',
    replace: 'if (correlationId >= -1) return false;',
    caughtBy: naive('h07-old-registration'),
  },
  {
    name: 'a lost answer costs a rebalance',
    rule: 'REG-5',
    file: `${coordinator}/register.ts`,
    find: `    case 'Steady':
      if (hasSameTopics) {`,
    replace: `    case 'Steady':
      if (hasSameTopics && registration.topics.length < 0) {`,
    caughtBy: rule(`${coordinator}/register.test.ts`, 'REG-5'),
  },
  {
    name: "a newcomer's registration outlives its connection",
    rule: 'REG-11',
    file: `${coordinator}/parking.ts`,
    find: '  remove(group, connection);',
    replace: '',
    caughtBy: rule(`${coordinator}/register.test.ts`, 'REG-11'),
  },
  {
    name: 'a rebalance does not wait for all members',
    rule: 'RB-4',
    file: `${coordinator}/rebalance.ts`,
    find: "if (state !== 'PreparingRebalance' || !attempt || attempt.waitingFor.size > 0) return;",
    replace: "if (state !== 'PreparingRebalance' || !attempt) return;",
    caughtBy: rule(`${coordinator}/rebalance.test.ts`, 'RB-4'),
  },
];

const consumers = [
  {
    name: "a step's limit left out",
    rule: 'DISC-2',
    file: `${consumer}/connection.ts`,
    find: "out.startTimer('request', '', settings.requestTimeoutUs, ['DISC-2']);",
    replace: 'void out; void settings;',
    caughtBy: swarm('calm', '1..40', 'OWN-5'),
  },
  {
    name: "a registration's limit left out",
    rule: 'REG-7',
    file: `${consumer}/timers.ts`,
    find: "out.startTimer('registration', '', waitUs + settings.requestTimeoutUs, ['REG-7']);",
    replace: 'void out; void waitUs;',
    caughtBy: naive('h03'),
  },
  {
    name: 'a lower epoch is believed',
    rule: 'DISC-3',
    file: `${consumer}/discovery.ts`,
    find: "if (coordinatorEpoch < state.highestEpoch) return backOff(state, out, ['DISC-2', 'DISC-3']);",
    replace: '',
    caughtBy: rule(`${consumer}/discovery.test.ts`, 'DISC-3'),
  },
  {
    name: 'the limit of the first heartbeat left out',
    rule: 'HB-8',
    file: `${consumer}/heartbeat.ts`,
    find: '  startProbeLimit(state, out);',
    replace: '',
    caughtBy: rule(`${consumer}/heartbeat.test.ts`, 'HB-8'),
  },
  {
    name: 'what a connection given up still brings is read',
    rule: 'HB-8',
    file: `${consumer}/machine.ts`,
    find: 'if (connection !== state.connection?.id) return;',
    replace: 'if (!state.connection) return;',
    caughtBy: rule(`${consumer}/heartbeat.test.ts`, 'HB-8'),
  },
  {
    name: 'a silent coordinator is never given up',
    rule: 'HB-4',
    file: `${consumer}/timers.ts`,
    find: "out.startTimer('coordinator-failed', coordinator ?? '', coordinatorFailedUs(settings), ['HB-4']);",
    replace: 'void coordinator; void settings; void out;',
    caughtBy: swarm('calm', '1..60', 'OWN-5'),
  },
  {
    name: 'positions outlive a registration',
    rule: 'RB-7',
    file: `${consumer}/registration.ts`,
    find: '  forgetPositions(state);',
    replace: '  void forgetPositions;',
    caughtBy: rule(`${consumer}/rebalance.test.ts`, 'RB-7'),
  },
  {
    name: 'the last member in line gets one partition too many',
    rule: 'ASG-1',
    file: 'src/protocol/assignors/range.ts',
    find: 'next += each + (index < oneMore ? 1 : 0);',
    replace: 'next += each + (index <= oneMore ? 1 : 0);',
    caughtBy: rule('src/protocol/assignors/assignors.test.ts', 'ASG-1'),
  },
];

export const mutants = [...ownership, ...coordinators, ...members, ...consumers];
