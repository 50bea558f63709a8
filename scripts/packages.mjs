// Plain Node, no packages: this runs before there are any.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The oldest Node that the tools run on, from package.json. */
export function nodeIsTooOld() {
  const { engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const parts = (text) => text.match(/\d+/g).map(Number);
  const [wanted, running] = [parts(engines.node), parts(process.versions.node)];
  const older =
    running[0] < wanted[0] || (running[0] === wanted[0] && running[1] < (wanted[1] ?? 0));
  return older
    ? `Regroup needs Node ${wanted.join('.')} or newer; this is ${process.versions.node}.`
    : undefined;
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** What npm noted down at its last install, against the lock, version by version. */
function packagesAreInstalled() {
  const wanted = readLock(`${root}package-lock.json`);
  const present = readLock(`${root}node_modules/.package-lock.json`);
  if (wanted === undefined) throw new Error('package-lock.json is missing or unreadable');
  if (present === undefined) return false;
  return Object.entries(wanted).every(([folder, { version, optional }]) => {
    if (folder === '') return true;
    // Binaries for other systems are in the lock but never on this disk.
    if (present[folder] === undefined) return optional === true;
    return present[folder].version === version && existsSync(`${root}${folder}`);
  });
}

/** Installs the locked packages if they are not there. Returns npm's exit code. */
export function ensurePackages() {
  if (packagesAreInstalled()) return 0;
  console.error('Installing packages (npm ci)');
  // Standard output stays clean: the command line pipes its own result there.
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  return status ?? 1;
}
