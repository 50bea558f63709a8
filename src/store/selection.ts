/** What a person has selected, and which tool is in hand. One selection, shown in every view. */

export type Selection =
  | { readonly kind: 'process'; readonly process: string }
  | { readonly kind: 'link'; readonly peers: readonly [string, string] }
  | { readonly kind: 'message'; readonly message: number }
  | { readonly kind: 'partition'; readonly topic: string; readonly partition: number }
  | { readonly kind: 'topic'; readonly topic: string }
  | { readonly kind: 'event'; readonly seq: number };

export function sameSelection(a: Selection | null, b: Selection | null): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** The partition is selected, or its whole topic. */
export function selectsPartition(
  selection: Selection | null,
  topic: string,
  partition: number,
): boolean {
  if (selection?.kind === 'topic') return selection.topic === topic;
  if (selection?.kind !== 'partition') return false;
  return selection.topic === topic && selection.partition === partition;
}

/** The thing is selected, by itself or with its topic. */
export function covers(selection: Selection | null, thing: Selection): boolean {
  if (thing.kind === 'partition') {
    return selectsPartition(selection, thing.topic, thing.partition);
  }
  return sameSelection(selection, thing);
}

/** Tools of the palette, in its order. */
export const tools = [
  'consumer',
  'broker',
  'topic',
  'kill',
  'power-off',
  'freeze',
  'cut-link',
  'slow-link',
  'corrupt-message',
  'stop',
] as const;
export type Tool = (typeof tools)[number];

/** What can be done on a thing itself, where its state asks for it. */
export type Remedy = 'thaw' | 'restart' | 'restore-link' | 'usual-speed';

/** Where a tool may be dropped. */
export type Target =
  | { readonly kind: 'stage' }
  | { readonly kind: 'process'; readonly process: string }
  | { readonly kind: 'link'; readonly peers: readonly [string, string] };

export function processTarget(process: string): Extract<Target, { kind: 'process' }> {
  return { kind: 'process', process };
}
