/**
 * Region: stage. Brokers on top, consumers below in fixed slots, lines and messages between them,
 * the shelf and the caption under them. Everything shown is a function of the world at the cursor,
 * the time and the selection.
 */
import { Plus } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { MouseEvent, RefObject } from 'react';
import { useStore } from 'zustand';
import { activeRun, currentWorld } from '../../store/playground.ts';
import type { World } from '../../trace/world.ts';
import { usePlayground, usePlaygroundStore, useWorld } from '../context.tsx';
import { StageHand } from '../hand/stage-hand.tsx';
import { ThingMenu } from '../hand/thing-menu.tsx';
import { onDemand } from '../on-demand.tsx';
import { pageMode, toggleStageTable } from '../page-mode.ts';
import { TopicForm } from '../topics/topic-form.tsx';
import { BrokerCard, ZooKeeperCard } from './broker-card.tsx';
import { brokerView } from './broker-views.ts';
import { StageCanvas } from './draw/canvas.tsx';
import { CaptionLine } from './captions/caption-line.tsx';
import { ConsumerCard } from './consumer-card.tsx';
import type { Box } from './places/geometry.ts';
import { GroupBar } from './group-bar.tsx';
import { OtherGroups } from './other-groups.tsx';
import { Legend } from './legend.tsx';
import { LineBadges, Lines } from './lines.tsx';
import { canBeCloser } from './places/grid.ts';
import { messageAt, messagePlaces } from './draw/messages.ts';
import { pointIn } from './places/point-in.ts';
import type { StageLayout } from './places/layout.ts';
import { hitTest, sceneOf } from './scene.ts';
import type { Scene } from './scene.ts';
import { Shelf } from './shelf.tsx';
import { StageSkeleton } from './stage-skeleton.tsx';
import './stage.css';
import './cards.css';
import './tiles.css';
import type { Size } from './use-tool.ts';
import { applyTool, sizeOf, usePick } from './use-tool.ts';
import { consumerView, shelfView, zooKeeperLine } from './views.ts';
import { messageTitle } from '../words/messages.ts';

const StageTable = onDemand(async () => (await import('./table/stage-table.tsx')).StageTable);

function useSize(): [RefObject<HTMLElement | null>, Size] {
  const element = useRef<HTMLElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const observed = element.current;
    if (!observed) return undefined;
    const measure = () => {
      const { width, height } = sizeOf(observed);
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}

interface StageProps {
  readonly label?: string;
  /** A part of the page beside others, instead of its main one. */
  readonly as?: 'main' | 'section';
  /** It shows the run beside the one that is acted on: things on it can be chosen and no more. */
  readonly isSecond?: boolean;
}

export function Stage({ label = 'Stage', as: Element = 'main', isSecond = false }: StageProps) {
  const [element, size] = useSize();
  const begun = usePlayground((state) => activeRun(state).trace.length > 0);
  const Ground = begun ? StageGround : StageSkeleton;
  return (
    <Element
      className="stage"
      aria-label={label}
      data-second={isSecond ? '' : undefined}
      ref={element}
    >
      {size.width > 0 ? <Ground {...size} isSecond={isSecond} /> : null}
      {isSecond ? null : <TopicForm />}
      {isSecond ? null : <ThingMenu />}
    </Element>
  );
}

function pointOf({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) {
  return pointIn(currentTarget, clientX, clientY);
}

function StageGround({ width, height, isSecond }: Size & { isSecond: boolean }) {
  const world = useWorld();
  const store = usePlaygroundStore();
  const group = usePlayground((state) => state.group);
  const tool = usePlayground((state) => state.tool);
  const pick = usePick();
  const asTable = useStore(pageMode, (state) => state.stageAsTable);
  const [legend, setLegend] = useState(false);
  const closer = useStore(pageMode, (state) => state.closer);
  const scene = sceneOf(world, group, width, height, closer);
  const { layout } = scene;
  const messageUnder = (event: MouseEvent<HTMLElement>) => {
    const state = store.getState();
    return messageAt(messagePlaces(currentWorld(state), scene, state.cursor.atUs), pointOf(event));
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    // Cards, tiles and remedies are buttons and answer for themselves.
    const own = 'button, select, table, .stage-table';
    if (event.target instanceof Element && event.target.closest(own)) return;
    const hit = tool === null ? messageUnder(event) : null;
    if (hit) store.getState().select({ kind: 'message', message: hit.message.message });
    else {
      const { x, y } = pointOf(event);
      pick(hitTest(scene, x, y));
    }
  };
  const cells = layout.density === 'cell' && !asTable;
  const cellUnder = (event: MouseEvent<HTMLElement>) => {
    const { x, y } = pointOf(event);
    const hit = cells ? hitTest(scene, x, y) : null;
    const process = hit?.kind === 'process' ? world.processes.get(hit.process) : undefined;
    return process?.consumer ? consumerView(world, group, process) : null;
  };
  const onMouseMove = (event: MouseEvent<HTMLElement>) => {
    const ground = event.currentTarget;
    const message = tool === null && !asTable ? messageUnder(event) : null;
    const cell = message || asTable ? null : cellUnder(event);
    ground.classList.toggle('over-message', message !== null || cell !== null);
    ground.title = message ? messageTitle(message.message) : (cell?.fullName ?? '');
  };
  return (
    // The keyboard's way to everything here is the cards, the lines and the table.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className={`stage-ground${tool === null ? '' : ' with-tool'}`}
      style={{ height: layout.height }}
      onClick={onClick}
      onMouseMove={onMouseMove}
    >
      {asTable ? (
        <StageTable world={world} group={group} box={tableBox(layout)} />
      ) : (
        <Drawn world={world} scene={scene} group={group} />
      )}
      <Shelf view={shelfView(world, group)} layout={layout} />
      <CaptionLine box={layout.caption} />
      {asTable ? null : (
        <StageCanvas width={width} height={layout.height} stageHeight={height} closer={closer} />
      )}
      <GroupBar
        group={world.groups.get(group)}
        box={layout.groupBar}
        hidden={world.groups.size - 1 - layout.otherGroups.size}
        closer={!asTable && canBeCloser(layout.consumers.size) ? closer : null}
        asTable={asTable}
        onTable={toggleStageTable}
        onLegend={() => setLegend(true)}
      />
      <OtherGroups world={world} layout={layout} />
      {asTable || isSecond ? null : <StageHand scene={scene} />}
      <Legend open={legend} onClose={() => setLegend(false)} />
    </div>
  );
}

interface PartProps {
  readonly world: World;
  readonly scene: Scene;
  readonly group: string;
}

/** The stage as it is meant: cards, and the lines between them. */
function Drawn(part: PartProps) {
  const { scene } = part;
  return (
    <>
      <Lines scene={scene} />
      <Backstage {...part} />
      <Consumers {...part} />
      <LineBadges scene={scene} />
    </>
  );
}

/** Between the groups and the shelf. */
function tableBox({ groupBar, otherGroups, shelf, width }: StageLayout): Box {
  const x = shelf.x;
  const above = [groupBar, ...otherGroups.values()].map((box) => box.y + box.height);
  const y = Math.max(...above) + x;
  return { x, y, width: width - 2 * x, height: shelf.y - shelf.x - y };
}

function Backstage({ world, scene: { layout }, group }: PartProps) {
  const shown = world.groups.get(group);
  const crowned = shown?.coordinated ? shown.coordinator : null;
  return (
    <>
      {layout.zooKeeper ? (
        <ZooKeeperCard {...layout.zooKeeper} line={zooKeeperLine(shown)} />
      ) : null}
      {[...layout.brokers].map(([name, box]) => {
        const process = world.processes.get(name);
        return process ? (
          <BrokerCard
            key={name}
            view={brokerView(world, group, process)}
            box={box}
            crowned={crowned === name}
          />
        ) : null;
      })}
    </>
  );
}

function Consumers({ world, scene: { layout }, group }: PartProps) {
  // Cells are drawn; the table says the same in words.
  if (layout.density === 'cell') return null;
  return (
    <>
      {[...layout.consumers].map(([name, place]) => {
        const process = world.processes.get(name);
        return process?.consumer ? (
          <ConsumerCard
            key={name}
            view={consumerView(world, group, process)}
            place={place}
            density={layout.density}
          />
        ) : null;
      })}
      {layout.freeSlot ? <FreeSlot box={layout.freeSlot} /> : null}
    </>
  );
}

/** The next place on the stage: a click starts a consumer there. */
function FreeSlot({ box }: { box: Box }) {
  const store = usePlaygroundStore();
  return (
    <button
      type="button"
      className="free-slot"
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
      onClick={() => applyTool(store, store.getState().tool ?? 'consumer', { kind: 'stage' })}
    >
      <Plus size={18} aria-hidden />
      new consumer
    </button>
  );
}
