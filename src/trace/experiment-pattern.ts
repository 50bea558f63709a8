/** A pattern of a consumer's `allow` or `deny` list (WILD-1), as far as a file can get it wrong. */
import * as v from 'valibot';
import { compilePattern } from '../lib/pattern.ts';
import { characters, limits, show } from './experiment-fields.ts';

export const pattern = v.pipe(
  characters(limits.patternCharacters),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const compiled = compilePattern(dataset.value);
    if (compiled.ok) return;
    addIssue({ message: `is no pattern: ${show(dataset.value)}: ${compiled.message}` });
  }),
);
