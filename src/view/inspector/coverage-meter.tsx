/**
 * How many of the rules that happen this run has shown. The list leads to the first event of those,
 * and for the others to the built-in experiment that shows them.
 */
import { useId, useState } from 'react';
import { rules } from '../../protocol/rules.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { builtins } from '../../simulation/builtins.ts';
import shownBy from '../../simulation/builtins/rules-shown.json';
import { stepRules } from '../../trace/queries/coverage.ts';
import { openBuiltin } from '../../store/patterns.ts';
import { usePlaygroundStore } from '../context.tsx';
import { coverageWords } from './figure-words.ts';
import { useChecks } from './use-checks.ts';

interface Seen {
  readonly rule: RuleId;
  /** Its first event; null: the run has not shown it. */
  readonly seq: number | null;
}

function useSeen(): readonly Seen[] {
  const firsts = useChecks(({ coverage }, last) =>
    stepRules.map((rule) => coverage.firstOf(rule, last)),
  );
  return stepRules.map((rule, index) => ({ rule, seq: firsts[index] ?? null }));
}

/** Not all that has been seen has been looked at. */
function useIsReading(): boolean {
  return useChecks(({ coverage }, last) => [coverage.length <= last])[0] ?? false;
}

export function CoverageMeter() {
  const id = useId();
  const [open, setOpen] = useState(false);
  const seen = useSeen();
  const shown = seen.filter(({ seq }) => seq !== null).length;
  const words = coverageWords(shown, seen.length, useIsReading());
  return (
    <>
      <button
        type="button"
        className="coverage-button"
        aria-label={words}
        title={`Of the protocol’s ${seen.length} rules that say what happens, this run has shown ${shown}. Click: which, and where to see the others`}
        popoverTarget={id}
      >
        <span>{words}</span>
        <meter min={0} max={seen.length} value={shown} aria-hidden />
      </button>
      <div
        id={id}
        popover="auto"
        className="menu aside coverage"
        aria-label="Rules"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open ? <RuleLists menu={id} seen={seen} /> : null}
      </div>
    </>
  );
}

function RuleLists({ menu, seen }: { menu: string; seen: readonly Seen[] }) {
  const shown = seen.filter(({ seq }) => seq !== null);
  const missing = seen.filter(({ seq }) => seq === null);
  return (
    <>
      <h3>
        This run has shown {shown.length} of the protocol’s {seen.length} rules that say what
        happens
      </h3>
      <p className="hint">A rule counts once an event that you have seen is an instance of it.</p>
      <RuleList title={`Not shown: ${missing.length}`} menu={menu} rows={missing} />
      <RuleList title={`Shown: ${shown.length}`} menu={menu} rows={shown} />
    </>
  );
}

interface RuleListProps {
  readonly title: string;
  readonly menu: string;
  readonly rows: readonly Seen[];
}

function RuleList({ title, menu, rows }: RuleListProps) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <h4>{title}</h4>
      <ul className="rule-rows">
        {rows.map(({ rule, seq }) => (
          <li key={rule}>
            <strong>{rule}</strong>
            <p>{rules[rule].sentence}</p>
            {seq === null ? (
              <OpenBuiltin menu={menu} rule={rule} />
            ) : (
              <GoTo menu={menu} rule={rule} seq={seq} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function GoTo({ menu, rule, seq }: { menu: string; rule: RuleId; seq: number }) {
  const store = usePlaygroundStore();
  return (
    <button
      type="button"
      popoverTarget={menu}
      popoverTargetAction="hide"
      aria-label={`Go to the first event of ${rule}`}
      onClick={() => {
        store.getState().seekToEvent(seq);
        store.getState().select({ kind: 'event', seq });
      }}
    >
      Go to it
    </button>
  );
}

const builtinOf: Readonly<Record<string, string>> = shownBy;

function OpenBuiltin({ menu, rule }: { menu: string; rule: RuleId }) {
  const store = usePlaygroundStore();
  const builtin = builtins.find(({ id }) => id === builtinOf[rule]);
  if (!builtin) return <span className="hint">no built-in experiment</span>;
  const { title } = builtin;
  return (
    <button
      type="button"
      popoverTarget={menu}
      popoverTargetAction="hide"
      title={`Open “${title}”: ${builtin.sentence}`}
      aria-label={`Open ${title}, which shows ${rule}`}
      onClick={() => void openBuiltin(store, builtin)}
    >
      {title}
    </button>
  );
}
