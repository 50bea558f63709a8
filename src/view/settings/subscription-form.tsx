/** [REG-8] [WILD-1] What a consumer reads: topics by name, or every topic that patterns allow. */
import '../../lib/pattern-engine.ts';
import { useState } from 'react';
import type { InputError } from '../../lib/json-text.ts';
import { matchingTopics } from '../../protocol/register/consumer/subscription.ts';
import { readAction } from '../../trace/read-action.ts';
import type { ConsumerWorld } from '../../trace/world.ts';
import { useWorld } from '../context.tsx';
import { errorAt } from '../typed.ts';
import { listed } from '../stage/marks.ts';
import { Apply } from './apply.tsx';
import { isDown } from './planned.ts';
import { usePlanned } from './use-planned.ts';

export function SubscriptionForm({ name }: { name: string }) {
  const world = useWorld();
  const process = world.processes.get(name);
  const consumer = usePlanned(process);
  if (!process || !consumer) return null;
  const there = [...world.topics.keys()];
  const key = JSON.stringify([name, consumer.topics, consumer.allow, consumer.deny]);
  const what = isDown(process)
    ? `${name} is down: it has it when it starts.`
    : 'Once it is part of the group it stops fetching, commits, and registers again (REG-8).';
  return (
    <SubscriptionFields key={key} name={name} consumer={consumer} there={there}>
      {what}
    </SubscriptionFields>
  );
}

type Subscribed = Pick<ConsumerWorld, 'topics' | 'allow' | 'deny'>;

interface FieldsProps {
  readonly name: string;
  readonly consumer: Subscribed;
  /** Topics that exist. */
  readonly there: readonly string[];
  /** What comes of it. */
  readonly children: string;
}

interface Patterns {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

function SubscriptionFields({ name, consumer, there, children }: FieldsProps) {
  const [byPattern, setByPattern] = useState(consumer.allow.length + consumer.deny.length > 0);
  const [topics, setTopics] = useState(consumer.topics);
  const [other, setOther] = useState('');
  const [allow, setAllow] = useState(consumer.allow.join('\n'));
  const [deny, setDeny] = useState(consumer.deny.join('\n'));
  const named = [...topics, ...linesOf(other.trim())];
  const patterns: Patterns = {
    ...(linesOf(allow).length > 0 ? { allow: linesOf(allow) } : {}),
    ...(linesOf(deny).length > 0 ? { deny: linesOf(deny) } : {}),
  };
  const wanted = byPattern ? patterns : { topics: named };
  const read = readAction({ do: 'subscribe', target: name, ...wanted });
  const errors = read.ok ? [] : read.errors;
  const isNew = JSON.stringify(wanted) !== JSON.stringify(presentOf(consumer));
  return (
    <section aria-label="Subscription">
      <h3>Subscription</h3>
      <div className="choice" role="radiogroup" aria-label="Subscribes">
        <Way label="topics by name" checked={!byPattern} choose={() => setByPattern(false)} />
        <Way label="patterns" checked={byPattern} choose={() => setByPattern(true)} />
      </div>
      {byPattern ? (
        <>
          <PatternList label="allow" text={allow} change={setAllow} errors={errors} />
          <PatternList label="deny" text={deny} change={setDeny} errors={errors} />
          <p className="hint">{read.ok ? matchWords(there, patterns) : ''}</p>
        </>
      ) : (
        <TopicTicks there={there} topics={topics} setTopics={setTopics} />
      )}
      {byPattern ? null : <OtherTopic other={other} setOther={setOther} />}
      <p className="field-error">{errorAt(errors, 'topics') ?? firstInList(errors, 'topics')}</p>
      <Apply action={isNew && read.ok ? read.action : null}>{children}</Apply>
    </section>
  );
}

function presentOf({ topics, allow, deny }: Subscribed): object {
  if (allow.length + deny.length === 0) return { topics };
  return { ...(allow.length > 0 ? { allow } : {}), ...(deny.length > 0 ? { deny } : {}) };
}

interface WayProps {
  readonly label: string;
  readonly checked: boolean;
  readonly choose: () => void;
}

function Way({ label, checked, choose }: WayProps) {
  return (
    <label className="tick">
      <input type="radio" name="subscription" checked={checked} onChange={choose} />
      {label}
    </label>
  );
}

interface TopicTicksProps {
  readonly there: readonly string[];
  readonly topics: readonly string[];
  readonly setTopics: (topics: readonly string[]) => void;
}

function TopicTicks({ there, topics, setTopics }: TopicTicksProps) {
  const all = [...new Set([...there, ...topics])];
  return all.map((topic) => (
    <label key={topic} className="tick">
      <input
        type="checkbox"
        checked={topics.includes(topic)}
        onChange={(event) => {
          const others = topics.filter((one) => one !== topic);
          setTopics(event.target.checked ? [...others, topic] : others);
        }}
      />
      {topic}
      {there.includes(topic) ? null : <span className="hint">does not exist yet</span>}
    </label>
  ));
}

/** [TOP-1] One may subscribe to a topic that does not exist yet. */
function OtherTopic({ other, setOther }: { other: string; setOther: (text: string) => void }) {
  return (
    <div className="field">
      <label htmlFor="other-topic">another, also one to come</label>
      <input
        id="other-topic"
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={other}
        onChange={(event) => setOther(event.target.value)}
      />
    </div>
  );
}

interface PatternListProps {
  readonly label: 'allow' | 'deny';
  readonly text: string;
  readonly change: (text: string) => void;
  readonly errors: readonly InputError[];
}

function PatternList({ label, text, change, errors }: PatternListProps) {
  const error = firstInList(errors, label);
  return (
    <div className={`patterns${error === undefined ? '' : ' wrong'}`}>
      <label htmlFor={`${label}-patterns`}>{label}, one pattern a line</label>
      <textarea
        id={`${label}-patterns`}
        rows={2}
        spellCheck={false}
        value={text}
        aria-invalid={error !== undefined}
        aria-describedby={`${label}-error`}
        onChange={(event) => change(event.target.value)}
      />
      <p id={`${label}-error`} className="field-error">
        {error}
      </p>
    </div>
  );
}

/** The first thing wrong with a list, or with one of its items, which is then named. */
function firstInList(errors: readonly InputError[], list: string): string | undefined {
  const error = errors.find(({ place }) => place === list || place.startsWith(`${list}[`));
  if (!error) return undefined;
  const index = /\[(\d+)\]/.exec(error.place)?.[1];
  return index === undefined ? error.message : `line ${Number(index) + 1} ${error.message}`;
}

/** [WILD-1] What the patterns let through of the topics that there are. */
function matchWords(there: readonly string[], patterns: Patterns): string {
  const matching = matchingTopics(patterns, there);
  return matching.length === 0
    ? 'They match no topic that exists now.'
    : `They match ${listed(matching)}.`;
}
