/** Who held which partition when: a row for each partition, or for each consumer. */
import { useTimeView } from '../view-state.ts';
import { ByConsumer } from './by-consumer.tsx';
import { ByPartition } from './by-partition.tsx';

export function OwnershipView() {
  const by = useTimeView((view) => view.ownershipBy);
  return by === 'partition' ? <ByPartition /> : <ByConsumer />;
}
