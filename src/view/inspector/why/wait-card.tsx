/** One question and its answer; the time that is left counts down with virtual time. */
import { processTarget } from '../../../store/selection.ts';
import type { Wait } from '../../../trace/queries/waits.ts';
import { inSeconds, seconds } from '../../amounts.ts';
import { usePlaygroundStore, useRun } from '../../context.tsx';
import { LiveText } from '../../stage/live-text.tsx';
import { Breakable } from '../../words/breakable.tsx';
import { RuleTag } from '../rule-tag.tsx';
import { goTo } from './arrive.ts';

export function WaitCard({ question, wait }: { question: string; wait: Wait }) {
  const { condition, rules } = wait;
  return (
    <>
      <h3>
        <Breakable text={question} />
      </h3>
      <p>
        <Breakable text={condition} />
      </p>
      <WaitedFor names={wait.waitsFor} />
      <End wait={wait} />
      <p className="where">
        <Since seq={wait.sinceSeq} />
        {rules.map((rule) => (
          <RuleTag key={rule} rule={rule} />
        ))}
      </p>
    </>
  );
}

function WaitedFor({ names }: { names: readonly string[] }) {
  const store = usePlaygroundStore();
  if (names.length === 0) return null;
  return (
    <p className="waited-for">
      <span className="label">waits for</span>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-label={`Select ${name}`}
          onClick={() => store.getState().select(processTarget(name))}
        >
          {name}
        </button>
      ))}
    </p>
  );
}

/** The timer, if there is one, and the moment, if it can be told. */
function End({ wait: { ending, endsAtUs, timer } }: { wait: Wait }) {
  const store = usePlaygroundStore();
  return (
    <p className="ending">
      <Breakable text={ending} />
      {endsAtUs === null ? null : (
        <span className="countdown">
          <LiveText className="mono" text={(_, atUs) => leftWords(endsAtUs - atUs)} />
          <button type="button" onClick={() => goTo(store, endsAtUs)}>
            go there
          </button>
        </span>
      )}
      {timer ? (
        <span className="label">
          timer {timer.timer} of {timer.process}
        </span>
      ) : null}
    </p>
  );
}

function leftWords(us: number): string {
  return us > 0 ? `in ${seconds(us)}` : 'now';
}

function Since({ seq }: { seq: number | null }) {
  const store = usePlaygroundStore();
  const { trace } = useRun();
  if (seq === null) return null;
  return (
    <>
      <span className="label">since</span>
      <button
        type="button"
        className="link plain mono"
        onClick={() => store.getState().seekToEvent(seq)}
      >
        {inSeconds(trace.atUs(seq))}
      </button>
    </>
  );
}
