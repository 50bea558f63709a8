/** One state machine at the cursor: drawn, and as a table; each way leads to its events. */
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { describe } from '../../../trace/describe.ts';
import { activeRun } from '../../../store/playground.ts';
import { inSeconds } from '../../amounts.ts';
import { usePlayground, usePlaygroundStore, useRun } from '../../context.tsx';
import { MachineDrawing } from './machine-drawing.tsx';
import { MachineTable } from './machine-table.tsx';
import type { Machine } from './table.ts';
import { countUpTo, stateAfter } from './transitions.ts';
import type { Transition } from './transitions.ts';
import { wayKey, wayStops } from './ways.ts';
import type { WayName, WayStops } from './ways.ts';

interface MachineViewProps {
  /** Whose it is, in words. */
  readonly of: string;
  readonly machine: Machine;
  /** All of the run, in order. */
  readonly transitions: readonly Transition[];
}

export function MachineView({ of, machine, transitions }: MachineViewProps) {
  const store = usePlaygroundStore();
  const last = usePlayground(({ cursor }) => cursor.seq);
  const [picked, pick] = useState<WayName | null>(null);
  const past = transitions.slice(0, countUpTo(transitions, last));
  const latest = past.at(-1) ?? null;
  const state = stateAfter(transitions, last);
  const counts = new Map<string, number>();
  for (const way of past) counts.set(wayKey(way), (counts.get(wayKey(way)) ?? 0) + 1);
  const way = picked ?? latest;
  const goTo = (name: WayName) => {
    pick(name);
    const { last: seq } = wayStops(transitions, name, last);
    if (seq !== null) store.getState().seekToEvent(seq);
  };
  const about = machine.find(({ name }) => name === state)?.about ?? '';
  const view = { machine, counts, state, latest, picked: way, goTo };
  return (
    <div className="machine-view">
      <div>
        <StateNow state={state} latest={latest} />
        <MachineDrawing of={of} {...view} />
      </div>
      <div>
        <p className="about">
          <strong>{state}</strong>: {about}
        </p>
        {way ? <PickedWay way={way} machine={machine} transitions={transitions} /> : null}
        <MachineTable {...view} />
      </div>
    </div>
  );
}

interface StateNowProps {
  readonly state: string;
  readonly latest: Transition | null;
}

function StateNow({ state, latest }: StateNowProps) {
  const { trace } = useRun();
  const sinceUs = latest ? trace.atUs(latest.seq) : 0;
  const hundredths = usePlayground(({ cursor }) =>
    Math.max(0, Math.floor((cursor.atUs - sinceUs) / 10_000)),
  );
  return (
    <p className="state-now">
      <strong>{state}</strong> <span className="mono">for {inSeconds(hundredths * 10_000, 2)}</span>
    </p>
  );
}

interface PickedWayProps {
  readonly way: WayName;
  readonly machine: Machine;
  readonly transitions: readonly Transition[];
}

/** What leads along the way that was picked, or was taken last; and its events, one after the other. */
function PickedWay({ way, machine, transitions }: PickedWayProps) {
  const { trace } = useRun();
  const last = usePlayground(({ cursor }) => cursor.seq);
  const seen = usePlayground((state) => trace.lastAtOrBefore(activeRun(state).seenUs));
  const stops = wayStops(transitions, way, last, seen);
  const from = machine.find(({ name }) => name === way.from);
  const when = from?.ways.find(({ to }) => to === way.to)?.when ?? '';
  return (
    <section className="picked-way" aria-label={`${way.from} to ${way.to}`}>
      <p>
        <strong>
          {way.from} → {way.to}
        </strong>{' '}
        <span className="hint">{when}</span>
      </p>
      <WayButtons stops={stops} />
      <p className="hint">
        {stops.last === null
          ? 'It has not been taken up to this moment.'
          : `${inSeconds(trace.atUs(stops.last))}: ${describe(trace.event(stops.last), trace)}`}
      </p>
    </section>
  );
}

interface Jump {
  readonly to: keyof WayStops;
  readonly label: string;
  readonly icon: LucideIcon;
}

const jumps: readonly Jump[] = [
  { to: 'first', label: 'First time', icon: ChevronFirst },
  { to: 'before', label: 'Time before', icon: ChevronLeft },
  { to: 'last', label: 'Last time up to now', icon: ChevronLast },
  { to: 'after', label: 'Next time', icon: ChevronRight },
];

function WayButtons({ stops }: { stops: WayStops }) {
  const store = usePlaygroundStore();
  const atSeq = usePlayground(({ cursor }) => cursor.seq);
  return (
    <p className="way-buttons">
      {jumps.map(({ to, label, icon: Icon }) => {
        const seq = stops[to];
        const isOff = seq === null || seq === atSeq;
        return (
          <button
            key={to}
            type="button"
            title={label}
            aria-label={label}
            aria-disabled={isOff}
            onClick={() => {
              if (!isOff) store.getState().seekToEvent(seq);
            }}
          >
            <Icon size={15} aria-hidden />
          </button>
        );
      })}
      {stops.last === null ? null : (
        <button
          type="button"
          className="plain"
          onClick={() => {
            if (stops.last !== null) store.getState().select({ kind: 'event', seq: stops.last });
          }}
        >
          open the event
        </button>
      )}
    </p>
  );
}
