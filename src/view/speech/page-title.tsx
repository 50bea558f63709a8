/** The title of the document: the state of the group that is shown, so that a tab tells it too. */
import { currentWorld } from '../../store/playground.ts';
import type { Playground } from '../../store/playground.ts';
import type { GroupStateName } from '../../protocol/facts.ts';
import { usePlayground } from '../context.tsx';

const words: Readonly<Record<GroupStateName, string>> = {
  Down: 'No coordinator',
  CatchUp: 'Loading',
  Ready: 'Ready',
  PreparingRebalance: 'Rebalancing',
  Rebalancing: 'Rebalancing',
  Steady: 'Steady',
};

/** "Rebalancing, generation 3 - Regroup". */
export function titleOf(state: Playground): string {
  const group = currentWorld(state).groups.get(state.group);
  if (!group) return 'Regroup';
  const word = group.coordinated ? words[group.state] : words.Down;
  const generation = group.generation > 0 ? `, generation ${group.generation}` : '';
  return `${word}${generation} - Regroup`;
}

/** React puts it into the head, and writes it only when it changes. */
export function PageTitle() {
  return <title>{usePlayground(titleOf)}</title>;
}
