/** What the run proves: a lamp for each invariant, and how many of the rules it has shown. */
import { CircleCheck, CircleX, Hourglass } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { rules } from '../../protocol/rules.ts';
import type { RuleId } from '../../protocol/rules.ts';
import type { InvariantStatus } from '../../trace/invariant-watch.ts';
import { bootstrapOf } from '../../trace/invariants/liveness.ts';
import { unsettled } from '../../trace/settled.ts';
import { usePlayground, usePlaygroundStore, useRun, useWorld } from '../context.tsx';
import './checks.css';
import { CoverageMeter } from './coverage-meter.tsx';
import { useChecks } from './use-checks.ts';

type LampState = 'holds' | 'broken' | 'waits';

interface LampView {
  readonly rule: RuleId;
  readonly state: LampState;
  /** What is the case, in a sentence. */
  readonly says: string;
  /** The first event that breaks the rule. */
  readonly seq: number | null;
}

function lampOf({ id: rule, violation }: InvariantStatus, last: number): LampView {
  // What lies beyond what has been seen is nobody's news yet.
  if (!violation || violation.seq > last) {
    return { rule, state: 'holds', says: 'It holds so far.', seq: null };
  }
  const says = `Broken at ${(violation.atUs / 1e6).toFixed(3)} s: ${violation.text}`;
  return { rule, state: 'broken', says, seq: violation.seq };
}

/** [OWN-5] is about what comes to be in the end: until then it waits. */
function settling(lamp: LampView, lacks: readonly string[]): LampView {
  const [first] = lacks;
  if (lamp.rule !== 'OWN-5' || lamp.state === 'broken') return lamp;
  if (first === undefined) return { ...lamp, says: 'The group has settled.' };
  return { ...lamp, state: 'waits', says: `Not settled: ${first}.` };
}

function useLamps(): readonly LampView[] {
  const world = useWorld();
  const group = usePlayground((state) => state.group);
  const { scenario } = useRun().experiment;
  const lamps = useChecks(({ watch }, last) =>
    watch.statuses().map((status) => lampOf(status, last)),
  );
  const lacks = unsettled(world, group, bootstrapOf(scenario));
  return lamps.map((lamp) => settling(lamp, lacks));
}

export function ChecksPanel() {
  const lamps = useLamps();
  const broken = lamps.filter(({ state }) => state === 'broken');
  const waits = lamps.some(({ state }) => state === 'waits');
  const word = waits ? 'hold, not settled yet' : 'all hold';
  return (
    <section className="checks" aria-label="Checks">
      <div className="invariants">
        <span>Invariants</span>
        <strong className={broken.length > 0 ? 'bad' : 'good'}>
          {broken.length > 0 ? `${broken.map(({ rule }) => rule).join(', ')} broken` : word}
        </strong>
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
