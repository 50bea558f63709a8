// What the first visit loads: the scripts and styles that the built index.html names.
// Vite lists the entry's static imports there as modulepreload, so nothing has to be followed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './packages.mjs';

const limit = 250_000;
const dist = join(root, 'dist');
const html = readFileSync(join(dist, 'index.html'), 'utf8');

function gzippedSize(extension) {
  const named = html.matchAll(/(?:src|href)="\.\/([^"]+)"/g);
  const files = [...new Set([...named].map((match) => match[1]))];
  return files
    .filter((file) => file.endsWith(extension))
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0);
}

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const [js, css] = [gzippedSize('.js'), gzippedSize('.css')];
console.log(`first load: script ${kB(js)} of ${kB(limit)}, style ${kB(css)} (gzip)`);
if (js === 0) console.error('index.html names no script: this check has lost its subject');
if (js > limit) console.error('The first load is too heavy: load on demand what it does not need.');
process.exitCode = js > 0 && js <= limit ? 0 : 1;
