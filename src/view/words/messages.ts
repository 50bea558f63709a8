/** How a message is called: by its kind, as a label, in a table, in full. */
import type { MessageWorld } from '../../trace/world.ts';

/** What a label is made of, of the world's messages and of those of the past. */
interface Labelled {
  readonly api: string;
  readonly error: string | null;
  readonly generation: number | null;
  readonly corrupted: boolean;
}

interface Titled extends Labelled {
  readonly direction: string;
  readonly from: string;
  readonly to: string;
  /** Why it stands still; null: it does not. */
  readonly held: string | null;
}

/** As the protocol names it: "Heartbeat request". */
export function messageName({ api, direction }: { api: string; direction: string }): string {
  return `${api} ${direction}`;
}

export function isRefusal({ error }: { readonly error: string | null }): boolean {
  return error !== null && error !== 'None';
}

/** Name of a message as a label: what it says, from whom, under which generation. */
export function messageLabel(message: Labelled): string {
  const words = [isRefusal(message) ? (message.error as string) : message.api];
  if (message.generation !== null && message.generation >= 0) words.push(`g${message.generation}`);
  if (message.corrupted) words.push('damaged');
  return words.join(' ');
}

/** The shortest label: the generation it was sent under, `recorded` being that of the group. */
export function generationLabel(generation: number, recorded: number): string {
  return generation < recorded ? `g${generation} stale` : `g${generation}`;
}

/** "OffsetCommit response: IllegalGeneration". */
export function messageWords(message: MessageWorld): string {
  return `${messageName(message)}${isRefusal(message) ? `: ${message.error}` : ''}`;
}

/** Its title, and its number in the run: several may say the same at once. */
export function messageFullName(message: MessageWorld): string {
  return `${messageTitle(message)}, message ${message.message}`;
}

/** A sentence's worth for whoever points at it. */
export function messageTitle(message: Titled): string {
  const { from, to, held } = message;
  const parts = [`${messageName(message)}, ${from} to ${to}`];
  if (isRefusal(message)) parts.push(message.error as string);
  if (message.generation !== null) parts.push(`generation ${message.generation}`);
  if (message.corrupted) parts.push(`damaged on the way: ${to} cannot read it`);
  if (held === 'link-cut') parts.push('waits: the link is cut');
  if (held === 'receiver-frozen') parts.push(`waits: ${to} is frozen`);
  return parts.join(', ');
}
