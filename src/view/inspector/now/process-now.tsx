/** A process at the cursor: its state, its timers counting down, what it stores. */
import { lazy } from 'react';
import type { ProcessWorld } from '../../../trace/world.ts';
import { usePlayground, useWorld } from '../../context.tsx';
import { Part } from '../part.tsx';
import { BrokerNow } from './broker-now.tsx';
import { ConsumerNow, ConsumerWindows } from './consumer-now.tsx';
import { TimerList } from './timer-list.tsx';

const StoreTree = lazy(async () => {
  const { StoreTree: tree } = await import('../zookeeper/store-tree.tsx');
  return { default: tree };
});

export function ProcessNow({ name }: { name: string }) {
  const world = useWorld();
  const process = world.processes.get(name);
  if (!process) return null;
  const { consumer, role, status } = process;
  return (
    <>
      <StatusLine process={process} />
      {consumer ? <ConsumerNow world={world} consumer={consumer} status={status} /> : null}
      <TimerList process={name} role={role} />
      {consumer ? <ConsumerWindows world={world} consumer={consumer} /> : null}
      {role === 'broker' ? <BrokerNow world={world} process={process} /> : null}
      {role === 'zookeeper' ? (
        <Part>
          <StoreTree store={name} />
        </Part>
      ) : null}
    </>
  );
}

function StatusLine({ process }: { process: ProcessWorld }) {
  const { status, statusReason, statusSinceUs, incarnation, host } = process;
  const tenths = usePlayground(({ cursor }) => Math.floor((cursor.atUs - statusSinceUs) / 100_000));
  const why = statusReason ? ` (${statusReason})` : '';
  const life = incarnation > 1 ? `, incarnation ${incarnation}` : '';
  return (
    <p className={`status ${status}`}>
      {status}
      {why} for {(tenths / 10).toFixed(1)} s, on {host}
      {life}
    </p>
  );
}
