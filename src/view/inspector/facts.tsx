/** Names and values in two columns. */
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
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
