/** What a pointer has hold of on the stage, as the elements say it. */
import type { PlaygroundStore } from '../../store/playground.ts';
import { messageAt, messagePlaces } from '../stage/draw/messages.ts';
import { onStage } from '../stage/use-tool.ts';
import type { Thing } from './hand.ts';

/** The card, tile or line that an element of the stage belongs to; null: none of them. */
export function thingOf(element: Element): Thing | null {
  const tile = element.closest<HTMLElement>('[data-partition]');
  if (tile) {
    const { topic = '', partition } = tile.dataset;
    return { kind: 'partition', topic, partition: Number(partition) };
  }
  const process = element.closest<HTMLElement>('[data-process]')?.dataset['process'];
  if (process !== undefined) return { kind: 'process', process };
  const link = element.closest<SVGElement>('[data-link]')?.dataset['link'];
  return link === undefined ? null : { kind: 'link', peers: peersIn(link) };
}

/** `data-link` names both ends; names of processes have no blanks. */
export function linkName([a, b]: readonly [string, string]): string {
  return `${a} ${b}`;
}

function peersIn(link: string): readonly [string, string] {
  const [a = '', b = ''] = link.split(' ');
  return [a, b];
}

/** What is meant by a press: a message before the line that it is on, a card before both. */
export function meantAt(store: PlaygroundStore, element: Element, x: number, y: number) {
  const thing = thingOf(element);
  if (thing?.kind === 'process' || thing?.kind === 'partition') return thing;
  const hit = messageUnder(store, x, y);
  return hit ? ({ kind: 'message', message: hit.message.message } as const) : thing;
}

/** The message under a point of the window; messages are drawn, and have no elements. */
function messageUnder(store: PlaygroundStore, clientX: number, clientY: number) {
  const there = onStage(store, clientX, clientY);
  if (!there) return null;
  const places = messagePlaces(there.world, there.scene, store.getState().cursor.atUs);
  return messageAt(places, there.point);
}
