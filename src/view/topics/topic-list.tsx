/** The topics there are, and what can be done with each: more partitions, or none at all. */
import { Plus, Rows3, Trash2 } from 'lucide-react';
import { useId, useRef } from 'react';
import type { TopicWorld, World } from '../../trace/world.ts';
import { usePlaygroundStore, useWorld } from '../context.tsx';
import { placeBeside } from '../hand/place.ts';
import { applyTool } from '../stage/use-tool.ts';
import './topics.css';
import { plural } from '../words/text.ts';

/** On the shelf: how many topics there are; the list is one press away. */
export function TopicsButton() {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const world = useWorld();
  const store = usePlaygroundStore();
  const topics = [...world.topics.values()];
  return (
    <>
      <button
        ref={button}
        type="button"
        className="topics-button"
        popoverTarget={id}
        title="Topics: select, grow, delete"
      >
        <Rows3 size={13} aria-hidden />
        {plural(topics.length, 'topic')}
      </button>
      <div
        id={id}
        popover="auto"
        className="menu topics"
        aria-label="Topics"
        onBeforeToggle={({ currentTarget }) => {
          if (button.current) placeBeside(currentTarget, button.current.getBoundingClientRect());
        }}
      >
        <ul className="topic-rows">
          {topics.map((topic) => (
            <li key={topic.topic}>
              <button
                type="button"
                className="plain link"
                popoverTarget={id}
                popoverTargetAction="hide"
                title={`Select topic ${topic.topic}`}
                onClick={() => store.getState().select({ kind: 'topic', topic: topic.topic })}
              >
                {topic.topic}
              </button>
              <span className="about">{aboutTopic(world, topic)}</span>
              <TopicActions topic={topic} />
            </li>
          ))}
        </ul>
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          onClick={() => applyTool(store, 'topic', { kind: 'stage' })}
        >
          New topic
        </button>
      </div>
    </>
  );
}

/** "6 partitions, 10 records/s each; billing". */
function aboutTopic(world: World, { topic, partitions, recordsPerSecond }: TopicWorld): string {
  const groups = [...world.groups.values()].filter(({ topics }) => topics.includes(topic));
  const readers = groups.map(({ group }) => group).join(', ') || 'no group reads it';
  return `${plural(partitions, 'partition')}, ${recordsPerSecond.toLocaleString('en')} records/s each; ${readers}`;
}

/** [TRIG-3] [TRIG-4] Grow by one partition, or delete. */
export function TopicActions({ topic: { topic, partitions } }: { topic: TopicWorld }) {
  const store = usePlaygroundStore();
  return (
    <span className="topic-actions">
      <button
        type="button"
        title={`Grow ${topic} to ${plural(partitions + 1, 'partition')}: the groups that read it rebalance (TRIG-3)`}
        aria-label={`Add a partition to ${topic}`}
        onClick={() =>
          store.getState().act({ do: 'add-partitions', topic, partitions: partitions + 1 })
        }
      >
        <Plus size={13} aria-hidden /> partition
      </button>
      <button
        type="button"
        title={`Delete ${topic} with its records and offsets (TRIG-4)`}
        aria-label={`Delete topic ${topic}`}
        onClick={() => store.getState().act({ do: 'delete-topic', topic })}
      >
        <Trash2 size={13} aria-hidden /> delete
      </button>
    </span>
  );
}
