/** How each message of the space-time view is drawn: as a line or as a tick, how strong, in which ink. */
import type { LaneMessage } from '../../../trace/queries/lane-messages.ts';
import type { Selection } from '../../../store/selection.ts';
import type { Ancestors } from '../../../trace/why/ancestors.ts';
import type { Inks } from '../../ink.ts';
import { litAlpha } from '../../lit.ts';
import { shapeInks } from '../../stage/draw/inks.ts';
import type { Line } from './scene.ts';

export interface Look {
  readonly selection: Selection | null;
  /** What a chain of causes touches; null: nothing is dimmed. */
  readonly lit: Ancestors | null;
  /** Heartbeats are lines like other messages. */
  readonly beatsAsLines: boolean;
}

export function inkOfLine({ message, shape }: Line): keyof Inks {
  return message.error === null ? shapeInks[shape] : 'bad';
}

export function isSelected({ message }: Line, { selection }: Look): boolean {
  return selection?.kind === 'message' && selection.message === message.message;
}

/** It goes over the link that is selected. */
function isOnLink({ from, to }: Line, { selection }: Look): boolean {
  if (selection?.kind !== 'link') return false;
  return [from, to].every(({ lane }) => selection.peers.includes(lane.process));
}

/** Something befell it that is seen only where it is drawn as a whole. */
function isUnusual({ end, holds, corruptedSeq }: LaneMessage): boolean {
  return end === 'dropped' || holds.length > 0 || corruptedSeq !== null;
}

/** It is drawn as a tick of the comb, or, as the answer to one, not at all. */
export function isComb(line: Line, look: Look): boolean {
  const { message } = line;
  if (!message.isBeat || look.beatsAsLines || isUnusual(message)) return false;
  return !isSelected(line, look) && look.lit?.messages.has(message.message) !== true;
}

/** 0 to 1; what comes again and again, commits too, and what brokers say to each other is faint. */
export function strengthOf(line: Line, look: Look): number {
  const { message, isBackstage, shape } = line;
  if (look.lit) return litAlpha(look.lit.messages.has(message.message));
  if (isSelected(line, look) || isOnLink(line, look)) return 1;
  if (message.error !== null) return 1;
  return message.isBeat || isBackstage || shape === 'square' ? 0.5 : 0.9;
}
