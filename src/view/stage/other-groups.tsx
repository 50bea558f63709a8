/** The groups that are not on the stage, small beside the one that is; a press brings one on. */
import { Crown, TriangleAlert } from 'lucide-react';
import type { GroupWorld, World } from '../../trace/world.ts';
import { useNameHere, usePlaygroundStore } from '../context.tsx';
import { coordinatorTrouble } from '../../trace/trouble.ts';
import { shortStates, stateTones } from './group-bar.tsx';
import type { Box } from './places/geometry.ts';
import type { StageLayout } from './places/layout.ts';
import { plural } from '../words/text.ts';

export function OtherGroups({ world, layout }: { world: World; layout: StageLayout }) {
  const name = useNameHere('Other groups');
  if (layout.otherGroups.size === 0) return null;
  return (
    <nav aria-label={name}>
      {[...layout.otherGroups].map(([id, box]) => {
        const group = world.groups.get(id);
        return group ? <GroupCard key={id} world={world} group={group} box={box} /> : null;
      })}
    </nav>
  );
}

/** What is wrong with a group whose consumers are not on the stage, in two words; null: nothing. */
export function groupTrouble(world: World, group: GroupWorld): string | null {
  if (group.coordinator === null || coordinatorTrouble(world, group)) return 'no coordinator';
  const consumers = [...world.processes.values()].filter(
    ({ consumer }) => consumer?.group === group.group,
  );
  const refused = consumers.filter(({ consumer }) => consumer?.failure).length;
  if (refused > 0) return `${refused} refused`;
  const { unreadNow, overlapNow } = group.cost;
  if (unreadNow > 0) return `${plural(unreadNow, 'partition')} unread`;
  return overlapNow > 0 ? `${overlapNow} owned twice` : null;
}

function GroupCard({ world, group, box }: { world: World; group: GroupWorld; box: Box }) {
  const store = usePlaygroundStore();
  const { group: id, state, coordinated, coordinator, generation, members } = group;
  const trouble = groupTrouble(world, group);
  const word = coordinated ? state : 'Down';
  const who = coordinator ?? 'no coordinator';
  const generationWord = generation > 0 ? `g${generation}` : 'g–';
  const size = plural(members.size, 'member');
  const facts = `generation ${generation}, ${size}, ${who}${trouble ? `, ${trouble}` : ''}`;
  return (
    <button
      type="button"
      className="group-card"
      aria-label={`Show group ${id}: ${word}, ${facts}`}
      title={`Show group ${id}: ${facts}`}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
      onClick={() => {
        store.getState().showGroup(id);
        document.querySelector<HTMLElement>('.group-bar')?.focus();
      }}
    >
      <span className="first">
        <strong>{id}</strong>
        <span className={`word ${stateTones[word]}`}>{shortStates[word] ?? word}</span>
      </span>
      {trouble ? (
        <span className="second warn">
          <TriangleAlert size={12} aria-hidden /> {trouble}
        </span>
      ) : (
        <span className="second">
          {generationWord}
          <Crown size={12} aria-hidden />
          <bdi>{who}</bdi>
        </span>
      )}
    </button>
  );
}
