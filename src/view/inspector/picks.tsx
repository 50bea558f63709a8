/** What to look at while nothing is selected. */
import { usePlayground, usePlaygroundStore, useWorld } from '../context.tsx';

const shownAtMost = 8;

export function Picks() {
  const store = usePlaygroundStore();
  const world = useWorld();
  const shown = usePlayground((state) => state.group);
  const coordinator = world.groups.get(shown)?.coordinator ?? null;
  const consumers = [...world.processes.values()]
    .filter(({ consumer }) => consumer?.group === shown)
    .map(({ name }) => name);
  const names = [
    ...consumers.slice(0, shownAtMost),
    ...(coordinator === null ? [] : [coordinator]),
    ...[...world.processes.values()]
      .filter(({ role }) => role === 'zookeeper')
      .map(({ name }) => name),
  ];
  return (
    <>
      <p className="hint">
        Select a card, a line, a tile or a message to see what it is doing and why. Or start here:
      </p>
      <ul className="picks">
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => store.getState().select({ kind: 'process', process: name })}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
