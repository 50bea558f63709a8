/**
 * A deep copy of plain data: objects, arrays, Maps, Sets, typed arrays, primitives. A thing that is
 * reached twice is copied once, so the copy has the same shape. Anything else is our own defect.
 */
import { assert } from './assert.ts';

export function clone<T>(value: T): T {
  return copy(value, new Map()) as T;
}

function copy(value: unknown, seen: Map<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null) {
    assert(typeof value !== 'function', 'plain data holds no functions');
    return value;
  }
  const before = seen.get(value);
  if (before !== undefined) return before;
  if (ArrayBuffer.isView(value)) {
    const bytes = (value as Uint8Array).slice();
    seen.set(value, bytes);
    return bytes;
  }
  if (Array.isArray(value)) return copyArray(value, seen);
  if (value instanceof Map) return copyMap(value, seen);
  if (value instanceof Set) {
    const items = new Set<unknown>();
    seen.set(value, items);
    for (const item of value) items.add(copy(item, seen));
    return items;
  }
  return copyObject(value as Record<string, unknown>, seen);
}

function copyArray(items: readonly unknown[], seen: Map<object, unknown>): unknown[] {
  const array: unknown[] = [];
  seen.set(items, array);
  for (const item of items) array.push(copy(item, seen));
  return array;
}

function copyMap(entries: ReadonlyMap<unknown, unknown>, seen: Map<object, unknown>) {
  const map = new Map<unknown, unknown>();
  seen.set(entries, map);
  for (const [key, item] of entries) map.set(key, copy(item, seen));
  return map;
}

function copyObject(fields: Record<string, unknown>, seen: Map<object, unknown>) {
  const prototype: unknown = Object.getPrototypeOf(fields);
  assert(prototype === Object.prototype || prototype === null, 'plain data has no class');
  const object: Record<string, unknown> = {};
  seen.set(fields, object);
  for (const key of Object.keys(fields)) object[key] = copy(fields[key], seen);
  return object;
}
