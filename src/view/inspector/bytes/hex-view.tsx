/** The bytes of a frame in rows of eight, with what they are as text. The fields below say the same. */
import { memo, useEffect, useRef, useState } from 'react';
import type { PointerEvent, MouseEvent } from 'react';
import type { FieldNode } from './fields.ts';
import { hexByte } from './pair.ts';

const perRow = 8;
const rowsAtFirst = 96;

interface HexViewProps {
  readonly bytes: Uint8Array;
  /** In order; together they are all of the bytes. */
  readonly leaves: readonly FieldNode[];
  readonly lit: FieldNode | null;
  /** The one that was chosen: it is brought into sight. */
  readonly active: FieldNode | null;
  readonly changed: readonly number[];
  /** Null: the pointer has left. */
  readonly hoverByte: (byte: number | null) => void;
  readonly chooseByte: (byte: number) => void;
}

export function HexView({
  bytes,
  leaves,
  lit,
  active,
  changed,
  hoverByte,
  chooseByte,
}: HexViewProps) {
  const [showsAll, showAll] = useState(false);
  const rows = Math.ceil(bytes.length / perRow);
  const shownRows = showsAll ? rows : Math.min(rows, rowsAtFirst);
  const looks = looksOf(bytes.length, leaves, changed);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (active) showRow(box.current, Math.floor(active.offset / perRow));
  }, [active]);
  return (
    <>
      {/* For the pointer: the keyboard walks the fields. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <figure
        ref={box}
        className="hex"
        aria-label={`${bytes.length} bytes; the fields below are the same, one by one`}
        onPointerMove={(event) => {
          if (hasMoved(event)) hoverByte(byteUnder(event));
        }}
        onPointerLeave={() => hoverByte(null)}
        onClick={(event) => {
          const byte = byteUnder(event);
          if (byte !== null) chooseByte(byte);
        }}
      >
        {Array.from({ length: shownRows }, (_, row) => (
          <HexRow
            key={row}
            start={row * perRow}
            bytes={bytes}
            looks={looks.slice(row * perRow, (row + 1) * perRow).join(' ')}
            lit={litIn(row, lit)}
          />
        ))}
      </figure>
      {shownRows < rows ? (
        <button type="button" onClick={() => showAll(true)}>
          show all {bytes.length} bytes
        </button>
      ) : null}
    </>
  );
}

/** Within the box alone: the panel around it stays where it is. */
function showRow(box: HTMLElement | null, row: number): void {
  const line = box?.children[row];
  if (!box || !(line instanceof HTMLElement)) return;
  const above = line.offsetTop - box.scrollTop;
  const below = line.offsetTop + line.offsetHeight - (box.scrollTop + box.clientHeight);
  if (above < 0) box.scrollTop += above;
  else if (below > 0) box.scrollTop += below;
}

/** Where the page is scrolled under a pointer that rests, it points at nothing new. */
export function hasMoved({ movementX, movementY }: PointerEvent): boolean {
  return movementX !== 0 || movementY !== 0;
}

function byteUnder({ target }: PointerEvent | MouseEvent): number | null {
  const at = target instanceof HTMLElement ? target.dataset['at'] : undefined;
  return at === undefined ? null : Number(at);
}

/** A letter a byte: of every second field, its beginning, changed. */
function looksOf(
  length: number,
  leaves: readonly FieldNode[],
  changed: readonly number[],
): string[] {
  const looks = Array.from({ length }, () => '');
  for (const [index, { offset, length: size }] of leaves.entries()) {
    for (let at = offset; at < offset + size; at++) looks[at] = index % 2 === 0 ? 'e' : 'o';
  }
  for (const at of changed) looks[at] = `${looks[at] ?? ''}c`;
  return looks;
}

const classOf: Readonly<Record<string, string>> = { e: '', o: ' other', c: ' changed' };

/** The lit stretch of a row as text, so that a row is drawn anew only where that is another. */
function litIn(row: number, lit: FieldNode | null): string {
  if (!lit) return '';
  const from = Math.max(row * perRow, lit.offset);
  const to = Math.min((row + 1) * perRow, lit.offset + lit.length);
  return from < to ? `${from}-${to}` : '';
}

interface HexRowProps {
  readonly start: number;
  readonly bytes: Uint8Array;
  readonly looks: string;
  readonly lit: string;
}

const HexRow = memo(function HexRow({ start, bytes, looks, lit }: HexRowProps) {
  const letters = looks.split(' ');
  const [from = 0, to = 0] = lit === '' ? [] : lit.split('-').map(Number);
  const row = [...bytes.subarray(start, start + perRow)];
  const classNameOf = (index: number) => {
    const marks = (letters[index] ?? '')
      .split('')
      .map((letter) => classOf[letter] ?? '')
      .join('');
    const isLit = start + index >= from && start + index < to;
    return `byte${marks}${isLit ? ' lit' : ''}`;
  };
  return (
    <div className="hex-row" aria-hidden>
      <span className="at">{start}</span>
      <span className="codes">
        {row.map((byte, index) => (
          <span key={start + index} data-at={start + index} className={classNameOf(index)}>
            {hexByte(byte)}
          </span>
        ))}
      </span>
      <span className="characters">
        {row.map((byte, index) => (
          <span key={start + index} data-at={start + index} className={classNameOf(index)}>
            {printable(byte)}
          </span>
        ))}
      </span>
    </div>
  );
});

function printable(byte: number): string {
  return byte > 0x20 && byte < 0x7f ? String.fromCodePoint(byte) : '\u00b7';
}
