/** The names of an experiment's processes: who there is, and whether two of them clash. */
import type { InputError } from '../lib/json-text.ts';
import { brokerNames } from './broker-names.ts';
import type { Experiment } from './experiment.ts';

export interface Names {
  readonly groups: ReadonlySet<string>;
  readonly processes: ReadonlyMap<string, NamedProcess>;
}

interface NamedProcess {
  readonly role: 'consumer' | 'broker' | 'zookeeper';
  /** Where it was named first. */
  readonly place: string;
  /** Of consumers; else empty. */
  readonly group: string;
}

/** All names, or the first clash. A command may name a process again to start it once more. */
export function collectNames({ scenario, commands }: Experiment): Names | InputError {
  const processes = new Map<string, NamedProcess>();
  const groups = new Set(scenario.groups.map(({ id }) => id));
  processes.set('zookeeper', { role: 'zookeeper', place: 'the metadata store', group: '' });
  for (const name of brokerNames(scenario)) {
    processes.set(name, { role: 'broker', place: 'scenario.brokers', group: '' });
  }
  for (const [g, { id, consumers }] of scenario.groups.entries()) {
    for (const [c, { name }] of consumers.entries()) {
      const place = `scenario.groups[${g}].consumers[${c}]`;
      const before = processes.get(name);
      if (before) return clash(name, place, before);
      processes.set(name, { role: 'consumer', place, group: id });
    }
  }
  for (const [index, command] of commands.entries()) {
    if (command.do !== 'start-consumer' && command.do !== 'start-broker') continue;
    const role = command.do === 'start-broker' ? 'broker' : 'consumer';
    const group = command.do === 'start-consumer' ? command.group : '';
    const place = `commands[${index}]`;
    const before = processes.get(command.name);
    if (!before) processes.set(command.name, { role, place, group });
    else if (before.role !== role || before.group !== group) {
      return clash(command.name, place, before);
    }
  }
  return { groups, processes };
}

/** Of the processes of a role, in the order in which they are named. */
export function namesOf({ processes }: Names, role: NamedProcess['role']): string[] {
  return [...processes].flatMap(([name, process]) => (process.role === role ? [name] : []));
}

/** Topics that there are at some time: the scenario's, and those that commands create. */
export function topicNames({ scenario, commands }: Experiment): ReadonlySet<string> {
  const created = commands.flatMap((command) =>
    command.do === 'create-topic' ? [command.topic.name] : [],
  );
  return new Set([...scenario.topics.map(({ name }) => name), ...created]);
}

function clash(name: string, place: string, { role, place: first, group }: NamedProcess) {
  const who = group === '' ? `a ${role}` : `a ${role} of group "${group}"`;
  const message = `"${name}" is taken by ${who} (${first}); names of processes differ`;
  return { place: `${place}.name`, message };
}
