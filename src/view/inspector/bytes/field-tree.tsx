/** The fields of a frame: a tree that the arrow keys walk. The one with the focus lights its bytes. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { shownFields, walkFrom } from './fields.ts';
import type { FieldNode } from './fields.ts';
import { hasMoved } from './hex-view.tsx';

interface FieldTreeProps {
  readonly fields: readonly FieldNode[];
  /** Paths of those that are open. */
  readonly open: ReadonlySet<string>;
  readonly setOpen: (path: string, isOpen: boolean) => void;
  readonly active: FieldNode | null;
  readonly setActive: (field: FieldNode) => void;
  readonly lit: FieldNode | null;
  readonly hover: (field: FieldNode | null) => void;
}

export function FieldTree(props: FieldTreeProps) {
  const { fields, open, setOpen, active, setActive, lit, hover } = props;
  const tree = useRef<HTMLUListElement>(null);
  const shown = shownFields(fields, open);
  const inOrder = active && shown.includes(active) ? active : shown[0];
  useEffect(() => {
    const row = tree.current?.querySelector<HTMLElement>('[aria-selected=true]');
    row?.scrollIntoView({ block: 'nearest' });
    // Walked to, the focus goes along; chosen by its bytes, it stays where it is.
    if (tree.current?.contains(document.activeElement)) row?.focus();
  }, [active]);
  const walk = (event: KeyboardEvent, field: FieldNode) => {
    const next = walkFrom(field, event.key, shown, open.has(field.path));
    if (!next) return;
    event.preventDefault();
    if (next.open !== undefined) setOpen(field.path, next.open);
    setActive(next.to);
  };
  return (
    <ul ref={tree} role="tree" aria-label="Fields" className="fields">
      {shown.map((field) => (
        <FieldRow
          key={field.path}
          field={field}
          isOpen={open.has(field.path)}
          isActive={field === active}
          isLit={field === lit}
          isInOrder={field === inOrder}
          choose={() => setActive(field)}
          fold={() => setOpen(field.path, !open.has(field.path))}
          hover={hover}
          walk={(event) => walk(event, field)}
        />
      ))}
    </ul>
  );
}

interface FieldRowProps {
  readonly field: FieldNode;
  readonly isOpen: boolean;
  readonly isActive: boolean;
  readonly isLit: boolean;
  /** Tab comes here. */
  readonly isInOrder: boolean;
  readonly choose: () => void;
  readonly fold: () => void;
  readonly hover: (field: FieldNode | null) => void;
  readonly walk: (event: KeyboardEvent) => void;
}

function FieldRow(props: FieldRowProps) {
  const { field, isOpen, isActive, isLit, isInOrder, choose, fold, hover, walk } = props;
  const { name, type, value, about, level, children } = field;
  const hasFields = children.length > 0;
  const Caret = isOpen ? ChevronDown : ChevronRight;
  return (
    <li
      role="treeitem"
      aria-level={level}
      aria-selected={isActive}
      aria-label={`${name}, ${type}, ${bytesWords(field)}: ${value} ${about}`}
      {...(hasFields ? { 'aria-expanded': isOpen } : {})}
      tabIndex={isInOrder ? 0 : -1}
      className={`level-${Math.min(level, 5)}${isLit ? ' lit' : ''}`}
      onFocus={choose}
      onClick={() => {
        choose();
        if (hasFields) fold();
      }}
      onKeyDown={walk}
      onPointerMove={(event) => {
        if (hasMoved(event)) hover(field);
      }}
      onPointerLeave={() => hover(null)}
    >
      <span className="caret">{hasFields ? <Caret size={13} aria-hidden /> : null}</span>
      <span className="name">
        {name} <span className="type">{type}</span>
      </span>
      <span className="value">{value}</span>
      {about === '' ? null : <span className="about">{about}</span>}
    </li>
  );
}

function bytesWords({ offset, length }: FieldNode): string {
  if (length === 1) return `byte ${offset}`;
  return length === 0 ? 'no bytes' : `bytes ${offset} to ${offset + length - 1}`;
}
