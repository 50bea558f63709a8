/** A process at the cursor: its state, its timers counting down, what it stores. */
import { consumerStateTable } from '../../protocol/register/consumer/states.ts';
import { groupStateTable } from '../../protocol/register/coordinator/states.ts';
import { circumstancesOf, warningsOf, windowsOf } from '../../trace/timing.ts';
import type { ConsumerWorld, GroupWorld, ProcessWorld, World } from '../../trace/world.ts';
import { activeRun } from '../../store/playground.ts';
import { usePlayground, useWorld } from '../context.tsx';
import { subscriptionWords } from '../subscription-words.ts';
import { Facts } from './facts.tsx';
import type { Row } from './facts.tsx';
import { RuleTag } from './rule-tag.tsx';
import { TimerList } from './timer-list.tsx';

export function ProcessNow({ name }: { name: string }) {
  const world = useWorld();
  const process = world.processes.get(name);
  if (!process) return <p className="hint">{name} has not started yet at this moment.</p>;
  return (
    <>
      <StatusLine process={process} />
      {process.consumer ? (
        <ConsumerNow world={world} consumer={process.consumer} status={process.status} />
      ) : null}
      {process.role === 'broker' ? <BrokerNow world={world} name={name} /> : null}
      {process.role === 'zookeeper' ? <ZooKeeperNow world={world} /> : null}
      <TimerList process={name} />
    </>
  );
}

function StatusLine({ process }: { process: ProcessWorld }) {
  const since = usePlayground(({ cursor }) => (cursor.atUs - process.statusSinceUs) / 1e6);
  const { status, statusReason, incarnation, host } = process;
  const why = statusReason ? ` (${statusReason})` : '';
  const life = incarnation > 1 ? `, incarnation ${incarnation}` : '';
  return (
    <p className={`status ${status}`}>
      {status}
      {why} for {since.toFixed(1)} s, on {host}
      {life}
    </p>
  );
}

const ms = (us: number) => `${Number((us / 1000).toFixed(3))} ms`;

interface ConsumerNowProps {
  readonly world: World;
  readonly consumer: ConsumerWorld;
  readonly status: ProcessWorld['status'];
}

function ConsumerNow({ world, consumer, status }: ConsumerNowProps) {
  const scenario = usePlayground((state) => activeRun(state).experiment.scenario);
  const circumstances = circumstancesOf(scenario, world, consumer.group);
  const isFrozen = status === 'frozen';
  const { state, stateReason, member, generation, held, failure } = consumer;
  const partitions = [...held.values()].map(({ topic, partition }) => `${topic} ${partition}`);
  const windows = windowsOf(consumer);
  const rows: Row[] = [
    { name: 'state', value: `${state} (${stateReason})` },
    { name: 'id', value: member ?? 'none yet' },
    { name: 'generation', value: generation < 0 ? 'none yet' : String(generation) },
    { name: isFrozen ? 'believes it owns' : 'reads', value: partitions.join(', ') || 'nothing' },
    { name: 'subscribes to', value: subscriptionWords(consumer) },
    { name: 'S session timeout', value: `${consumer.sessionTimeoutMs} ms` },
    { name: 'F heartbeat frequency', value: String(consumer.heartbeatFrequency) },
    { name: 'T failed heartbeat threshold', value: String(consumer.failedHeartbeatThreshold) },
    { name: 'heartbeat interval S / F', value: ms(windows.heartbeatIntervalUs) },
    { name: 'dead after T · S / F', value: ms(windows.deadAfterUs) },
    { name: 'coordinator failed after S', value: ms(windows.coordinatorFailedUs) },
  ];
  return (
    <>
      <p className="hint">
        {isFrozen ? 'Frozen, so none of this happens: ' : ''}
        {consumerStateTable[state].behaviour}
      </p>
      {failure ? (
        <p className="bad">
          {failure.error}: {failure.text}
        </p>
      ) : null}
      {warningsOf(consumer, circumstances).map(({ id, sentence, rule }) => (
        <p key={id} className="warn">
          {sentence} <RuleTag rule={rule} />
        </p>
      ))}
      <Facts rows={rows} />
    </>
  );
}

function BrokerNow({ world, name }: { world: World; name: string }) {
  const groups = [...world.groups.values()].filter(({ coordinator }) => coordinator === name);
  return (
    <>
      <Facts
        rows={[
          { name: 'controller', value: world.controller === name ? 'yes' : 'no' },
          { name: 'coordinates', value: groups.map(({ group }) => group).join(', ') || 'no group' },
        ]}
      />
      {groups.map((group) => (
        <GroupNow key={group.group} group={group} />
      ))}
    </>
  );
}

function GroupNow({ group }: { group: GroupWorld }) {
  const rows: Row[] = [
    { name: 'state', value: group.state },
    { name: 'generation, epoch', value: `${group.generation}, ${group.epoch}` },
    { name: 'strategy', value: group.strategy },
    { name: 'members', value: String(group.members.size) },
    { name: 'parked', value: [...group.parked.keys()].join(', ') || 'nobody' },
  ];
  return (
    <section>
      <h3>Group {group.group}</h3>
      {group.coordinated ? null : (
        <p className="bad">No coordinator: the broker no longer acts for it.</p>
      )}
      <p className="hint">{groupStateTable[group.state].answers}</p>
      <Facts rows={rows} />
      <MemberTable group={group} />
    </section>
  );
}

/** What ZooKeeper's record says each member owns. */
function MemberTable({ group }: { group: GroupWorld }) {
  if (group.assignment.length === 0) return null;
  return (
    <table className="members">
      <caption>Recorded in generation {group.generation}</caption>
      <thead>
        <tr>
          <th scope="col">member</th>
          <th scope="col">owns</th>
        </tr>
      </thead>
      <tbody>
        {group.assignment.slice(0, 60).map(({ member, partitions }) => (
          <tr key={member}>
            <td className="mono">{member}</td>
            <td>
              {partitions.map((own) => `${own.topic} ${own.partitions.join(' ')}`).join('; ') ||
                '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ZooKeeperNow({ world }: { world: World }) {
  return (
    <>
      <p className="hint">
        Holds who lives (ephemeral nodes), who coordinates, and each group&rsquo;s record.
      </p>
      {[...world.groups.values()].map((group) => (
        <section key={group.group}>
          <h3>/groups/{group.group}</h3>
          <MemberTable group={group} />
        </section>
      ))}
      <p className="hint">{world.metadata.size} paths written so far.</p>
    </>
  );
}
