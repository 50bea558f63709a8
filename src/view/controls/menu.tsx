/** A button that opens a menu under it; Escape, or a click anywhere else, closes it. */
import { useId } from 'react';
import type { ReactNode } from 'react';

interface MenuProps {
  /** Name of the button. */
  readonly label: string;
  /** Name of what it opens. */
  readonly name: string;
  readonly title?: string;
  /** What is on the button. */
  readonly face: ReactNode;
  /** Of the menu; its button has the same with `-button` behind. */
  readonly className: string;
  /** Hears when it opens, before it is seen, and when it has closed. */
  readonly onToggle?: (isOpen: boolean) => void;
  /** What is in the menu, given its id. */
  readonly children: (id: string) => ReactNode;
}

export function Menu(props: MenuProps) {
  const { label, name, title, face, className, onToggle, children } = props;
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={`menu-button ${className}-button`}
        popoverTarget={id}
        aria-label={label}
        title={title}
      >
        {face}
      </button>
      <div
        id={id}
        popover="auto"
        className={`menu ${className}`}
        aria-label={name}
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') onToggle?.(true);
        }}
        // Only now: the platform gives the focus back first.
        onToggle={({ newState }) => {
          if (newState === 'closed') onToggle?.(false);
        }}
      >
        {children(id)}
      </div>
    </>
  );
}

interface ChoiceProps {
  /** Id of the menu, which closes when this is chosen. */
  readonly menu: string;
  readonly name: string;
  /** What choosing it means. */
  readonly about: string;
  readonly current?: boolean;
  readonly onChoose: () => void;
}

/** An entry of a menu, with a sentence under it. */
export function Choice({ menu, name, about, current = false, onChoose }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        popoverTarget={menu}
        popoverTargetAction="hide"
        aria-current={current}
        onClick={onChoose}
      >
        {name}
      </button>
      <p className="hint">{about}</p>
    </li>
  );
}
