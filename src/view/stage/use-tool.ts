/**
 * What a click or Enter on the stage does: with a tool in hand it applies the tool, else it selects.
 * The same functions answer a drop from the palette.
 */
import { activeRun, currentWorld } from '../../store/playground.ts';
import type { Playground, PlaygroundStore } from '../../store/playground.ts';
import { proposal } from '../../store/actions.ts';
import type { Proposal, Situation } from '../../store/actions.ts';
import type { Remedy, Selection, Target, Tool } from '../../store/selection.ts';
import { linkKey } from '../../trace/world.ts';
import type { LinkWorld, World } from '../../trace/world.ts';
import { usePlayground, usePlaygroundStore } from '../context.tsx';
import { pointIn } from './places/point-in.ts';
import { pageMode } from '../page-mode.ts';
import { hitTest, sceneOf } from './scene.ts';

/** Tools that act on a line. */
const lineTools: readonly (Tool | Remedy)[] = ['cut-link', 'slow-link', 'restore-link'];

function isLineTool(tool: Tool | Remedy | null): boolean {
  return tool !== null && lineTools.includes(tool);
}

/** Lines are chosen with it: line tools, and what corrupts a message that is to pass one. */
export function isForLines(tool: Tool | null): boolean {
  return isLineTool(tool) || tool === 'corrupt-message';
}

/** A line tool on a process means its one line, where it has exactly one that it could mean. */
export function meantBy(tool: Tool | Remedy, target: Target, world: World): Target {
  if (target.kind !== 'process' || !isLineTool(tool)) return target;
  const { process } = target;
  const lines =
    tool === 'restore-link' ? cutLinesOf(world, process) : connectedLinesOf(world, process);
  const [only, ...others] = lines;
  return only && others.length === 0 ? { kind: 'link', peers: only.peers } : target;
}

function cutLinesOf(world: World, process: string): LinkWorld[] {
  return [...world.links.values()].filter(({ cut, peers }) => cut && peers.includes(process));
}

/** Of a consumer, which talks to one broker at a time; whom a broker means nobody can say. */
function connectedLinesOf(world: World, process: string): LinkWorld[] {
  if (world.processes.get(process)?.role !== 'consumer') return [];
  const lines = new Set<LinkWorld>();
  for (const { opener, peer, openAt } of world.connections.values()) {
    const link = world.links.get(linkKey(opener, peer));
    if (link && opener === process && openAt.size > 0) lines.add(link);
  }
  return [...lines];
}

/** What the tool would do there now. */
export function proposalAt(state: Playground, tool: Tool | Remedy, target: Target): Proposal {
  const situation = situationOf(state);
  return proposal(tool, meantBy(tool, target, situation.world), situation);
}

export function situationOf(state: Playground): Situation {
  const { experiment } = activeRun(state);
  return { world: currentWorld(state), experiment, group: state.group, from: state.toolFrom };
}

/** Carries the tool out, or says why it cannot. */
export function applyTool(store: PlaygroundStore, tool: Tool | Remedy, target: Target): void {
  const state = store.getState();
  const proposed = proposalAt(state, tool, target);
  if (!proposed.ok) return state.say({ tone: 'error', text: proposed.why });
  const { action } = proposed;
  if (action === null) return state.pickTool(tool as Tool, proposed.from);
  // Name, size and rate are a person's to say.
  if (action.do === 'create-topic') state.draftTopic(action.topic);
  else state.act(action);
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size that the layout fills; on a phone, where the page scrolls, the height is a set one. */
export function sizeOf(stage: HTMLElement): Size {
  const set = Number(getComputedStyle(stage).getPropertyValue('--stage-height'));
  return { width: stage.clientWidth, height: set > 0 ? set : stage.clientHeight };
}

/** The stage as it is at this moment, and a point of the window on it; null while there is none. */
export function onStage(store: PlaygroundStore, clientX: number, clientY: number) {
  // Of two stages side by side the one that is acted on.
  const view = document.querySelector<HTMLElement>('.stage:not([data-second])');
  const ground = view?.querySelector<HTMLElement>('.stage-ground');
  if (!ground || !view) return null;
  const state = store.getState();
  const world = currentWorld(state);
  const { width, height } = sizeOf(view);
  const scene = sceneOf(world, state.group, width, height, pageMode.getState().closer);
  return { view, world, scene, point: pointIn(ground, clientX, clientY) };
}

/** What lies under a point of the window; null where that is not the stage. */
export function stageTargetAt(store: PlaygroundStore, clientX: number, clientY: number) {
  const there = onStage(store, clientX, clientY);
  if (!there) return null;
  const { view, scene, point } = there;
  const seen = view.getBoundingClientRect();
  const outside =
    clientX < seen.left || clientX > seen.right || clientY < seen.top || clientY > seen.bottom;
  return outside ? null : hitTest(scene, point.x, point.y);
}

/** Where the focus goes from a mark that its own use takes away. */
export function focusCard(process: string): void {
  const selector = `.stage:not([data-second]) [data-process="${CSS.escape(process)}"] :is(.card-face, .row-face)`;
  document.querySelector<HTMLElement>(selector)?.focus();
}

function selectionFor(target: Target): Selection | null {
  return target.kind === 'stage' ? null : target;
}

/** The handler of every thing on the stage that can be picked. */
export function usePick(): (target: Target) => void {
  const store = usePlaygroundStore();
  return (target) => {
    const state = store.getState();
    if (state.tool) applyTool(store, state.tool, target);
    else state.select(selectionFor(target));
  };
}

/** `yes` or `no` while a tool is in hand: may it be used there? */
export function useAllowed(target: Target): 'yes' | 'no' | undefined {
  return usePlayground((state) => {
    if (state.tool === null) return undefined;
    if (proposalAt(state, state.tool, target).ok) return 'yes';
    // A tool for lines leaves the cards as they are: only lines are meant.
    return isLineTool(state.tool) && target.kind === 'process' ? undefined : 'no';
  });
}
