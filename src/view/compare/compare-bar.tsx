/** Where the two part, in words, and the ways there and out. */
import { Copy, MoveRight, X } from 'lucide-react';
import { describe } from '../../trace/describe.ts';
import { comparisonMarkdown } from '../../trace/queries/compare.ts';
import type { Compared } from '../../trace/queries/compare.ts';
import type { Parting } from '../../trace/queries/first-difference.ts';
import { inSeconds } from '../amounts.ts';
import { usePlaygroundStore } from '../context.tsx';
import { IconButton } from '../controls/transport.tsx';
import { bringIntoView } from '../time/axis/time-axis.ts';
import { costsOf } from './side-of.ts';
import type { SideOf } from './side-of.ts';

interface BarProps {
  readonly sides: readonly [SideOf, SideOf];
  readonly parting: Parting | null;
  readonly untilUs: number;
}

export function CompareBar({ sides, parting, untilUs }: BarProps) {
  const page = usePlaygroundStore();
  const go = () => {
    if (!parting) return;
    const { pause, seek } = page.getState();
    pause();
    seek(parting.atUs);
    bringIntoView(page.getState(), parting.atUs);
  };
  return (
    <header className="compare-bar">
      <section className="parting" aria-label="First difference">
        {parting ? (
          <>
            <p>
              <strong>First difference at {inSeconds(parting.atUs)}</strong>
            </p>
            <PartedEvent side={sides[0]} seq={parting.first} />
            <PartedEvent side={sides[1]} seq={parting.second} />
          </>
        ) : (
          <p>No event differs up to {inSeconds(untilUs)}.</p>
        )}
      </section>
      <button type="button" disabled={!parting} onClick={go}>
        <MoveRight size={14} aria-hidden /> <span>Go to the first difference</span>
      </button>
      <button type="button" onClick={() => void copy(page.getState(), sides, parting)}>
        <Copy size={14} aria-hidden /> <span>Copy as Markdown</span>
      </button>
      <IconButton
        icon={X}
        label="Leave the comparison"
        keys="Escape"
        className="leave"
        onClick={() => page.getState().leaveComparing()}
      />
    </header>
  );
}

function PartedEvent({ side: { letter, run }, seq }: { side: SideOf; seq: number | null }) {
  const { trace } = run;
  const words =
    seq === null || seq >= trace.length
      ? 'nothing more happens'
      : `${describe(trace.event(seq), trace)} (${inSeconds(trace.atUs(seq))})`;
  return (
    <p title={words}>
      <span className="letter">{letter}</span> {words}
    </p>
  );
}

async function copy(
  { cursor, say }: ReturnType<SideOf['store']['getState']>,
  [a, b]: readonly [SideOf, SideOf],
  parting: Parting | null,
): Promise<void> {
  const atUs = Math.floor(cursor.atUs);
  const of = (side: SideOf): Compared => ({
    name: `${side.letter}: ${side.run.name}`,
    trace: side.run.trace,
    costs: costsOf(side, atUs),
  });
  // What both have cost is told up to the playhead: what differs only later is not told either.
  const told = parting && parting.atUs <= atUs ? parting : null;
  try {
    await navigator.clipboard.writeText(comparisonMarkdown(of(a), of(b), told, atUs));
    say({ tone: 'info', text: 'The comparison is on the clipboard.', passing: true });
  } catch {
    say({ tone: 'error', text: 'The browser does not let the page write to the clipboard.' });
  }
}
