// Puts a fault into sources. Its place has to be there exactly once, or the table has gone stale.

/** The places that a fault changes, in order. */
export function placesOf({ file, find, replace, also = [] }) {
  return [{ file, find, replace }, ...also];
}

/** The spoilt text, or what is wrong with the place. */
export function withFault(text, { file, find, replace }) {
  const places = text.split(find).length - 1;
  if (places !== 1) {
    return { problem: `stands ${places} times in ${file}, not once: ${find}` };
  }
  return { spoilt: text.split(find).join(replace) };
}
