/** Thrown by {@link assert}: a defect of this program, never the fault of its input. */
export class AssertionError extends Error {
  override name = 'AssertionError';
}

/** States what must hold here. `message` says it positively ("a parked member has no timer"). */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}

/** The value of a lookup that cannot fail. */
export function known<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new AssertionError(`unknown ${what}`);
  return value;
}

/** The end of an exhaustive switch. */
export function unreachable(value: never): never {
  throw new AssertionError(`unexpected ${JSON.stringify(value)}`);
}
