import { coordinator, naive, rule } from './places.mjs';

export const members = [
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
    find: 'const proposal = proposalOf(group, attempt, new Map(sizes));',
    replace: `const proposal = proposalOf(group, attempt, new Map(sizes));
  for (const [key, id] of proposal.answers) {
    const registration = attempt.parked.get(key);
    const member = proposal.members.find((one) => one.id === id);
    const next = { ...group, generation: proposal.generation };
    if (registration && member) answerRegistration(context, next, member, registration, ['RB-6']);
  }`,
    also: [
      {
        file: `${coordinator}/rebalance.ts`,
        find: "import { proposalOf } from './assigning.ts';",
        replace:
          "import { proposalOf } from './assigning.ts';\nimport { answerRegistration } from './answer.ts';",
      },
    ],
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
    also: [
      {
        file: `${coordinator}/deaths.ts`,
        find: "assert(!isParked(group, memberId), 'a parked member has no dead-after window');",
        replace: 'void isParked; void assert;',
      },
    ],
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
    also: [
      {
        file: `${coordinator}/commit.ts`,
        find: "import { fence } from './fence.ts';",
        replace:
          "import { fence } from './fence.ts';\nimport { restartDeadAfter } from './timers.ts';",
      },
    ],
    caughtBy: rule(`${coordinator}/heartbeat.test.ts`, 'HB-3'),
  },
  {
    name: 'a late request is not ignored',
    rule: 'REG-10',
    file: `${coordinator}/asked.ts`,
    find: 'if (correlationId >= member.highestCorrelationId) return false;',
    replace: 'if (correlationId >= -1) return false;',
    caughtBy: rule(`${coordinator}/register.test.ts`, 'REG-10'),
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
    find: "if (group.state !== 'PreparingRebalance' || !attempt || attempt.waitingFor.size > 0) return;",
    replace: "if (group.state !== 'PreparingRebalance' || !attempt) return;",
    caughtBy: rule(`${coordinator}/rebalance.test.ts`, 'RB-4'),
  },
];
