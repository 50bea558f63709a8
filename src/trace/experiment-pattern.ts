/** A pattern of a consumer's `allow` or `deny` list (WILD-1), as far as a file can get it wrong. */
import * as v from 'valibot';
import { characters, limits, show } from './experiment-fields.ts';

/** Why the text is no pattern, or null. */
function patternError(text: string): string | null {
  try {
    void new RegExp(text, 'u');
    return null;
  } catch {
    return 'does not parse';
  }
}

export const pattern = v.pipe(
  characters(limits.patternCharacters),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const error = patternError(dataset.value);
    if (error) addIssue({ message: `is no pattern: ${show(dataset.value)} ${error}` });
  }),
);
