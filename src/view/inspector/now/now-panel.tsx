/** Now: the state of what is selected at the cursor. */
import { rules } from '../../../protocol/rules.ts';
import type { Selection } from '../../../store/selection.ts';
import { describe } from '../../../trace/describe.ts';
import { useRun } from '../../context.tsx';
import { Facts } from '../facts.tsx';
import { RuleTag } from '../rule-tag.tsx';
import { LinkNow } from './link-now.tsx';
import { MessageNow } from './message-now.tsx';
import { PartitionNow } from './partition-now.tsx';
import { ProcessNow } from './process-now.tsx';
import { TopicNow } from './topic-now.tsx';

interface NowPanelProps {
  readonly selection: Selection;
  readonly subject: number | null;
}

export function NowPanel({ selection, subject }: NowPanelProps) {
  switch (selection.kind) {
    case 'process':
      return <ProcessNow name={selection.process} />;
    case 'link':
      return <LinkNow peers={selection.peers} />;
    case 'partition':
      return <PartitionNow topic={selection.topic} partition={selection.partition} />;
    case 'topic':
      return <TopicNow topic={selection.topic} />;
    case 'message':
      return <MessageNow message={selection.message} />;
    case 'event':
      return subject === null ? null : <EventNow seq={subject} />;
  }
}

const hidden: ReadonlySet<string> = new Set(['bytes', 'rules']);

function EventNow({ seq }: { seq: number }) {
  const { trace } = useRun();
  // Another branch may be shorter.
  if (seq >= trace.length) return null;
  const event = trace.event(seq);
  const rows = Object.entries(event)
    .filter(([name, value]) => !hidden.has(name) && value !== undefined)
    .map(([name, value]) => ({
      name,
      value: typeof value === 'object' ? JSON.stringify(value) : String(value),
    }));
  return (
    <>
      <p>{describe(event, trace)}</p>
      <ul className="rule-list" aria-label="Rules that it is an instance of">
        {event.rules.map((rule) => (
          <li key={rule}>
            <RuleTag rule={rule} /> {rules[rule].sentence}
          </li>
        ))}
      </ul>
      <Facts rows={rows} />
    </>
  );
}
