/** Small things of language: capitals, lists of names, numbers of things. */

export { plural } from '../../trace/describe-words.ts';

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Of what comes from anywhere: a capital in front, a full stop behind. */
export function asSentence(text: string): string {
  return capital(text).replace(/[.\s]*$/, '.');
}

/** A capital for words of our own in front; a name keeps its own spelling. */
export function sentenceCase(text: string): string {
  return /^(topic|since|the) /.test(text) ? capital(text) : text;
}

/** "a", "a and b", "a, b and c". */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Names, or that there are none. */
export function namesOr(names: readonly string[], nobody: string): string {
  return names.length === 0 ? nobody : listed(names);
}

/** A text in the parts between which it may break beside its spaces: `Unknown|Topic`, `eu.|orders`. */
export function humps(text: string): string[] {
  return text.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=[._/](?=\p{L}))/u);
}
