/** A new topic: whether its name is free, and who names what it reads, and so has to be told of it. */
import type { InputError } from '../../lib/json-text.ts';
import type { CommandAction } from '../../trace/experiment.ts';
import type { ProcessWorld, World } from '../../trace/world.ts';

export interface Subscriber {
  readonly name: string;
  readonly topics: readonly string[];
}

function isThere({ status }: ProcessWorld): boolean {
  return status === 'running' || status === 'frozen';
}

/** Consumers of the group that run and name their topics. */
export function subscribersOf(world: World, group: string): readonly Subscriber[] {
  return [...world.processes.values()].flatMap((process) => {
    const { name, consumer } = process;
    if (consumer?.group !== group || !isThere(process)) return [];
    const { topics, allow, deny } = consumer;
    return allow.length > 0 || deny.length > 0 ? [] : [{ name, topics }];
  });
}

/** [TOP-2] To create a topic that exists has no effect. */
export function takenName({ topics }: World, name: string): readonly InputError[] {
  return topics.has(name) ? [{ place: 'topic.name', message: 'exists already' }] : [];
}

/** [REG-8] One more topic than it has now. */
export function subscribeAction({ name, topics }: Subscriber, topic: string): CommandAction {
  return { do: 'subscribe', target: name, topics: [...new Set([...topics, topic])] };
}
