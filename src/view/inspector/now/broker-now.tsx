/** A broker at the cursor: its roles, and what it stores of each group that it coordinates. */
import { groupStateTable } from '../../../protocol/register/coordinator/states.ts';
import type { GroupWorld, ProcessWorld, World } from '../../../trace/world.ts';
import { timerKey } from '../../../trace/world.ts';
import { inSeconds } from '../../amounts.ts';
import { usePlayground, usePlaygroundStore } from '../../context.tsx';
import { namedPartition } from '../../stage/marks.ts';
import { Facts } from '../facts.tsx';
import { RuleTag } from '../rule-tag.tsx';
import { MemberTable } from './member-table.tsx';
import { plural, listed } from '../../words/text.ts';

export function BrokerNow({ world, process }: { world: World; process: ProcessWorld }) {
  const { name, broker } = process;
  const isController = world.controller === name;
  const groups = [...world.groups.values()].filter(({ coordinator }) => coordinator === name);
  const acts = [...(broker?.actsFor ?? [])].map(([group, epoch]) => `${group} (epoch ${epoch})`);
  return (
    <>
      <Facts
        rows={[
          { name: 'controller', value: isController ? 'yes' : 'no' },
          {
            name: 'coordinates, by the record',
            value: groups.map(({ group }) => group).join(', ') || 'no group',
          },
          { name: 'acts for, as it believes', value: acts.join(', ') || 'no group' },
          ...(broker?.lost ? [{ name: 'gave up last', value: lostWords(broker.lost) }] : []),
        ]}
      />
      {groups.map((group) => (
        <GroupNow key={group.group} world={world} group={group} broker={name} />
      ))}
      <TopicIndex groups={groups} />
      {isController ? <ControllerNow world={world} /> : null}
    </>
  );
}

function lostWords({ groups, reason }: { groups: readonly string[]; reason: string }): string {
  return `${listed(groups) || 'a role'} (${reason})`;
}

interface GroupNowProps {
  readonly world: World;
  readonly group: GroupWorld;
  readonly broker: string;
}

/** [META-1] */
function GroupNow({ world, group, broker }: GroupNowProps) {
  const { rebalance } = group;
  const runs = world.processes.get(broker)?.status === 'running';
  return (
    <section aria-label={`What it knows of group ${group.group}`}>
      <h3>
        Group {group.group} <RuleTag rule="META-1" />
      </h3>
      {group.coordinated ? null : (
        <p className="bad">No coordinator: the broker no longer acts for it.</p>
      )}
      <p className="hint">
        {runs
          ? groupStateTable[group.state].answers
          : 'A broker that does not run answers nothing.'}
      </p>
      <Facts
        rows={[
          { name: 'state', value: group.state },
          { name: 'generation, epoch', value: `${group.generation}, ${group.epoch}` },
          { name: 'strategy', value: group.strategy },
          { name: 'subscribed topics', value: group.topics.join(', ') || 'none' },
          ...(rebalance
            ? [
                { name: 'rebalance, by', value: `${rebalance.trigger}, ${rebalance.subject}` },
                { name: 'still waits for', value: waitingWords(rebalance) },
              ]
            : []),
        ]}
      />
      <Members world={world} group={group} broker={broker} />
      <Parked group={group} />
      <MemberTable group={group} />
      <Committed group={group} />
    </section>
  );
}

/** [OFF-1] Of every partition that somebody has committed; the others begin at 0. */
function Committed({ group: { committed } }: { group: GroupWorld }) {
  if (committed.size === 0) return null;
  return (
    <details className="folded">
      <summary>Committed offsets of {plural(committed.size, 'partition')}</summary>
      <Facts
        rows={[...committed].map(([key, offset]) => {
          const { topic, partition } = namedPartition(key);
          return { name: `${topic} ${partition}`, value: String(offset) };
        })}
      />
    </details>
  );
}

function waitingWords({
  waitingFor,
  waitingCount,
}: {
  readonly waitingFor: readonly string[];
  readonly waitingCount: number;
}): string {
  const more = waitingCount - waitingFor.length;
  return `${waitingFor.join(', ') || 'nobody'}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Each with its own settings and its deadline. */
function Members({ world, group, broker }: GroupNowProps) {
  const store = usePlaygroundStore();
  const members = [...group.members.values()];
  if (members.length === 0) return <p className="hint">It has no members.</p>;
  return (
    <table className="members">
      <caption>{plural(members.length, 'member')}; silent for so long, each is dead (HB-3)</caption>
      <thead>
        <tr>
          <th scope="col">member</th>
          <th scope="col">S, F, T</th>
          <th scope="col">dead in</th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.member}>
            <td>
              <button
                type="button"
                className="plain link"
                title={member.member}
                onClick={() =>
                  store.getState().select({ kind: 'process', process: member.consumer })
                }
              >
                {member.consumer}
              </button>
            </td>
            <td className="mono">
              {member.sessionTimeoutMs}, {member.heartbeatFrequency},{' '}
              {member.failedHeartbeatThreshold}
            </td>
            <td className="mono">
              <Deadline
                deadlineUs={
                  world.timers.get(
                    timerKey(broker, 'dead-after', `${group.group}/${member.member}`),
                  )?.deadlineUs ?? null
                }
                isParked={group.parked.has(member.consumer)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** [HB-7] Nothing is counted for a member whose registration is parked. */
function Deadline({ deadlineUs, isParked }: { deadlineUs: number | null; isParked: boolean }) {
  const hundredths = usePlayground(({ cursor }) =>
    deadlineUs === null ? null : Math.max(0, Math.ceil((deadlineUs - cursor.atUs) / 10_000)),
  );
  if (hundredths !== null) return inSeconds(hundredths * 10_000, 2);
  return isParked ? 'parked' : '–';
}

/** [RB-4] Registrations that wait for the rebalance to complete. */
function Parked({ group }: { group: GroupWorld }) {
  const parked = [...group.parked.values()];
  const hundredths = usePlayground(({ cursor }) => Math.floor(cursor.atUs / 10_000));
  if (parked.length === 0) return null;
  return (
    <table className="members">
      <caption>Parked registrations</caption>
      <thead>
        <tr>
          <th scope="col">from</th>
          <th scope="col">as</th>
          <th scope="col">for</th>
        </tr>
      </thead>
      <tbody>
        {parked.map(({ consumer, member, late, sinceUs }) => (
          <tr key={consumer}>
            <td>{consumer}</td>
            <td>
              {member === null ? 'newcomer' : 'member'}
              {late ? ', for the next attempt' : ''}
            </td>
            <td className="mono">{inSeconds(Math.max(0, hundredths * 10_000 - sinceUs), 2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** [META-2] */
function TopicIndex({ groups }: { groups: readonly GroupWorld[] }) {
  const subscribers = new Map<string, string[]>();
  for (const { group, topics } of groups) {
    for (const topic of topics) {
      const names = subscribers.get(topic);
      if (names) names.push(group);
      else subscribers.set(topic, [group]);
    }
  }
  if (subscribers.size === 0) return null;
  return (
    <section aria-label="Topics and their groups">
      <h3>
        Topics and their groups <RuleTag rule="META-2" />
      </h3>
      <Facts
        rows={[...subscribers].map(([topic, names]) => ({ name: topic, value: names.join(', ') }))}
      />
    </section>
  );
}

/** [COORD-2] The map: who coordinates how many subsets, and those that hold a group. */
function ControllerNow({ world }: { world: World }) {
  const counts = new Map<string, number>();
  for (const { broker } of world.coordinators.values()) {
    counts.set(broker, (counts.get(broker) ?? 0) + 1);
  }
  const withGroups = [...world.groups.values()].filter(({ subset }) => subset >= 0);
  return (
    <section aria-label="The controller's map">
      <h3>
        The controller&rsquo;s map <RuleTag rule="COORD-2" />
      </h3>
      <Facts
        rows={[
          ...[...counts].map(([broker, subsets]) => ({
            name: broker,
            value: `elected for ${plural(subsets, 'subset')}`,
          })),
          ...withGroups.map(({ group, subset, coordinator, epoch }) => ({
            name: `subset ${subset}: ${group}`,
            value: `${coordinator ?? 'nobody'}, epoch ${epoch}`,
          })),
        ]}
      />
    </section>
  );
}
