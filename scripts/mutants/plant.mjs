// Puts a fault into a text, which has to have exactly one place for it.

/** The spoilt text, or what is wrong with the place. */
export function withFault(text, { file, find, replace }) {
  const places = text.split(find).length - 1;
  if (places !== 1) {
    return { problem: `"${find}" stands ${places} times in ${file}, not once` };
  }
  return { spoilt: text.split(find).join(replace) };
}
