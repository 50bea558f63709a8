/** A process at the cursor: its state, its timers counting down, what it stores. */
import type { ProcessWorld } from '../../../trace/world.ts';
import { seconds } from '../../amounts.ts';
import { usePlayground, useWorld } from '../../context.tsx';
import { brokerView } from '../../stage/broker-views.ts';
import { consumerDetail } from '../../stage/details.ts';
import { conditionOf } from '../../stage/marks.ts';
import { Part } from '../part.tsx';
import { BrokerNow } from './broker-now.tsx';
import { ConsumerNow, ConsumerWindows } from './consumer-now.tsx';
import { TimerList } from './timer-list.tsx';
import { useSteadyTime } from './use-steady-time.ts';
import { onDemand } from '../../on-demand.tsx';
import { waiting } from '../part.tsx';

const StoreTree = onDemand(
  async () => (await import('../zookeeper/store-tree.tsx')).StoreTree,
  waiting,
);

export function ProcessNow({ name }: { name: string }) {
  const world = useWorld();
  const process = world.processes.get(name);
  if (!process) return null;
  const { consumer, role } = process;
  return (
    <>
      <StatusLine process={process} />
      {consumer ? <ConsumerNow world={world} process={process} consumer={consumer} /> : null}
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

/** Its state in words, as its card has it. */
function StatusLine({ process }: { process: ProcessWorld }) {
  const world = useWorld();
  const shown = usePlayground((state) => state.group);
  const atUs = useSteadyTime();
  const { role, statusSinceUs, incarnation, host } = process;
  const view = role === 'broker' ? brokerView(world, shown, process) : null;
  const { word, tone } = view?.condition ?? conditionOf(process);
  const lines = view?.lines.filter((line) => line !== word);
  const detail = lines ? lines.join(', ') : consumerDetail(world, process, atUs);
  const life = incarnation > 1 ? `, incarnation ${incarnation}` : '';
  return (
    <p className={`status ${tone}`}>
      <strong>{word}</strong> {detail}
      <span className="hint">
        {process.status === 'running' ? `Runs for ${seconds(atUs - statusSinceUs)}, on` : 'On'}{' '}
        {host}
        {life}
      </span>
    </p>
  );
}
