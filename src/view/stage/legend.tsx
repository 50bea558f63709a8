/**
 * The legend: every mark of the stage with the sentence that it stands for, drawn from the tables
 * that the stage itself uses. `LegendContents` alone is for the help dialog.
 */
import { Crown, Gavel, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useFocusBack } from '../hand/use-focus-back.ts';
import { ConditionIcon } from './icons.tsx';
import { corners, crack } from './marks.ts';
import type { IconName, ShapeName, Tone } from './marks.ts';
import './legend.css';
import './tiles.css';

interface LegendProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function Legend({ open, onClose }: LegendProps) {
  const close = useRef<HTMLButtonElement>(null);
  const section = useRef<HTMLElement>(null);
  useFocusBack(section, open, '[aria-label="Legend"]');
  useEffect(() => {
    if (!open) return undefined;
    close.current?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      onClose();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open, onClose]);
  if (!open) return null;
  return (
    <section ref={section} className="legend" aria-label="Legend">
      <header>
        <h2>What the marks mean</h2>
        <button
          ref={close}
          type="button"
          className="plain icon"
          aria-label="Close the legend"
          onClick={onClose}
        >
          <X size={16} aria-hidden />
        </button>
      </header>
      <LegendContents />
    </section>
  );
}

export function LegendContents() {
  return (
    <div className="legend-contents">
      <LegendPart title="Timers">
        <Mark sample={<RingSample kind="outer" />}>
          The coordinator’s timer for a member, a segment a heartbeat. Empty: the member is dead
          (HB-3).
        </Mark>
        <Mark sample={<RingSample kind="inner" />}>
          Its own heartbeat timer, in its own colour. It stands still, grey, while it is frozen.
        </Mark>
        <Mark sample={<RingSample kind="parked" />}>
          Its registration is parked: it is not declared dead meanwhile (HB-7).
        </Mark>
        <Mark sample={<RingSample kind="none" />}>The coordinator runs no timer for it.</Mark>
        <Mark sample={<RingSample kind="socket" />}>
          Where its connection leaves the card: its timer for the coordinator (HB-4).
        </Mark>
      </LegendPart>
      <BrokerMarks />
      <LegendPart title="Messages">
        <Mark sample={<ShapeSample shape="dot" />}>heartbeat</Mark>
        <Mark sample={<ShapeSample shape="diamond" />}>registration</Mark>
        <Mark sample={<ShapeSample shape="triangle" />}>
          metadata: who coordinates, which topics
        </Mark>
        <Mark sample={<ShapeSample shape="square" />}>offsets: commit and fetch</Mark>
        <Mark sample={<ShapeSample shape="hexagon" />}>ZooKeeper and the controller, dimmed</Mark>
        <Mark
          sample={
            <>
              <ShapeSample shape="diamond" />
              <ShapeSample shape="diamond" hollow />
            </>
          }
        >
          filled: request; hollow: response
        </Mark>
        <Mark sample={<ShapeSample shape="dot" hollow refusal />}>
          refused, with the name of the error
        </Mark>
        <Mark sample={<ShapeSample shape="dot" damaged />}>
          damaged on the way: its receiver cannot read it
        </Mark>
        <Mark sample={<Cross />}>lost here</Mark>
        <Mark sample={<b className="legend-number">g7</b>}>
          the generation it was sent under; “g6 stale” where the record is further
        </Mark>
      </LegendPart>
      <PartitionMarks />
      <LegendPart title="States">
        <State icon="search" tone="note" word="Discovering">
          asks brokers who coordinates its group
        </State>
        <State icon="pencil" tone="warn" word="Registering">
          sent its registration and waits; reads nothing
        </State>
        <State icon="heart" tone="good" word="Part of group">
          has an id and a generation, beats and reads
        </State>
        <State icon="retry" tone="note" word="Rediscovering">
          lost its coordinator, goes on reading
        </State>
        <State icon="freeze" tone="bad" word="Frozen">
          does nothing, its connections stay open
        </State>
        <State icon="kill" tone="bad" word="Killed">
          ended at once, its connections are reset
        </State>
        <State icon="power-off" tone="bad" word="No power">
          ended at once, nothing tells the others
        </State>
        <State icon="stop" tone="calm" word="Stopped">
          ended in good order
        </State>
        <State icon="load" tone="note" word="Loading">
          a new coordinator reads its groups; until then it refuses everybody (COORD-5)
        </State>
        <State icon="lease" tone="warn" word="Deposed">
          acts for a group that another broker has by now, and does not know it (COORD-7)
        </State>
        <State icon="lease" tone="bad" word="Lease over">
          ZooKeeper has not answered it for too long: it gave its groups up (COORD-8)
        </State>
        <State icon="refused" tone="bad" word="Refused">
          a fatal refusal: it stopped and says why
        </State>
      </LegendPart>
      <LegendPart title="Lines">
        <Mark sample={<LineSample kind="open" />}>a connection that both ends know as open</Mark>
        <Mark sample={<LineSample kind="half-open" />}>only one end does: opening or closing</Mark>
        <Mark sample={<LineSample kind="cut" />}>cut: nothing passes, what is sent waits</Mark>
        <Mark sample={<LineSample kind="slowed" />}>slowed: other latency than the network’s</Mark>
      </LegendPart>
    </div>
  );
}

function PartitionMarks() {
  return (
    <LegendPart title="Partitions">
      <Mark
        sample={
          <span className="small-tiles">
            <span className="small-tile recorded believed" />
            <span className="small-tile recorded" />
          </span>
        }
      >
        on a small card: a square each, filled where it is read
      </Mark>
      <Mark sample={<span className="tile recorded believed">o2</span>}>
        recorded by the coordinator, and read here
      </Mark>
      <Mark sample={<span className="tile recorded">o2</span>}>
        recorded for it, not read (given up, or not yet begun)
      </Mark>
      <Mark sample={<span className="tile believed">o2</span>}>
        it believes that it owns it; the record says otherwise
      </Mark>
      <Mark sample={<span className="tile recorded believed hatched">o2</span>}>
        on the card of one that does not run: nobody reads it, and nobody knows
      </Mark>
      <Mark sample={<span className="tile">o2</span>}>on the shelf: nobody reads it</Mark>
      <Mark sample={<BarSample tone="heart" />}>
        the bar under a tile: how many records have come in and are not committed (OFF-2)
      </Mark>
    </LegendPart>
  );
}

function BrokerMarks() {
  return (
    <LegendPart title="Brokers">
      <Mark
        sample={
          <span className="crown">
            <Crown size={16} fill="currentColor" />
          </span>
        }
      >
        coordinator of a group; the outline is that of the group on the stage
      </Mark>
      <Mark sample={<Gavel size={15} />}>controller: it elects the coordinators</Mark>
      <Mark sample={<BarSample tone="warn" />}>
        what is left of its lease, while ZooKeeper does not answer it (COORD-8)
      </Mark>
    </LegendPart>
  );
}

function LegendPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

function Mark({ sample, children }: { sample: ReactNode; children: ReactNode }) {
  return (
    <li>
      <span className="sample" aria-hidden>
        {sample}
      </span>
      <span>{children}</span>
    </li>
  );
}

interface StateProps {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly word: string;
  readonly children: ReactNode;
}

function State({ icon, tone, word, children }: StateProps) {
  return (
    <li>
      <span className={`sample glyph-sample ${tone}`} aria-hidden>
        <ConditionIcon name={icon} size={15} />
      </span>
      <span>
        <b className={tone}>{word}</b> {children}
      </span>
    </li>
  );
}

interface ShapeSampleProps {
  readonly shape: ShapeName;
  readonly hollow?: boolean;
  readonly refusal?: boolean;
  readonly damaged?: boolean;
}

function ShapeSample({ shape, hollow, refusal, damaged }: ShapeSampleProps) {
  const className = `shape ${refusal ? 'refusal' : shape}${hollow ? ' hollow' : ''}`;
  return (
    <svg className={className} width="20" height="20" viewBox="-10 -10 20 20">
      {shape === 'dot' ? (
        <circle r="6" />
      ) : (
        <polygon points={corners[shape].map(([x, y]) => `${x * 6},${y * 6}`).join(' ')} />
      )}
      {damaged ? <polyline className="crack" points={crack.join(' ')} /> : null}
    </svg>
  );
}

function Cross() {
  return (
    <svg className="shape cross" width="20" height="20" viewBox="-10 -10 20 20">
      <path d="M-5 -5L5 5M5 -5L-5 5" />
    </svg>
  );
}

function RingSample({ kind }: { kind: 'outer' | 'inner' | 'parked' | 'none' | 'socket' }) {
  return (
    <svg className={`ring-sample ${kind}`} width="34" height="34" viewBox="-17 -17 34 34">
      {kind === 'socket' ? (
        <>
          <path className="card-edge" d="M-16 4H16" />
          <circle className="track" cy="4" r="5.5" />
          <path className="left" d="M0 -1.5A5.5 5.5 0 0 1 0 9.5" />
        </>
      ) : (
        <>
          <circle className="track" r="13" pathLength="99" />
          {kind === 'outer' ? <path className="left" d="M0 -13A13 13 0 0 1 0 13" /> : null}
          {kind === 'inner' ? <path className="left" d="M0 -7A7 7 0 0 1 0 7" /> : null}
        </>
      )}
    </svg>
  );
}

function BarSample({ tone }: { tone: 'heart' | 'warn' }) {
  return (
    <svg className={`bar-sample ${tone}`} width="34" height="6" viewBox="0 0 34 6">
      <rect className="track" width="34" height="4" />
      <rect className="left" width="13" height="4" />
    </svg>
  );
}

function LineSample({ kind }: { kind: 'open' | 'half-open' | 'cut' | 'slowed' }) {
  return (
    <svg width="44" height="12" viewBox="0 0 44 12">
      <g className={`line-path ${kind === 'cut' || kind === 'slowed' ? `open ${kind}` : kind}`}>
        <path className="stroke" d="M2 6H42" />
      </g>
    </svg>
  );
}
