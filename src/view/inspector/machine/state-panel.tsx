/** State: the state machine of what is selected, drawn from the table that the code runs on. */
import { useState } from 'react';
import type { Selection } from '../../../store/selection.ts';
import type { GroupWorld, ProcessWorld, World } from '../../../trace/world.ts';
import { usePlayground, useRun, useWorld } from '../../context.tsx';
import { MachineView } from './machine-view.tsx';
import './machine.css';
import { machines } from './table.ts';
import { machineKey, transitionsOf } from './transitions.ts';

/** Without a selection: the group that is on the stage, at its coordinator. */
export function StatePanel({ selection }: { selection: Selection | null }) {
  const world = useWorld();
  const shown = usePlayground((state) => state.group);
  if (selection?.kind === 'process') {
    const process = world.processes.get(selection.process);
    if (!process) return <p className="hint">{selection.process} has not started yet.</p>;
    if (process.consumer) return <ConsumerMachine process={process} />;
    if (process.role === 'broker') return <BrokerMachines broker={process.name} shown={shown} />;
    return <p className="hint">ZooKeeper has no states here: it answers, whatever comes.</p>;
  }
  const broker = world.groups.get(shown)?.coordinator ?? null;
  if (broker === null) return <p className="hint">No coordinator has been elected yet.</p>;
  return <GroupMachine broker={broker} group={shown} />;
}

function ConsumerMachine({ process: { name } }: { process: ProcessWorld }) {
  const { trace } = useRun();
  return (
    <MachineView
      key={name}
      of={name}
      machine={machines.consumer}
      transitions={transitionsOf(trace).of(machineKey(name))}
    />
  );
}

/** Those that it has ever acted for, up to now; the one on the stage first. */
function groupsOf(world: World, broker: string, known: readonly string[], shown: string) {
  const isNow = ({ group, coordinator }: GroupWorld) =>
    coordinator === broker || known.includes(group);
  const groups = [...world.groups.values()].filter(isNow).map(({ group }) => group);
  return groups.toSorted((a, b) => Number(b === shown) - Number(a === shown));
}

function BrokerMachines({ broker, shown }: { broker: string; shown: string }) {
  const world = useWorld();
  const { trace } = useRun();
  const last = usePlayground(({ cursor }) => cursor.seq);
  const index = transitionsOf(trace);
  const known = index
    .groupsAt(broker)
    .filter((group) => (index.of(machineKey(broker, group))[0]?.seq ?? Infinity) <= last);
  const groups = groupsOf(world, broker, known, shown);
  const [chosen, choose] = useState(shown);
  const group = groups.includes(chosen) ? chosen : groups[0];
  if (group === undefined) {
    return (
      <p className="hint">
        {broker} coordinates no group, so there is no state to show. The coordinator is marked by a
        crown.
      </p>
    );
  }
  return (
    <>
      {groups.length > 1 ? (
        <label className="machine-of">
          group
          <select value={group} onChange={(event) => choose(event.target.value)}>
            {groups.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      ) : null}
      <GroupMachine broker={broker} group={group} />
    </>
  );
}

function GroupMachine({ broker, group }: { broker: string; group: string }) {
  const { trace } = useRun();
  const key = machineKey(broker, group);
  return (
    <MachineView
      key={key}
      of={`${group} at ${broker}`}
      machine={machines.group}
      transitions={transitionsOf(trace).of(key)}
    />
  );
}
