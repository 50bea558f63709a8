/** The log: everything that has been seen to happen, one sentence each, filtered. */
import { Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { activeRun } from '../../../store/playground.ts';
import { LogFilter } from '../../../trace/queries/log-filter.ts';
import type { LogQuery } from '../../../trace/queries/log-filter.ts';
import { logGroups } from '../../../trace/queries/log-groups.ts';
import type { LogGroup } from '../../../trace/queries/log-groups.ts';
import { useFrame, usePlayground, usePlaygroundStore, useRun } from '../../context.tsx';
import { useWorkingKeys } from '../../preferences.ts';
import { sayAside } from '../../speech/asides.ts';
import { logIndexOf } from '../index-of.ts';
import { LogList } from './log-list.tsx';
import { plural } from '../../words/text.ts';

/** Events that are taken into the index in one frame, so that opening a long log does not halt. */
const eventsAtOnce = 8000;

/** What is asked for: of all groups, or only of the one that is shown. */
export type Asked = Omit<LogQuery, 'about'> & { readonly allGroups: boolean };

export const everything: Asked = { process: '', group: '', text: '', allGroups: false };

interface LogViewProps {
  readonly query: Asked;
  readonly ask: (query: Asked) => void;
  /** The filter was asked for by key: it takes the focus, and answers that it has. */
  readonly summoned: boolean;
  readonly answer: () => void;
}

export function LogView({ query, ask, summoned, answer }: LogViewProps) {
  const store = usePlaygroundStore();
  const { trace } = useRun();
  const list = useRef<HTMLDivElement>(null);
  const index = logIndexOf(trace);
  // A filter belongs to one index, and reads on with it.
  const shown = usePlayground((state) => state.group);
  const filter = useMemo(() => {
    const { allGroups, ...rest } = query;
    return filterOf(index, { ...rest, about: allGroups ? '' : shown });
  }, [index, query, shown]);
  const [found, setFound] = useState({ count: 0, indexed: 0, processes: 0 });
  const told = useRef(query);
  useFrame(() => {
    const { seenUs } = activeRun(store.getState());
    const last = trace.lastAtOrBefore(seenUs);
    if (index.length <= last) index.readOn(trace, eventsAtOnce);
    filter.readOn(index);
    const now = {
      count: filter.countUpTo(last),
      indexed: Math.min(index.length, last + 1),
      processes: index.processes.length,
    };
    setFound((old) => (JSON.stringify(old) === JSON.stringify(now) ? old : now));
    // Once for each filter, when all is looked through: the count grows on while the run plays.
    if (told.current === query || index.length <= last) return;
    told.current = query;
    sayAside(`${now.count.toLocaleString('en')} of ${plural(now.indexed, 'event')}`);
  });
  return (
    <div className="log">
      <LogFilterBar
        query={query}
        ask={ask}
        summoned={summoned}
        answer={answer}
        processes={index.processes.slice(0, found.processes)}
        toList={() => list.current?.focus()}
      >
        {found.count.toLocaleString('en')} of {found.indexed.toLocaleString('en')} events
      </LogFilterBar>
      <LogList filter={filter} count={Math.min(found.count, filter.count)} list={list} />
    </div>
  );
}

function filterOf(index: ReturnType<typeof logIndexOf>, query: LogQuery): LogFilter {
  const filter = new LogFilter(query);
  filter.readOn(index);
  return filter;
}

interface LogFilterBarProps extends LogViewProps {
  readonly processes: readonly string[];
  readonly toList: () => void;
  readonly children: React.ReactNode;
}

function LogFilterBar(props: LogFilterBarProps) {
  const { query, ask, summoned, answer, processes, toList, children } = props;
  const input = useRef<HTMLInputElement>(null);
  const key = useWorkingKeys('/');
  useEffect(() => {
    if (!summoned) return;
    input.current?.focus();
    answer();
  }, [summoned, answer]);
  return (
    <search className="log-filter">
      <label className="log-text">
        <Search size={13} aria-hidden />
        <span className="visually-hidden">Words in the sentence, or a rule</span>
        <input
          ref={input}
          type="text"
          value={query.text}
          placeholder="words, names, rules"
          aria-keyshortcuts={key}
          onChange={(event) => ask({ ...query, text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') ask({ ...query, text: '' });
            if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
            // Else the list, which has the focus by then, would scroll by this very press.
            event.preventDefault();
            toList();
          }}
        />
      </label>
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
      <GroupScope query={query} ask={ask} />
      <span className="hint">{children}</span>
    </search>
  );
}

/** With several groups: all of them, or the one on the stage. */
function GroupScope({ query, ask }: Pick<LogViewProps, 'query' | 'ask'>) {
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
