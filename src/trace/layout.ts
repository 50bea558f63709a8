/**
 * Where each kind of event keeps its fields in memory: derived once from the vocabulary. A field has
 * a fixed slot (a double) in its event's payload; bytes take two, offset and length.
 */
import { known } from '../lib/assert.ts';
import type { FieldKind, RecordShape } from '../lib/shape.ts';
import { eventShapes } from './events.ts';
import type { EventKind } from './events.ts';

export interface FieldLayout {
  readonly name: string;
  readonly kind: FieldKind;
  /** Counted from the start of the event's payload. */
  readonly slot: number;
}

export interface KindLayout {
  readonly kind: EventKind;
  /** What stands in the kind column. */
  readonly index: number;
  /** In file order. */
  readonly fields: readonly FieldLayout[];
  readonly byName: ReadonlyMap<string, FieldLayout>;
  /** Slots that the payload takes. */
  readonly width: number;
  /** Slot of the offset of its bytes; -1 where the kind has none. */
  readonly bytesSlot: number;
}

export const eventKinds = Object.keys(eventShapes) as readonly EventKind[];

/** By the number in the kind column. */
export const layouts: readonly KindLayout[] = eventKinds.map(layoutOf);

const byKind = new Map<string, KindLayout>(layouts.map((layout) => [layout.kind, layout]));

export function layoutFor(kind: EventKind): KindLayout {
  return known(byKind.get(kind), 'kind of event');
}

function layoutOf(kind: EventKind, index: number): KindLayout {
  const shape: RecordShape = eventShapes[kind];
  const fields: FieldLayout[] = [];
  let width = 0;
  let bytesSlot = -1;
  for (const [name, field] of Object.entries(shape)) {
    fields.push({ name, kind: field.kind, slot: width });
    if (field.kind === 'bytes') bytesSlot = width;
    width += field.kind === 'bytes' ? 2 : 1;
  }
  const byName = new Map(fields.map((field) => [field.name, field]));
  return { kind, index, fields, byName, width, bytesSlot };
}
