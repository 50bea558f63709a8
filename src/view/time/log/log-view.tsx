/** The log: everything that has been seen to happen, one sentence each, filtered. */
import { useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { activeRun } from '../../../store/playground.ts';
import { LogFilter } from '../../../trace/queries/log-filter.ts';
import type { LogQuery } from '../../../trace/queries/log-filter.ts';
import { useFrame, usePlayground, usePlaygroundStore, useRun } from '../../context.tsx';
import { litNow, whyLight } from '../../lit.ts';
import { sayAside } from '../../speech/asides.ts';
import { plural } from '../../words/text.ts';
import { logIndexOf } from '../index-of.ts';
import { LogFilterBar } from './log-filter-bar.tsx';
import type { FilterParts } from './log-filter-bar.tsx';
import { LogList } from './log-list.tsx';
import { eventInHand, goToEvent, matchBeside } from './matches.ts';

/** Events that are taken into the index in one frame, so that opening a long log does not halt. */
const eventsAtOnce = 8000;

export function LogView({ query, ask, summoned, answer }: FilterParts) {
  const store = usePlaygroundStore();
  const { trace } = useRun();
  const list = useRef<HTMLDivElement>(null);
  const index = logIndexOf(trace);
  // A filter belongs to one index, and reads on with it.
  const shown = usePlayground((state) => state.group);
  useStore(whyLight);
  const lit = litNow(store.getState());
  const among = query.onlyChain && lit ? lit.events : null;
  const filter = useMemo(() => {
    const { allGroups, onlyChain: _, ...rest } = query;
    return filterOf(index, { ...rest, about: allGroups ? '' : shown, among });
  }, [index, query, shown, among]);
  const [found, setFound] = useState({ count: 0, indexed: 0, processes: 0, rules: 0 });
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
      rules: index.rules.size,
    };
    setFound((old) => (JSON.stringify(old) === JSON.stringify(now) ? old : now));
    // Once for each filter, when all is looked through: the count grows on while the run plays.
    if (told.current === query || index.length <= last) return;
    told.current = query;
    sayAside(`${now.count.toLocaleString('en')} of ${plural(now.indexed, 'event')}`);
  });
  const count = Math.min(found.count, filter.count);
  const walk = (direction: 1 | -1) => {
    const state = store.getState();
    const match = matchBeside(filter, count, eventInHand(state), direction);
    if (match !== null) return goToEvent(state, match);
    const where = direction > 0 ? 'later' : 'earlier';
    state.say({ tone: 'info', text: `No ${where} event that matches was seen.`, passing: true });
  };
  return (
    <div className="log">
      <LogFilterBar
        query={query}
        ask={ask}
        summoned={summoned}
        answer={answer}
        processes={index.processes.slice(0, found.processes)}
        rules={index.rules}
        isLit={lit !== null}
        walk={walk}
        toList={() => list.current?.focus()}
      >
        {found.count.toLocaleString('en')} of {found.indexed.toLocaleString('en')}
        <span className="unit"> events</span>
      </LogFilterBar>
      <LogList filter={filter} count={count} lit={lit} list={list} />
    </div>
  );
}

function filterOf(index: ReturnType<typeof logIndexOf>, query: LogQuery): LogFilter {
  const filter = new LogFilter(query);
  filter.readOn(index);
  return filter;
}
