/**
 * Everything that can be done, found by its words: a field, and under it the list that its arrow keys
 * walk. What is not allowed now stays in the list and says why.
 */
import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { PlaygroundStore } from '../../store/playground.ts';
import { usePlaygroundStore } from '../context.tsx';
import { useWorkingKeys } from '../preferences.ts';
import { plural } from '../words/text.ts';
import { commandsFor, nameOf } from './commands.ts';
import type { Command } from './commands.ts';
import { noteUse, recentCommands } from './recent.ts';

/** More are not read; more words find fewer. */
const mostShown = 60;

function find(store: PlaygroundStore, query: string) {
  const all = commandsFor(store.getState(), query, recentCommands.getState());
  return { shown: all.slice(0, mostShown), count: all.length };
}

/** What a key means for the place in a list of so many. */
function walked(key: string, at: number, count: number): number | undefined {
  const last = count - 1;
  const places: Readonly<Record<string, number>> = {
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at === 0 ? last : at - 1,
    PageDown: Math.min(last, at + 8),
    PageUp: Math.max(0, at - 8),
  };
  return places[key];
}

export function CommandList({ close }: { close: () => void }) {
  const store = usePlaygroundStore();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [found, setFound] = useState(() => find(store, ''));
  const [at, setAt] = useState(0);
  const [refusal, setRefusal] = useState('');
  useEffect(() => field.current?.focus(), []);
  const ask = (text: string) => {
    setQuery(text);
    setFound(find(store, text));
    setAt(0);
    setRefusal('');
  };
  const choose = (command: Command | undefined) => {
    if (!command) return;
    if (command.why !== undefined) return setRefusal(command.why);
    noteUse(nameOf(command));
    // Before it runs: what it does may take the focus elsewhere.
    close();
    command.run(store);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      return choose(found.shown[at]);
    }
    const to = walked(event.key, at, found.shown.length);
    if (to === undefined) return;
    event.preventDefault();
    setAt(to);
    setRefusal('');
  };
  return (
    <>
      <label className="find">
        <Search size={16} aria-hidden />
        <span className="visually-hidden">Find a command</span>
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.count > 0 ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          value={query}
          placeholder="freeze c-2, next generation, 4.2 s …"
          onChange={(event) => ask(event.target.value)}
          onKeyDown={press}
        />
      </label>
      {/* A list of the platform can hold neither keys nor reasons. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div id={`${id}-list`} role="listbox" className="command-list" aria-label="Commands">
        {found.shown.map((command, index) => (
          <Option
            key={nameOf(command)}
            id={`${id}-${index}`}
            command={command}
            isAt={index === at}
            choose={() => choose(command)}
          />
        ))}
      </div>
      <output className={refusal === '' ? 'command-foot' : 'command-foot refused'}>
        {refusal === '' ? footOf(found) : refusal}
      </output>
    </>
  );
}

function footOf({ shown, count }: ReturnType<typeof find>): string {
  if (count === 0) return 'No command has these words.';
  if (count === shown.length) return plural(count, 'command');
  return `${shown.length} of ${count} commands: more words find fewer`;
}

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  readonly isAt: boolean;
  readonly choose: () => void;
}

function Option({ id, command, isAt, choose }: OptionProps) {
  const { label, subject, why } = command;
  const keys = useWorkingKeys(command.keys);
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAt) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isAt]);
  return (
    // The field keeps the focus, and its keys choose.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isAt}
      aria-disabled={why !== undefined}
      className="command-option"
      onMouseDown={(event) => event.preventDefault()}
      onClick={choose}
    >
      <span className="command-name">
        {label}
        {subject === undefined ? null : (
          <>
            <span className="visually-hidden">: </span>
            <span className="command-subject"> {subject}</span>
          </>
        )}
      </span>
      {keys === undefined ? null : <kbd aria-hidden>{keys}</kbd>}
      {why === undefined ? null : <span className="why">{why}</span>}
    </div>
  );
}
