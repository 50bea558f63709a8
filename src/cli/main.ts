/** The entry of the command line: binds it to this process's arguments, streams and exit code. */
import '../lib/pattern-engine.ts';
import { runCli } from './cli.ts';
import { nodeIo } from './io.ts';

process.exitCode = await runCli(process.argv.slice(2), nodeIo());
