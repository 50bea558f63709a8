/** Names and values in two columns. */
import { Breakable } from '../words/breakable.tsx';

export interface Row {
  readonly name: string;
  readonly value: string;
  /** Full value, where the shown one is short. */
  readonly title?: string;
}

export function Facts({ rows }: { rows: readonly Row[] }) {
  return (
    <dl className="facts">
      {rows.map(({ name, value, title }) => (
        <div key={name} title={title ?? value}>
          <dt>{name}</dt>
          <dd>
            <Breakable text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
