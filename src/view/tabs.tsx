/** A list of tabs: one is in the tab order, the arrow keys walk the others. */
import type { KeyboardEvent } from 'react';

interface TabsProps<Name extends string> {
  /** Begins the ids of the tabs, `<id>-<name>`, and of their panel, `<id>-panel`. */
  readonly id: string;
  readonly label: string;
  readonly className: string;
  readonly names: readonly Name[];
  readonly chosen: Name;
  readonly choose: (name: Name) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { id, label, className, names, chosen, choose } = props;
  const walk = (event: KeyboardEvent) => {
    const by = steps[event.key];
    const next = names[(names.indexOf(chosen) + (by ?? 0) + names.length) % names.length];
    if (by === undefined || !next) return;
    event.preventDefault();
    choose(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className={className}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}`}
          aria-selected={chosen === name}
          aria-controls={`${id}-panel`}
          tabIndex={chosen === name ? 0 : -1}
          onClick={() => choose(name)}
          onKeyDown={walk}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
