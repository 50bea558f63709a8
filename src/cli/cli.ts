/** Finds the command and turns what goes wrong into one line and an exit code. */
import { fuzz } from './commands/fuzz.ts';
import { list } from './commands/list.ts';
import { run } from './commands/run.ts';
import { verify } from './commands/verify.ts';
import { ClosedPipe, UsageError } from './io.ts';
import type { Io } from './io.ts';

type CommandOfLine = (args: readonly string[], io: Io) => Promise<number>;

const commands: ReadonlyMap<string, CommandOfLine> = new Map<string, CommandOfLine>([
  ['run', run],
  ['verify', verify],
  ['list', list],
  ['fuzz', fuzz],
]);

const help = `Regroup runs Kafka's consumer-group rebalancing design of 2013-14.

  regroup run <file or built-in> [--seed N] [--until 20s] [--format jsonl|text] [--out FILE] [--check]
  regroup verify <trace>
  regroup list
  regroup fuzz [--mode calm|storm|coordinator] [--seeds 1..1000] [--time 60s] [--as-found]

A file named - is standard input. Durations: 500ms, 20s, 10m.
Exit codes: 0 fine, 1 a check failed, 2 wrong use or an unreadable file.
`;

/** Runs one command; resolves to the exit code. */
export async function runCli(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  try {
    if (name === undefined) throw new UsageError(`a command is missing: ${names()}`);
    if (name === 'help' || name === '--help' || name === '-h' || rest.includes('--help')) {
      await io.out.write(help);
      return 0;
    }
    const command = commands.get(name);
    if (!command) throw new UsageError(`there is no command "${name}", only ${names()}`);
    return await command(rest, io);
  } catch (error) {
    if (error instanceof ClosedPipe) return 0;
    if (!(error instanceof UsageError)) throw error;
    io.error(`regroup: ${error.message.replaceAll('\n', ' ')}`);
    return 2;
  }
}

function names(): string {
  return [...commands.keys(), 'help'].join(', ');
}
