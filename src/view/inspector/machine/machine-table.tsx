/** The same machine as a table: every way, what leads along it, how often it was taken. */
import type { MachineAt } from './machine-drawing.tsx';
import { wayKey } from './ways.ts';

export function MachineTable({ machine, counts, state, picked, goTo }: MachineAt) {
  return (
    <table className="ways">
      <caption>Every way from state to state, and how often it was taken up to now</caption>
      <thead>
        <tr>
          <th scope="col">to</th>
          <th scope="col">when</th>
          <th scope="col">taken</th>
        </tr>
      </thead>
      {machine.map(({ name, ways }) => (
        <tbody key={name}>
          <tr className={name === state ? 'now' : ''}>
            <th scope="rowgroup" colSpan={3}>
              from {name}
              {name === state ? <span> (now)</span> : null}
            </th>
          </tr>
          {ways.map(({ to, when }) => {
            const way = { from: name, to };
            const count = counts.get(wayKey(way)) ?? 0;
            const isPicked = picked !== null && wayKey(picked) === wayKey(way);
            return (
              <tr key={to} className={isPicked ? 'picked' : ''}>
                <td>{to}</td>
                <td>{when}</td>
                <td>
                  <button
                    type="button"
                    className="plain"
                    disabled={count === 0}
                    aria-label={`${name} to ${to}: taken ${timesWord(count)}. Go to the last`}
                    onClick={() => goTo(way)}
                  >
                    {count}
                  </button>
                </td>
              </tr>
            );
          })}
        </tbody>
      ))}
    </table>
  );
}

function timesWord(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
