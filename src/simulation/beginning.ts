/** The beginning of time: the world is stated, the first starts are queued. */
import { msToUs } from '../lib/time.ts';
import type { Us } from '../lib/time.ts';
import { brokerNames } from '../trace/broker-names.ts';
import type { ProcessRole } from '../protocol/step.ts';
import { append, nextNumber, stateGroup } from './kernel.ts';
import type { Kernel } from './kernel.ts';
import { scheduleNextCommand } from './commands.ts';
import { classes, push } from './queue.ts';
import { zooKeeperName } from './scenario.ts';

export function prepare(kernel: Kernel): void {
  const { scenario } = kernel.experiment;
  for (const { name: topic, partitions, recordsPerSecond } of scenario.topics) {
    const numbers = { partitions, recordsPerSecond };
    append(kernel, { kind: 'topic-changed', atUs: 0, topic, ...numbers, cause: null, rules: [] });
  }
  for (const group of kernel.state.groups.values()) stateGroup(kernel, group, null);
  scheduleStart(kernel, 0, zooKeeperName, 'zookeeper');
  for (const broker of brokerNames(scenario)) scheduleStart(kernel, 0, broker, 'broker');
  for (const { name, startAtMs } of scenario.groups.flatMap(({ consumers }) => consumers)) {
    scheduleStart(kernel, msToUs(startAtMs), name, 'consumer');
  }
  scheduleNextCommand(kernel);
}

function scheduleStart({ state }: Kernel, atUs: Us, process: string, role: ProcessRole): void {
  push(state.queue, {
    kind: 'start',
    atUs,
    class: classes.command,
    source: 'user',
    number: nextNumber(state),
    process,
    role,
    cause: null,
  });
}
