// Faults to be planted, one at a time: a text that stands exactly once in its file, what takes its
// place, the rule that this breaks, and what has to catch it:
//   { test, title }              a test file, and a pattern of the titles to be run in it
//   { mode, seeds, invariant }   random experiments, and the invariant whose checker sees it
// `also` has further places to change, where one alone is held back by another safeguard.
import { consumers } from './consumers.mjs';
import { coordinators } from './coordinators.mjs';
import { members } from './members.mjs';
import { ownership } from './ownership.mjs';

export const mutants = [...ownership, ...coordinators, ...members, ...consumers];
