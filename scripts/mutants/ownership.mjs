import { coordinator, quickSwarm, rule } from './places.mjs';

export const ownership = [
  {
    name: 'a partition without an owner',
    rule: 'OWN-1',
    file: `${coordinator}/assigning.ts`,
    find: 'partitions: known(dealt.get(id), `assignment of ${id}`),',
    replace: 'partitions: known(dealt.get(id), id).slice(1),',
    caughtBy: quickSwarm('calm', '1..3', 'OWN-1'),
  },
  {
    name: 'a partition given twice',
    rule: 'OWN-2',
    file: `${coordinator}/assigning.ts`,
    find: 'partitions: known(dealt.get(id), `assignment of ${id}`),',
    replace: "partitions: known([...dealt.values()][0], 'the first hand'),",
    caughtBy: quickSwarm('calm', '1..3', 'OWN-2'),
  },
  {
    name: 'a new coordinator goes on from an older generation',
    rule: 'OWN-3',
    file: `${coordinator}/record.ts`,
    find: 'group.generation = record.generation;',
    replace: 'group.generation = record.generation - 1;',
    caughtBy: quickSwarm('coordinator', '1..10', 'OWN-3'),
  },
  {
    name: 'generations are not compared',
    rule: 'OWN-4',
    file: `${coordinator}/generation.ts`,
    find: "if (given !== generation) return given < generation ? 'stale' : 'future';",
    replace: 'void [given, generation];',
    also: [
      {
        file: `${coordinator}/commit.ts`,
        find: 'check(paths.group(group.id), commit.generation, recordEpoch),',
        replace: 'check(paths.group(group.id), group.generation, recordEpoch),',
      },
    ],
    caughtBy: quickSwarm('coordinator', '1..200', 'OWN-4'),
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
    caughtBy: quickSwarm('calm', '1..10', 'OWN-5'),
  },
];
