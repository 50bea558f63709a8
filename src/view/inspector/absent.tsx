/** Says of a selection that it is not there at this moment, and leads to where it is. */
import { activeRun } from '../../store/playground.ts';
import type { Selection } from '../../store/selection.ts';
import { usePlayground, usePlaygroundStore, useRun, useWorld } from '../context.tsx';
import { absenceOf } from './existence.ts';

export function Absent({ selection }: { selection: Selection }) {
  const store = usePlaygroundStore();
  const world = useWorld();
  const { trace } = useRun();
  const last = usePlayground(({ cursor }) => cursor.seq);
  const seen = usePlayground((state) => trace.lastAtOrBefore(activeRun(state).seenUs));
  const absence = absenceOf(selection, { world, trace, last, seen });
  if (!absence) return null;
  const { says, beginsAt } = absence;
  return (
    <p className="absent">
      {says}{' '}
      {beginsAt === null ? null : (
        <button type="button" onClick={() => store.getState().seekToEvent(beginsAt)}>
          go there
        </button>
      )}
    </p>
  );
}
