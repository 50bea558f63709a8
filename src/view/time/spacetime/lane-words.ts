/** The states of a consumer on its lifeline: in which word and which ink. */
import type { ConsumerStateName } from '../../../protocol/facts.ts';
import type { StateSpan } from '../../../trace/queries/lane-lines.ts';
import type { Inks } from '../../ink.ts';

const states: Readonly<Record<ConsumerStateName, { word: string; ink: keyof Inks }>> = {
  Down: { word: 'Down', ink: 'textFaint' },
  Discovering: { word: 'Discovering', ink: 'note' },
  Registering: { word: 'Registering', ink: 'warn' },
  PartOfGroup: { word: 'Part of group', ink: 'good' },
  Rediscovering: { word: 'Rediscovering', ink: 'note' },
};

export function stateInk({ state }: StateSpan): keyof Inks {
  return states[state].ink;
}

/** With its generation, where it has one. */
export function stateWord({ state, generation }: StateSpan): string {
  const { word } = states[state];
  return state === 'PartOfGroup' && generation >= 0 ? `${word} g${generation}` : word;
}
