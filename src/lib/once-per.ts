/** Something for each object: made when it is first asked for, kept as long as the object is. */

/** `make` gets what the first to ask has given; later ones get the same for the same object. */
export function oncePer<Key extends object, More extends readonly unknown[], T>(
  make: (key: Key, ...more: More) => T,
): (key: Key, ...more: More) => T {
  const made = new WeakMap<Key, { readonly value: T }>();
  return (key, ...more) => {
    let its = made.get(key);
    if (!its) {
      its = { value: make(key, ...more) };
      made.set(key, its);
    }
    return its.value;
  };
}
