/** The events that the filter lets through; only those in view are made. One focus, arrow keys. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { LogFilter } from '../../../trace/queries/log-filter.ts';
import { isAbout } from '../../../trace/queries/about.ts';
import { usePlayground, usePlaygroundStore, useRun } from '../../context.tsx';
import { useAtRest } from '../../speech/use-at-rest.ts';
import type { Ancestors } from '../../../trace/why/ancestors.ts';
import { LogRow } from './log-row.tsx';
import { goToEvent } from './matches.ts';

const rowHeight = 24;

interface LogListProps {
  readonly filter: LogFilter;
  /** Events found up to the furthest moment seen. */
  readonly count: number;
  /** The why-chain that is lit. */
  readonly lit: Ancestors | null;
  readonly list: React.RefObject<HTMLDivElement | null>;
}

export function LogList({ filter, count, lit, list }: LogListProps) {
  const store = usePlaygroundStore();
  const { trace } = useRun();
  const id = useId();
  const seq = usePlayground(({ cursor }) => cursor.seq);
  const selected = usePlayground(({ selection }) =>
    selection?.kind === 'event' ? selection.seq : null,
  );
  const selection = usePlayground((state) => state.selection);
  const subject = selection?.kind === 'event' ? null : selection;
  const shown = Math.min(count, filter.countUpTo(seq));
  // Nothing here is compiled to be remembered; the rows get plain values.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const { follows, leave } = useFollowing();
  useEffect(() => {
    if (follows && shown > 0) virtualizer.scrollToIndex(shown - 1, { align: 'auto' });
  }, [virtualizer, follows, shown]);
  const activeSeq = selected ?? filter.at(shown - 1);
  const active = Math.max(0, Math.min(count, filter.countUpTo(activeSeq)) - 1);
  const pick = (picked: number) => goToEvent(store.getState(), picked);
  const press = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((list.current?.clientHeight ?? 0) / rowHeight) - 1);
    const next = placeAfter(event.key, active, page);
    if (next === null || count === 0) return;
    event.preventDefault();
    const place = Math.min(count - 1, Math.max(0, next));
    virtualizer.scrollToIndex(place, { align: 'auto' });
    pick(filter.at(place));
  };
  // What is read out stands while the list runs past it.
  const [restSeq, look] = useAtRest(({ cursor }) => cursor.seq);
  const spokenSeq = selected ?? filter.at(filter.countUpTo(restSeq) - 1);
  const spoken = Math.max(0, Math.min(count, filter.countUpTo(spokenSeq)) - 1);
  const items = virtualizer.getVirtualItems();
  const isMade = items.some(({ index }) => index === spoken);
  return (
    <div
      ref={list}
      className="log-list"
      // A select cannot hold a hundred thousand options of which only those in view are made.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="listbox"
      tabIndex={0}
      aria-label="Events"
      aria-activedescendant={isMade ? `${id}-${spoken}` : undefined}
      onFocus={look}
      onKeyDown={press}
      onWheel={leave}
      onPointerDown={leave}
    >
      <div role="none" className="log-rows" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const own = filter.at(index);
          if (own < 0) return null;
          return (
            <LogRow
              key={index}
              id={`${id}-${index}`}
              trace={trace}
              seq={own}
              top={start}
              height={rowHeight}
              place={index}
              count={count}
              selected={own === selected}
              current={index === shown - 1}
              later={index >= shown}
              about={subject !== null && isAbout(trace, own, subject)}
              lit={lit && lit.events.has(own)}
              onPick={pick}
            />
          );
        })}
      </div>
      {count === 0 ? <p className="hint">Nothing that you have seen so far matches.</p> : null}
    </div>
  );
}

/** The list follows the playhead, until somebody scrolls while it plays. */
function useFollowing() {
  const playing = usePlayground((state) => state.playing);
  const [left, setLeft] = useState(false);
  const wasPlaying = useRef(playing);
  useEffect(() => {
    // Playing anew is following anew.
    if (playing && !wasPlaying.current) setLeft(false);
    wasPlaying.current = playing;
  }, [playing]);
  return { follows: !playing || !left, leave: () => setLeft(true) };
}

/** The place that a key goes to from another, or null where it goes nowhere. */
function placeAfter(key: string, from: number, page: number): number | null {
  const places: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Enter: from,
  };
  return places[key] ?? null;
}
