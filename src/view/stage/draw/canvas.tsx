/**
 * The canvas above the cards: rings and messages, drawn in every frame in which the world, the time
 * or the selection changed. It takes no pointer events; the stage asks messages.ts what was hit.
 */
import { currentWorld } from '../../../store/playground.ts';
import type { Playground } from '../../../store/playground.ts';
import { usePlaygroundStore, useTheme } from '../../context.tsx';
import { useDrawnCanvas } from '../../drawn-canvas.ts';
import { hueOf } from '../../hues.ts';
import type { Theme } from '../../hues.ts';
import { readInks } from '../../ink.ts';
import type { Inks } from '../../ink.ts';
import { litAlpha, litKey, litNow } from '../../lit.ts';
import { wantsCalm } from '../../preferences.ts';
import { badgeBoxes } from '../badges.ts';
import { drawCell } from './draw-cells.ts';
import { drawFlights } from './draw-flights.ts';
import { drawLags } from './draw-lags.ts';
import { drawLeases } from './draw-leases.ts';
import { drawMessages } from './draw-messages.ts';
import { drawRings } from './draw-rings.ts';
import { flightsNow } from './flights-now.ts';
import { lostPlaces, messagePlaces } from './messages.ts';
import { indexTimers, ringsOf } from './rings.ts';
import { sceneOf } from '../scene.ts';
import type { Scene } from '../scene.ts';
import { consumerView } from '../views.ts';

interface CanvasProps {
  readonly width: number;
  readonly height: number;
  /** The height that the layout was asked to fill. */
  readonly stageHeight: number;
  readonly closer: boolean;
}

export function StageCanvas({ width, height, stageHeight, closer }: CanvasProps) {
  const store = usePlaygroundStore();
  const theme = useTheme();
  const keyOf = () => {
    const { cursor, runId, selection, playing, group } = store.getState();
    const calm = wantsCalm();
    const size = [stageHeight, closer];
    return JSON.stringify([runId, cursor, selection, playing, group, size, calm, litKey()]);
  };
  const canvas = useDrawnCanvas({ width, height }, keyOf, readInks, (context, inks) => {
    const state = store.getState();
    const scene = sceneOf(currentWorld(state), state.group, width, stageHeight, closer);
    draw(context, { state, scene, inks, theme });
  });
  return <canvas ref={canvas} className="stage-canvas" style={{ width, height }} aria-hidden />;
}

interface Picture {
  readonly state: Playground;
  readonly scene: Scene;
  readonly inks: Inks;
  readonly theme: Theme;
}

function draw(context: CanvasRenderingContext2D, picture: Picture): void {
  const { state, scene, inks } = picture;
  drawLeases(context, currentWorld(state), scene.layout, inks, state.cursor.atUs);
  drawConsumers(context, picture);
  drawTraffic(context, picture);
  drawTiles(context, picture);
}

function drawConsumers(context: CanvasRenderingContext2D, picture: Picture): void {
  const { state, scene, inks, theme } = picture;
  const { cursor, group, selection } = state;
  const { density, consumers } = scene.layout;
  const world = currentWorld(state);
  const index = indexTimers(world);
  const lit = selection?.kind === 'process' ? selection.process : null;
  const chain = litNow(state);
  for (const [name, place] of consumers) {
    const process = world.processes.get(name);
    if (!process?.consumer) continue;
    const hue = hueOf(process.slot, theme);
    context.globalAlpha = litAlpha(chain?.processes.has(name) ?? true);
    if (density === 'cell') {
      const view = consumerView(world, group, process);
      drawCell(context, place, view, { inks, hue, lit: lit === name });
    }
    // One that was refused for good has no timer, and needs the room for its reason.
    if (process.consumer.failure) continue;
    const rings = ringsOf(world, index, group, process, cursor.atUs);
    drawRings({ context, inks, density }, place, rings, hue);
  }
  context.globalAlpha = 1;
}

function drawTraffic(context: CanvasRenderingContext2D, { state, scene, inks }: Picture): void {
  const { group, selection, playing, cursor } = state;
  const { layout } = scene;
  const world = currentWorld(state);
  const style = {
    inks,
    chain: litNow(state)?.messages ?? null,
    selected: selection?.kind === 'message' ? selection.message : null,
    labelled: !playing,
    generation: world.groups.get(group)?.generation ?? -1,
    obstacles: [
      layout.groupBar,
      ...layout.otherGroups.values(),
      ...(layout.zooKeeper ? [layout.zooKeeper.box] : []),
      ...layout.brokers.values(),
      ...[...layout.consumers.values()].map(({ box }) => box),
      ...badgeBoxes(scene),
    ],
    width: layout.width,
  };
  const places = messagePlaces(world, scene, cursor.atUs);
  const lost = lostPlaces(world, scene, cursor.atUs);
  drawMessages(context, places, lost, style, cursor.atUs);
}

function drawTiles(context: CanvasRenderingContext2D, picture: Picture): void {
  const { state, scene, inks, theme } = picture;
  const { group, playing, cursor } = state;
  const { layout } = scene;
  const { density } = layout;
  const world = currentWorld(state);
  const flights = flightsNow(state);
  const shown = world.groups.get(group);
  const tiled = density === 'full' || density === 'compact';
  const chain = litNow(state)?.partitions ?? null;
  const lags = { world, layout, inks, atUs: cursor.atUs, flights, chain };
  if (shown && tiled) drawLags(context, { ...lags, group: shown });
  const trails = !playing;
  drawFlights(context, [...flights.values()], { world, group, layout, inks, theme, trails, chain });
}
