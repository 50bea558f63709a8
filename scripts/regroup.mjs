#!/usr/bin/env node
// The command line. It is TypeScript, which Node 20 does not run, so it is built whenever a source
// is newer than the last build; nobody has to remember to.
import { mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesBelow } from './files.mjs';
import { ensurePackages, nodeIsTooOld, root } from './packages.mjs';

const cache = join(root, 'node_modules', '.cache', 'regroup');
const built = join(cache, 'main.mjs');

function isFresh() {
  const since = statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = filesBelow(join(root, 'src'), /(?<!\.test)\.ts$/);
  const others = [join(root, 'package-lock.json'), join(root, 'scripts', 'regroup.mjs')];
  return [...sources, ...others].every((path) => statSync(path).mtimeMs < since);
}

async function buildCommandLine() {
  const { build } = await import('vite');
  // A folder of its own and a rename: two commands may build at the same time.
  const outDir = join(cache, `build-${process.pid}`);
  mkdirSync(outDir, { recursive: true });
  const startedAt = new Date();
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: join(root, 'src', 'cli', 'main.ts'),
        outDir,
        copyPublicDir: false,
        target: 'node20',
        minify: false,
        rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'main.mjs' } },
      },
    });
    // A source saved while the build ran must count as newer.
    utimesSync(join(outDir, 'main.mjs'), startedAt, startedAt);
    renameSync(join(outDir, 'main.mjs'), built);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

async function main() {
  const tooOld = nodeIsTooOld();
  if (tooOld !== undefined) throw new Error(tooOld);
  if (ensurePackages() !== 0) throw new Error('The packages could not be installed.');
  if (!isFresh()) await buildCommandLine();
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}
await import(pathToFileURL(built).href);
