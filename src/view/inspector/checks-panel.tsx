/** What the run proves: a lamp for each invariant, and how many of the rules it has shown. */
import { CircleCheck, CircleX, Hourglass } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { rules } from '../../protocol/rules.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { unsettled } from '../../trace/settled.ts';
import type { World } from '../../trace/world.ts';
import { usePlayground, usePlaygroundStore, useWorld } from '../context.tsx';
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

/** [OWN-1] to [OWN-4]: never broken by an event. */
const watched: readonly RuleId[] = ['OWN-1', 'OWN-2', 'OWN-3', 'OWN-4'];

/** [OWN-5] is about what comes to be in the end: until then it waits. */
function settlingLamp(world: World, group: string): LampView {
  const [first] = unsettled(world, group);
  const says = first === undefined ? 'The group has settled.' : `Not settled: ${first}.`;
  return { rule: 'OWN-5', state: first === undefined ? 'holds' : 'waits', says, seq: null };
}

function useLamps(): readonly LampView[] {
  const world = useWorld();
  const group = usePlayground((state) => state.group);
  const found = useChecks(({ watch }, last) => watched.map((rule) => watch.brokenBy(rule, last)));
  const lamps = watched.map((rule, index): LampView => {
    const violation = found[index];
    if (!violation) return { rule, state: 'holds', says: 'It holds so far.', seq: null };
    const says = `Broken at ${(violation.atUs / 1e6).toFixed(3)} s: ${violation.text}`;
    return { rule, state: 'broken', says, seq: violation.seq };
  });
  return [...lamps, settlingLamp(world, group)];
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
        <Icon size={11} aria-hidden />
        {rule}
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
