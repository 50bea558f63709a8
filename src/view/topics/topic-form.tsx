/**
 * A topic that is about to be created: its name, size and rate, and who is to read it. It stands on
 * the stage beside what goes on; nothing waits for it.
 */
import { useEffect, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { currentWorld } from '../../store/playground.ts';
import type { TopicSpec } from '../../trace/experiment.ts';
import { readAction } from '../../trace/read-action.ts';
import { usePlayground, usePlaygroundStore } from '../context.tsx';
import { useFocusBack } from '../hand/use-focus-back.ts';
import { Field } from '../field.tsx';
import { errorAt, numberOr } from '../typed.ts';
import { focusWrong } from '../wrong-field.ts';
import { subscribersOf, subscribeAction, takenName } from './subscribers.ts';
import './topics.css';

export function TopicForm() {
  const draft = usePlayground((state) => state.draft);
  return draft ? <OpenForm key={draft.name} draft={draft} /> : null;
}

interface Typed {
  readonly name: string;
  readonly partitions: string;
  readonly recordsPerSecond: string;
}

function OpenForm({ draft }: { draft: TopicSpec }) {
  const store = usePlaygroundStore();
  const group = usePlayground((state) => state.group);
  const [typed, type] = useState<Typed>({
    name: draft.name,
    partitions: String(draft.partitions),
    recordsPerSecond: String(draft.recordsPerSecond),
  });
  const [subscribes, setSubscribes] = useState(true);
  const form = useRef<HTMLFormElement>(null);
  useFocusBack(form, true, '.topics-button');
  // Asked for again while it is open, it has the focus again.
  useEffect(() => focusForm(form.current), [draft]);
  const close = () => store.getState().draftTopic(null);
  const read = readAction({
    do: 'create-topic',
    topic: {
      name: typed.name.trim(),
      partitions: numberOr(typed.partitions),
      recordsPerSecond: numberOr(typed.recordsPerSecond),
    },
  });
  const world = currentWorld(store.getState());
  const errors = read.ok ? takenName(world, draftOf(read.action).name) : read.errors;
  const readers = subscribersOf(world, group);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!read.ok || errors.length > 0) {
      const text = `Not created. ${focusWrong(event.currentTarget)}`;
      return store.getState().say({ tone: 'error', text, passing: true });
    }
    const { name } = draftOf(read.action);
    const more = subscribes ? readers.map((reader) => subscribeAction(reader, name)) : [];
    store.getState().act(read.action, ...more);
  };
  const field = (key: keyof Typed) => ({
    value: typed[key],
    error: errorAt(errors, `topic.${key}`),
    onChange: (value: string) => type({ ...typed, [key]: value }),
  });
  return (
    // Escape closes it, wherever in it the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      className="topic-form"
      aria-label="New topic"
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
    >
      <h2>New topic</h2>
      <Field label="name" {...field('name')} />
      <Field label="partitions" unit="count" {...field('partitions')} />
      <Field label="records into each" unit="per s" {...field('recordsPerSecond')} />
      {readers.length > 0 ? (
        <label className="tick">
          <input
            type="checkbox"
            checked={subscribes}
            onChange={(event) => setSubscribes(event.target.checked)}
          />
          subscribe the consumers of {group} to it ({readers.length})
        </label>
      ) : null}
      <p className="form-buttons">
        <button type="submit" className="primary" aria-disabled={errors.length > 0}>
          Create topic
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </p>
    </form>
  );
}

/** On a phone the stage may have been scrolled away. */
function focusForm(form: HTMLFormElement | null): void {
  const first = form?.querySelector('input');
  first?.focus({ preventScroll: true });
  first?.select();
  form?.scrollIntoView({ block: 'nearest' });
}

function draftOf(action: { readonly do: string; readonly topic?: unknown }): TopicSpec {
  return action.topic as TopicSpec;
}
