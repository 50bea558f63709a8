/** A topic at the cursor: its size, its rate, who subscribes to it, its creation, what can be done. */
import type { World } from '../../../trace/world.ts';
import { usePlaygroundStore, useWorld } from '../../context.tsx';
import { onDemand } from '../../on-demand.tsx';
import { TopicActions } from '../../topics/topic-list.tsx';
import { Facts } from '../facts.tsx';
import { Part, waiting } from '../part.tsx';

const Creation = onDemand(
  async () => (await import('../zookeeper/creation.tsx')).Creation,
  waiting,
);

interface TopicSectionProps {
  readonly topic: string;
  /** Its heading leads to it: something else is selected. */
  readonly isLink?: boolean;
}

export function TopicSection({ topic, isLink = false }: TopicSectionProps) {
  const store = usePlaygroundStore();
  const world = useWorld();
  const its = world.topics.get(topic);
  if (!its) return null;
  return (
    <section aria-label={`Topic ${topic}`}>
      <h3>
        {isLink ? (
          <button
            type="button"
            className="plain link"
            title={`Select topic ${topic}`}
            onClick={() => store.getState().select({ kind: 'topic', topic })}
          >
            Topic {topic}
          </button>
        ) : (
          'The topic'
        )}
      </h3>
      <Facts
        rows={[
          { name: 'partitions', value: String(its.partitions) },
          { name: 'records into each', value: `${its.recordsPerSecond} per s` },
          { name: 'subscribed to by', value: subscribersOf(world, topic).join(', ') || 'nobody' },
        ]}
      />
      <Part>
        <Creation topic={topic} />
      </Part>
      <TopicActions topic={its} />
    </section>
  );
}

/** By name, or because its patterns matched when it registered. */
function subscribersOf(world: World, topic: string): readonly string[] {
  const names = new Set<string>();
  for (const { name, consumer } of world.processes.values()) {
    if (consumer?.topics.includes(topic)) names.add(name);
  }
  for (const { members } of world.groups.values()) {
    for (const member of members.values()) {
      if (member.topics.includes(topic)) names.add(member.consumer);
    }
  }
  return [...names];
}
