/** One event of the log: when, where, what in a sentence, and the rules behind it. */
import { memo } from 'react';
import { rules } from '../../../protocol/rules.ts';
import { describe } from '../../../trace/describe.ts';
import type { Trace } from '../../../trace/trace.ts';
import { secondsNumber } from '../../amounts.ts';

interface LogRowProps {
  readonly trace: Trace;
  readonly seq: number;
  readonly id: string;
  readonly top: number;
  readonly height: number;
  readonly place: number;
  readonly count: number;
  readonly selected: boolean;
  /** The last event shown. */
  readonly current: boolean;
  /** Beyond the playhead. */
  readonly later: boolean;
  /** It tells of what is selected. */
  readonly about: boolean;
  /** It is in the why-chain that is lit, or outside of it; null: none is. */
  readonly lit: boolean | null;
  readonly onPick: (seq: number) => void;
}

export const LogRow = memo(function LogRow(props: LogRowProps) {
  const { trace, seq, id, top, height, place, count, selected, onPick } = props;
  const { current, later, about, lit } = props;
  const marks = { current, later, about, lit: lit === true, dim: lit === false };
  const names = Object.entries(marks).flatMap(([name, is]) => (is ? [name] : []));
  return (
    // The list has the focus and its keys; a row is only pressed.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-setsize={count}
      aria-posinset={place + 1}
      className={['log-row', ...names].join(' ')}
      style={{ height, transform: `translateY(${top}px)` }}
      onClick={() => onPick(seq)}
    >
      <span className="mono when">{secondsNumber(trace.atUs(seq))}</span>
      <span className="who">{trace.process(seq) ?? ''}</span>
      <span className="what">
        {lit === true ? <span className="visually-hidden">in the chain: </span> : null}
        {describe(trace.event(seq), trace)}
      </span>
      <span className="mono rules">
        {trace.rules(seq).map((rule) => (
          <abbr key={rule} title={rules[rule].sentence}>
            {rule}
          </abbr>
        ))}
      </span>
    </div>
  );
});
