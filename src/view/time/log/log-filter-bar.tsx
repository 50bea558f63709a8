/** What of the log is asked for: by words, process, kind, rule, group, and by the chain that is lit. */
import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { rules as allRules } from '../../../protocol/rules.ts';
import type { RuleId } from '../../../protocol/rules.ts';
import type { LogQuery } from '../../../trace/queries/log-filter.ts';
import { logGroups } from '../../../trace/queries/log-groups.ts';
import type { LogGroup } from '../../../trace/queries/log-groups.ts';
import { usePlayground, useRun } from '../../context.tsx';
import { useWorkingKeys } from '../../preferences.ts';

/** What is asked for: of all groups, or only of the one that is shown; of the chain that is lit. */
export type Asked = Omit<LogQuery, 'about' | 'among'> & {
  readonly allGroups: boolean;
  /** Only the why-chain, while one is lit. */
  readonly onlyChain: boolean;
};

export const everything: Asked = {
  process: '',
  group: '',
  rule: '',
  text: '',
  allGroups: false,
  onlyChain: false,
};

export interface FilterParts {
  readonly query: Asked;
  readonly ask: (query: Asked) => void;
  /** The filter was asked for by key: it takes the focus, and answers that it has. */
  readonly summoned: boolean;
  readonly answer: () => void;
}

interface LogFilterBarProps extends FilterParts {
  readonly processes: readonly string[];
  /** Those that events are instances of. */
  readonly rules: ReadonlySet<RuleId>;
  /** A why-chain is lit. */
  readonly isLit: boolean;
  /** Goes to the next or the previous match. */
  readonly walk: (direction: 1 | -1) => void;
  readonly toList: () => void;
  readonly children: ReactNode;
}

export function LogFilterBar(props: LogFilterBarProps) {
  const { query, ask, processes, rules, isLit, walk, children } = props;
  return (
    <search className="log-filter">
      <TextField {...props} />
      <span className="log-matches">
        <MatchButton
          name="Previous match"
          keys="Shift+Enter"
          Icon={ChevronUp}
          go={() => walk(-1)}
        />
        <MatchButton name="Next match" keys="Enter" Icon={ChevronDown} go={() => walk(1)} />
      </span>
      <span className="hint">{children}</span>
      <select
        aria-label="Process"
        value={query.process}
        onChange={(event) => ask({ ...query, process: event.target.value })}
      >
        <option value="">any process</option>
        {processes.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <select
        aria-label="Kind of event"
        value={query.group}
        onChange={(event) => ask({ ...query, group: event.target.value as LogGroup | '' })}
      >
        <option value="">any kind</option>
        {logGroups.map((group) => (
          <option key={group}>{group}</option>
        ))}
      </select>
      <RuleChoice query={query} ask={ask} rules={rules} />
      <GroupScope query={query} ask={ask} />
      {isLit ? (
        <button
          type="button"
          className="plain only-chain"
          aria-pressed={query.onlyChain}
          onClick={() => ask({ ...query, onlyChain: !query.onlyChain })}
        >
          only this chain
        </button>
      ) : null}
    </search>
  );
}

function TextField({ query, ask, summoned, answer, walk, toList }: LogFilterBarProps) {
  const input = useRef<HTMLInputElement>(null);
  const key = useWorkingKeys('/');
  useEffect(() => {
    if (!summoned) return;
    input.current?.focus();
    answer();
  }, [summoned, answer]);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') ask({ ...query, text: '' });
    if (event.key === 'Enter') walk(event.shiftKey ? -1 : 1);
    if (event.key !== 'ArrowDown') return;
    // Else the list, which has the focus by then, would scroll by this very press.
    event.preventDefault();
    toList();
  };
  return (
    <label className="log-text">
      <Search size={13} aria-hidden />
      <span className="visually-hidden">Words in the sentence, or a rule</span>
      <input
        ref={input}
        type="text"
        enterKeyHint="next"
        value={query.text}
        placeholder="words, names, rules"
        title="Enter: next match; Shift+Enter: previous; ↓: into the list"
        aria-keyshortcuts={key}
        onChange={(event) => ask({ ...query, text: event.target.value })}
        onKeyDown={press}
      />
    </label>
  );
}

interface MatchButtonProps {
  readonly name: string;
  /** The same in the field of words. */
  readonly keys: string;
  readonly Icon: typeof ChevronUp;
  readonly go: () => void;
}

function MatchButton({ name, keys, Icon, go }: MatchButtonProps) {
  return (
    <button
      type="button"
      className="plain icon"
      aria-label={name}
      title={`${name} (${keys} in the field of words)`}
      onClick={go}
    >
      <Icon size={14} aria-hidden />
    </button>
  );
}

type Choice = Pick<FilterParts, 'query' | 'ask'>;

/** The rules that something was an instance of, by their section, in the order of the text. */
function RuleChoice({ query, ask, rules }: Choice & { readonly rules: ReadonlySet<RuleId> }) {
  const present = (Object.keys(allRules) as RuleId[]).filter(
    (rule) => rules.has(rule) || rule === query.rule,
  );
  const sections = [...new Set(present.map((rule) => allRules[rule].section))];
  return (
    <select
      aria-label="Rule"
      value={query.rule}
      title={query.rule === '' ? undefined : allRules[query.rule].sentence}
      onChange={(event) => ask({ ...query, rule: event.target.value as RuleId | '' })}
    >
      <option value="">any rule</option>
      {sections.map((section) => (
        <optgroup key={section} label={section}>
          {present
            .filter((rule) => allRules[rule].section === section)
            .map((rule) => (
              <option key={rule} title={allRules[rule].sentence}>
                {rule}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  );
}

/** With several groups: all of them, or the one on the stage. */
function GroupScope({ query, ask }: Choice) {
  const { groups } = useRun().experiment.scenario;
  const shown = usePlayground((state) => state.group);
  if (groups.length < 2) return null;
  return (
    <select
      aria-label="Group"
      value={query.allGroups ? 'all' : 'shown'}
      onChange={(event) => ask({ ...query, allGroups: event.target.value === 'all' })}
    >
      <option value="shown">only {shown}</option>
      <option value="all">all groups</option>
    </select>
  );
}
