/** What `rules.mjs` needs of the sources, from one entry: they must share one engine of patterns. */
import '../src/lib/pattern-engine.ts';

export { runToEnd } from '../src/cli/simulate.ts';
export { rules } from '../src/protocol/rules.ts';
export { builtins } from '../src/simulation/builtins.ts';
