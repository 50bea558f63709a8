import { readdirSync, readFileSync as read } from 'node:fs';
import { join } from 'node:path';

/** Every file below `folder` whose path matches, with forward slashes, sorted. */
export function filesBelow(folder, pattern) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
    .filter((path) => pattern.test(path))
    .sort();
}

export function readText(path) {
  return read(path, 'utf8');
}
