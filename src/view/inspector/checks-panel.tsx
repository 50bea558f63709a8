/** What the run proves: a lamp for each invariant, and how many of the rules it has shown. */
import { CircleCheck, CircleX, Hourglass } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { rules } from '../../protocol/rules.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { watchedIds } from '../../trace/invariant-watch.ts';
import { bootstrapOf } from '../../trace/invariants/liveness.ts';
import { unsettled } from '../../trace/settled.ts';
import { usePlayground, usePlaygroundStore, useRun, useWorld } from '../context.tsx';
import './checks.css';
import { CoverageMeter } from './coverage-meter.tsx';
import { lampOf, lampsWords, newsUpTo } from './lamps.ts';
import type { LampState, LampView } from './lamps.ts';
import { useChecks } from './use-checks.ts';

interface Lamps {
  readonly lamps: readonly LampView[];
  readonly words: string;
}

function useLamps(): Lamps {
  const world = useWorld();
  const group = usePlayground((state) => state.group);
  const { scenario } = useRun().experiment;
  const violations = useChecks(({ watch }, last) =>
    watch.statuses().map(({ violation }) => newsUpTo(violation, last)),
  );
  const [isBeingRead = true] = useChecks(({ watch }, last) => [watch.length <= last]);
  const lacks = unsettled(world, group, bootstrapOf(scenario));
  const lamps = watchedIds.map((rule, index) =>
    lampOf({ rule, violation: violations[index] ?? null, isBeingRead }, lacks),
  );
  return { lamps, words: lampsWords(lamps, isBeingRead) };
}

export function ChecksPanel() {
  const { lamps, words } = useLamps();
  const isBroken = lamps.some(({ state }) => state === 'broken');
  return (
    <section className="checks" aria-label="Checks">
      <div className="invariants">
        <span>Invariants</span>
        <strong className={isBroken ? 'bad' : 'good'}>{words}</strong>
      </div>
      <ul className="lamps">
        <li aria-hidden className="mono">
          OWN
        </li>
        {lamps.map((lamp) => (
          <Lamp key={lamp.rule} lamp={lamp} />
        ))}
      </ul>
      <CoverageMeter />
    </section>
  );
}

const icons: Readonly<Record<LampState, LucideIcon>> = {
  holds: CircleCheck,
  broken: CircleX,
  waits: Hourglass,
};

/** The row says OWN once for all of them. */
const numberOf = (rule: RuleId) => rule.replace('OWN-', '');

function Lamp({ lamp: { rule, state, says, seq } }: { lamp: LampView }) {
  const store = usePlaygroundStore();
  const id = `lamp-${rule}`;
  const Icon = icons[state];
  return (
    <li>
      <button
        type="button"
        className={`lamp ${state}`}
        popoverTarget={id}
        title={rules[rule].sentence}
        aria-label={`${rule} ${state}`}
      >
        <Icon size={13} aria-hidden />
        {numberOf(rule)}
      </button>
      <div id={id} popover="auto" className="menu aside" aria-label={rule}>
        <h3>{rule}</h3>
        <p>{rules[rule].sentence}</p>
        <p className={`says ${state}`}>{says}</p>
        {seq === null ? null : (
          <button
            type="button"
            className="primary"
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={() => {
              store.getState().seekToEvent(seq);
              store.getState().select({ kind: 'event', seq });
            }}
          >
            Go to the first bad event
          </button>
        )}
      </div>
    </li>
  );
}
