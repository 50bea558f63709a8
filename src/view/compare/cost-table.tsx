/** [COST-1] [OFF-2] [OWN-6] What each of the two has cost up to the playhead, and what that differs by. */
import { costLines } from '../../trace/queries/compare.ts';
import type { CostLine } from '../../trace/queries/compare.ts';
import { inSeconds } from '../amounts.ts';
import { usePlayground } from '../context.tsx';
import { costsOf } from './side-of.ts';
import type { SideOf } from './side-of.ts';
import { amountWords, differenceWords, toneOf } from './cost-words.ts';

/** Beside the cost of all messages those of each kind would take too much room: the copy has them. */
const isShown = ({ id }: CostLine) => !id.startsWith('messages-');

const units: Readonly<Record<CostLine['unit'], string>> = {
  '': '',
  'partition-seconds': ' (partition·s)',
};

const everyUs = 50_000;

export function CostTable({ sides: [a, b] }: { sides: readonly [SideOf, SideOf] }) {
  // While it plays, as often as one can read.
  const atUs = usePlayground(({ cursor, playing }) =>
    playing ? Math.floor(cursor.atUs / everyUs) * everyUs : Math.floor(cursor.atUs),
  );
  // Several events may be of one moment, and what is simulated may arrive after the playhead.
  usePlayground(({ cursor, playing, group }) => `${playing ? '' : cursor.seq} ${group}`);
  usePlayground(() => `${a.run.trace.length} ${b.run.trace.length}`);
  const lines = costLines(costsOf(a, atUs), costsOf(b, atUs)).filter(isShown);
  const groups = new Set([a, b].map(({ store }) => store.getState().group));
  return (
    <section className="compare-costs" aria-label="Costs">
      <table>
        <caption>
          Cost of {[...groups].join(' and ')} up to {inSeconds(atUs, 2)}
        </caption>
        <thead>
          <tr>
            <th scope="col">Cost</th>
            <th scope="col">
              <span className="letter">A</span>
            </th>
            <th scope="col">
              <span className="letter">B</span>
            </th>
            <th scope="col">B against A</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <th scope="row">
                {line.title}
                {units[line.unit]}
              </th>
              <td>{amountWords(line, line.first)}</td>
              <td>{amountWords(line, line.second)}</td>
              <td className={toneOf(line)}>{differenceWords(line)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
