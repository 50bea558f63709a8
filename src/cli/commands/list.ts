/** `list`: the built-in experiments, a line each. */
import { builtins } from '../../simulation/builtins.ts';
import type { Io } from '../io.ts';
import { parseOptions } from '../options.ts';

export async function list(args: readonly string[], io: Io): Promise<number> {
  parseOptions(args, {}, []);
  const width = Math.max(...builtins.map(({ id }) => id.length));
  const lines = builtins.map(({ id, title, sentence }) => {
    return `${id.padEnd(width)}  ${title}. ${sentence}\n`;
  });
  await io.out.write(lines.join(''));
  return 0;
}
