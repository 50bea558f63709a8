/** [REG-8] [WILD-1] What a consumer reads: topics by name, or every topic that patterns allow. */
import '../../lib/pattern-engine.ts';
import { matchingTopics } from '../../protocol/register/consumer/subscription.ts';
import { readAction } from '../../trace/read-action.ts';
import { useWorld } from '../context.tsx';
import { Field } from '../field.tsx';
import { useSaidOnce } from '../speech/asides.ts';
import { isDown } from './planned.ts';
import { SettingsForm } from './settings-form.tsx';
import { subscriptionErrors } from './subscription-errors.ts';
import type { Patterns } from './subscription-errors.ts';
import { presentOf, typedOf, wantedBy } from './subscription-typed.ts';
import type { Subscribed, SubscriptionTyped } from './subscription-typed.ts';
import { usePlanned } from './use-planned.ts';
import { useTyped } from './use-typed.ts';
import { listed } from '../words/text.ts';

export function SubscriptionForm({ name }: { name: string }) {
  const world = useWorld();
  const process = world.processes.get(name);
  const consumer = usePlanned(process);
  if (!process || !consumer) return null;
  const there = [...world.topics.keys()];
  const what = isDown(process)
    ? `${name} is down: it has it when it starts.`
    : 'Once it is part of the group it stops fetching, commits, and registers again (REG-8).';
  return <SubscriptionFields name={name} consumer={consumer} there={there} consequence={what} />;
}

interface FieldsProps {
  readonly name: string;
  readonly consumer: Subscribed;
  /** Topics that exist. */
  readonly there: readonly string[];
  /** What comes of it. */
  readonly consequence: string;
}

function SubscriptionFields({ name, consumer, there, consequence }: FieldsProps) {
  const [typed, set] = useTyped<SubscriptionTyped>(name, typedOf(consumer));
  const change = (more: Partial<SubscriptionTyped>) => set({ ...typed, ...more });
  const wanted = wantedBy(typed);
  const read = readAction({ do: 'subscribe', target: name, ...wanted });
  const wrong = read.ok ? {} : subscriptionErrors(read.errors, wanted);
  const isNew = JSON.stringify(wanted) !== JSON.stringify(presentOf(consumer));
  return (
    <SettingsForm
      label="Subscription"
      action={isNew && read.ok ? read.action : null}
      isWrong={!read.ok}
      consequence={consequence}
    >
      <h3>Subscription</h3>
      <div className="choice" role="radiogroup" aria-label="Subscribes">
        <Way
          label="topics by name"
          checked={!typed.byPattern}
          choose={() => {
            const topics = typed.topics.length > 0 ? typed.topics : consumer.topics;
            change({ byPattern: false, topics });
          }}
        />
        <Way
          label="patterns"
          checked={typed.byPattern}
          choose={() => change({ byPattern: true })}
        />
      </div>
      {typed.byPattern ? (
        <>
          <PatternList
            label="allow"
            text={typed.allow}
            change={(allow) => change({ allow })}
            error={wrong.allow}
          />
          <PatternList
            label="deny"
            text={typed.deny}
            change={(deny) => change({ deny })}
            error={wrong.deny}
          />
          <p className="hint">{read.ok ? matchWords(there, wanted as Patterns) : ''}</p>
        </>
      ) : (
        <>
          <TopicTicks
            there={there}
            topics={typed.topics}
            setTopics={(topics) => change({ topics })}
          />
          {/* [TOP-1] One may subscribe to a topic that does not exist yet. */}
          <Field
            label="another, also one to come"
            value={typed.other}
            error={wrong.topics}
            onChange={(other) => change({ other })}
          />
        </>
      )}
    </SettingsForm>
  );
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

interface PatternListProps {
  readonly label: 'allow' | 'deny';
  readonly text: string;
  readonly change: (text: string) => void;
  readonly error: string | undefined;
}

function PatternList({ label, text, change, error }: PatternListProps) {
  useSaidOnce(error === undefined ? undefined : `${label}: ${error}`);
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

/** [WILD-1] What the patterns let through of the topics that there are. */
function matchWords(there: readonly string[], patterns: Patterns): string {
  const matching = matchingTopics(patterns, there);
  return matching.length === 0
    ? 'They match no topic that exists now.'
    : `They match ${listed(matching)}.`;
}
