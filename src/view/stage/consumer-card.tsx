/**
 * A consumer on the stage: name, hue, generation, state, one line of detail, its partitions, and
 * what can be done with it now. The rings are drawn on the canvas above it.
 */
import { memo } from 'react';
import type { CSSProperties } from 'react';
import type { Remedy } from '../../store/selection.ts';
import { activeRun, currentWorld } from '../../store/playground.ts';
import { processTarget } from '../../store/selection.ts';
import { usePlayground, usePlaygroundStore, useTheme } from '../context.tsx';
import { hueOf, inkOn } from '../hues.ts';
import { useDimmed } from '../use-dimmed.ts';
import { cardTiles } from './card-tiles.ts';
import { consumerDetail, toldDetail } from './details.ts';
import { flightsNow } from './draw/flights-now.ts';
import { ConditionIcon, remedyIcons } from './icons.tsx';
import type { ConsumerPlace, Density } from './places/layout.ts';
import { ChipText } from './chip-text.tsx';
import { LiveText } from './live-text.tsx';
import { Tiles } from './tiles.tsx';
import { applyTool, focusCard, useAllowed, usePick } from './use-tool.ts';
import type { ConsumerView } from './views.ts';
import { Breakable } from '../words/breakable.tsx';

interface ConsumerCardProps {
  readonly view: ConsumerView;
  readonly place: ConsumerPlace;
  readonly density: Density;
}

export const ConsumerCard = memo(ConsumerCardNow, sameCard);

/** Views are made anew at every event; a card is drawn again only when its own differs. */
function sameCard(a: ConsumerCardProps, b: ConsumerCardProps): boolean {
  return (
    a.place === b.place &&
    a.density === b.density &&
    JSON.stringify(a.view) === JSON.stringify(b.view)
  );
}

function ConsumerCardNow({ view, place, density }: ConsumerCardProps) {
  const { name, condition } = view;
  const theme = useTheme();
  const target = processTarget(name);
  const allowed = useAllowed(target);
  const lit = useLit(name);
  const touched = useTouched(name);
  const dimmed = useCardDimmed(name);
  const style: CSSProperties & Record<`--${string}`, string> = {
    left: place.box.x,
    top: place.box.y,
    width: place.box.width,
    height: place.box.height,
    '--state-left': `${place.ring.x - place.box.x + place.ringRadius + 8}px`,
    '--hue': hueOf(view.slot, theme),
    '--hue-ink': inkOn[theme],
  };
  const classes = ['process-card', 'consumer-card', density, condition.outline];
  if (view.failure) classes.push('failed');
  return (
    <div
      className={`${classes.join(' ')}${lit ? ' lit' : ''}${touched ? ' touched' : ''}${dimmed}`}
      data-process={name}
      data-tone={condition.tone}
      data-allowed={allowed}
      style={style}
    >
      <CardFace name={name} label={view.fullName} lit={lit} />
      <span className="hue-bar" />
      <RingGlyph view={view} place={place} density={density} />
      {density === 'chip' ? (
        <ChipText view={view} place={place} />
      ) : (
        <CardText view={view} density={density} />
      )}
      {view.failure && density === 'full' ? (
        <span aria-hidden className="failure" title={`${view.failure.error}: ${view.failure.text}`}>
          <b>
            <Breakable text={view.failure.error} />
          </b>
          : {view.failure.text}
        </span>
      ) : null}
      {density === 'chip' || (view.failure && density === 'full') ? null : (
        <OwnedTiles view={view} place={place} density={density} />
      )}
      {view.remedy ? (
        <RemedyButton process={name} remedy={view.remedy} small={density !== 'full'} />
      ) : null}
    </div>
  );
}

/** The selected event is its own, or the selected message comes from it or goes to it. */
export function useTouched(process: string): boolean {
  return usePlayground((state) => {
    const { selection } = state;
    if (selection?.kind === 'event') {
      const { trace } = activeRun(state);
      return selection.seq < trace.length && trace.process(selection.seq) === process;
    }
    if (selection?.kind !== 'message') return false;
    const message = currentWorld(state).messages.get(selection.message);
    return message?.from === process || message?.to === process;
  });
}

export function useLit(process: string): boolean {
  return usePlayground(
    ({ selection }) => selection?.kind === 'process' && selection.process === process,
  );
}

/** The class of a card that the light does not fall on. */
export function useCardDimmed(process: string): '' | ' dimmed' {
  return useDimmed(({ processes }) => processes.has(process)) ? ' dimmed' : '';
}

interface CardFaceProps {
  readonly name: string;
  readonly label: string;
  readonly lit: boolean;
}

/**
 * The card as a button: it lies under the tiles and remedies, which are buttons of their own. Its name
 * says what is written on it, which is hidden from screen readers: they would meet each card twice.
 */
export function CardFace({ name, label, lit }: CardFaceProps) {
  const pick = usePick();
  return (
    <button
      type="button"
      className="card-face"
      aria-label={label}
      aria-pressed={lit}
      onClick={() => pick(processTarget(name))}
    />
  );
}

function RingGlyph({ view, place, density }: ConsumerCardProps) {
  const left = place.ring.x - place.box.x;
  const top = place.ring.y - place.box.y;
  return (
    <span className={`glyph ${view.condition.tone}`} style={{ left, top }}>
      <ConditionIcon name={view.condition.icon} size={density === 'full' ? 14 : 11} />
    </span>
  );
}

function Generation({ view }: { view: ConsumerView }) {
  const { generation, stale } = view;
  const text = generation < 0 ? 'g–' : `g${generation}`;
  const title =
    generation < 0 ? 'no generation yet' : `generation ${generation}${stale ? ', stale' : ''}`;
  return (
    <span className={`generation${stale ? ' stale' : ''}`} title={title}>
      {text}
    </span>
  );
}

function CardText({ view, density }: { view: ConsumerView; density: Density }) {
  const { name, condition } = view;
  const detail = (
    <LiveText
      className="detail"
      text={(world, atUs) => {
        const process = world.processes.get(name);
        return process ? consumerDetail(world, process, atUs) : '';
      }}
    />
  );
  return (
    <>
      <span aria-hidden className="heading">
        <strong title={name}>{name}</strong>
        {condition.outline === 'dotted' ? null : <Generation view={view} />}
      </span>
      <span aria-hidden className="state" title={view.failure?.text}>
        <span className={`word ${condition.tone}`}>{condition.word}</span>
        {density === 'full' ? detail : null}
        {density === 'full' ? (
          <LiveText
            className="told"
            text={(world, atUs) => {
              const process = world.processes.get(name);
              return process ? toldDetail(process, atUs) : '';
            }}
          />
        ) : null}
      </span>
    </>
  );
}

function OwnedTiles({ view, place, density }: ConsumerCardProps) {
  const { box, tiles: area } = place;
  const start = { left: area.x - box.x, top: area.y - box.y };
  const placed = cardTiles(view, place, density);
  // A note comes when the tiles have gone.
  const leaving = usePlayground((state) =>
    [...flightsNow(state).values()].some(({ from }) => from === view.name),
  );
  const note = density === 'full' ? view.note : (view.note.split(' yet')[0] ?? '');
  if (!placed) {
    return (
      <span
        aria-hidden
        className={`card-note${leaving ? ' leaving' : ''}`}
        style={start}
        title={note}
      >
        {note}
      </span>
    );
  }
  const { packed, noted } = placed;
  const boxes = new Map(
    view.tiles.flatMap(({ key }, index) => {
      const tileBox = packed.boxes[index];
      return tileBox ? [[key, tileBox] as const] : [];
    }),
  );
  return (
    <>
      {noted ? (
        <span aria-hidden className={`card-note ${view.condition.tone}`} style={start}>
          {view.note}
        </span>
      ) : null}
      <Tiles
        owner={view.name}
        tiles={view.tiles}
        boxes={boxes}
        more={packed.more}
        left={placed.area.x - box.x}
        top={placed.area.y - box.y}
      />
    </>
  );
}

export const remedyWords: Readonly<Record<Remedy, string>> = {
  thaw: 'Thaw',
  restart: 'Restart',
  'restore-link': 'Restore',
  'usual-speed': 'Usual speed',
};

interface RemedyButtonProps {
  readonly process: string;
  readonly remedy: Remedy;
  readonly small: boolean;
}

/** What can be done with a process now, on the process itself. */
export function RemedyButton({ process, remedy, small }: RemedyButtonProps) {
  const store = usePlaygroundStore();
  const word = remedyWords[remedy];
  const Icon = remedyIcons[remedy === 'thaw' ? 'thaw' : 'restart'];
  return (
    <button
      type="button"
      className={`remedy${small ? ' small' : ''}`}
      aria-label={`${word} ${process}`}
      title={`${word} ${process}`}
      onClick={() => {
        applyTool(store, remedy, processTarget(process));
        focusCard(process);
      }}
    >
      <Icon size={13} aria-hidden />
      {small ? null : word}
    </button>
  );
}
