/**
 * The command line's way to the outside: files, standard streams, the clock. Commands get an Io, so
 * that tests can stand in for the outside.
 */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';

export interface Output {
  /** Resolves when more may be written. */
  write(text: string): Promise<void>;
  end(): Promise<void>;
}

export interface Io {
  readonly out: Output;
  readonly error: (line: string) => void;
  /** The text of a file in pieces; `-` is standard input. */
  readonly read: (path: string) => AsyncIterable<string>;
  readonly create: (path: string) => Promise<Output>;
  readonly exists: (path: string) => Promise<boolean>;
  /** Milliseconds of the real clock, from some moment. */
  readonly nowMs: () => number;
}

/** Wrong use, or a file that cannot be used: one line, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Whoever read the output has gone: no error, there is just nobody to write to. */
export class ClosedPipe extends Error {
  override name = 'ClosedPipe';
}

export function nodeIo(): Io {
  return {
    out: streamOutput(process.stdout),
    error: (line) => void process.stderr.write(`${line}\n`),
    read: readFile,
    create: createFile,
    exists: async (path) => (await stat(path).catch(() => null)) !== null,
    nowMs: () => performance.now(),
  };
}

/** Waits where the reader is slow, so that a long trace does not pile up in memory. */
function streamOutput(stream: Writable): Output {
  let closed = false;
  let wake = () => {};
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    closed = true;
    wake();
  });
  stream.on('drain', () => wake());
  const settled = async () => {
    // An error of the pipe is told in a later turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    if (closed) throw new ClosedPipe();
  };
  return {
    async write(text) {
      const waits = new Promise<void>((resolve) => (wake = resolve));
      if (!stream.write(text) && !closed) await waits;
      await settled();
    },
    end: settled,
  };
}

async function* readFile(path: string): AsyncGenerator<string, void> {
  const stream = path === '-' ? process.stdin : createReadStream(path);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    for await (const bytes of stream) yield decode(decoder, bytes as Uint8Array);
    yield decode(decoder);
  } catch (error) {
    throw new UsageError(`${path}: ${reasonOf(error)}`);
  }
}

type Decoder = InstanceType<typeof TextDecoder>;

function decode(decoder: Decoder, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    throw new UsageError('is not text in UTF-8');
  }
}

async function createFile(path: string): Promise<Output> {
  try {
    const file = await open(path, 'w');
    return { write: (text) => file.writeFile(text), end: () => file.close() };
  } catch (error) {
    throw new UsageError(`${path}: ${reasonOf(error)}`);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'is a folder, not a file',
  EACCES: 'may not be opened',
  EPERM: 'may not be opened',
  ENOTDIR: 'there is no such file',
  ENAMETOOLONG: 'there is no such file',
  EROFS: 'cannot be written',
};

function reasonOf(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? message;
}
