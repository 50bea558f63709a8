/** [TOP-2] The creation number of a topic, as ZooKeeper has it. */
import { activeRun } from '../../../store/playground.ts';
import { usePlayground, useRun, useWorld } from '../../context.tsx';
import { Facts } from '../facts.tsx';
import { replayOf } from './replay.ts';

export function Creation({ topic }: { topic: string }) {
  const world = useWorld();
  const { trace } = useRun();
  const scenario = usePlayground((state) => activeRun(state).experiment.scenario);
  const last = usePlayground(({ cursor }) => cursor.seq);
  const store = [...world.processes.values()].find(({ role }) => role === 'zookeeper');
  if (!store) return null;
  const node = replayOf(trace, store.name, scenario).stateAt(last).nodes.get(`/topics/${topic}`);
  return <Facts rows={[{ name: 'creation number', value: String(node?.stamp ?? 'none') }]} />;
}
