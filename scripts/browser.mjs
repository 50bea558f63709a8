// Finds a Chromium for the end-to-end tests, or installs one.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { root } from './packages.mjs';

const cache = join(root, 'node_modules', '.cache');
const note = join(cache, 'test-browser.json');
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];
const programs = process.env['PROGRAMFILES'] ?? 'C:\\Program Files';
const programsX86 = process.env['PROGRAMFILES(X86)'] ?? 'C:\\Program Files (x86)';
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  `${programs}\\Google\\Chrome\\Application\\chrome.exe`,
  `${programsX86}\\Google\\Chrome\\Application\\chrome.exe`,
  `${programsX86}\\Microsoft\\Edge\\Application\\msedge.exe`,
];

/** Playwright's own download is `undefined`: it then looks for itself. */
function candidates() {
  const onPath = (process.env['PATH'] ?? '').split(delimiter);
  const installed = names.flatMap((name) => onPath.map((folder) => join(folder, name)));
  const found = [...installed, ...places].filter((path) => existsSync(path));
  const named = process.env['CHROMIUM_PATH'];
  return [...(named ? [named] : []), undefined, ...new Set(found)];
}

/** A file of the right name may be a stub, so each candidate has to open a page. */
async function opensAPage(executablePath) {
  let browser;
  try {
    browser = await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      timeout: 20_000,
    });
    const page = await browser.newPage();
    await page.setContent('<title>ready</title>');
    return (await page.title()) === 'ready';
  } catch {
    return false;
  } finally {
    await browser?.close();
  }
}

async function findBrowser() {
  for (const executablePath of candidates()) {
    if (await opensAPage(executablePath)) return { executablePath };
    if (executablePath !== undefined)
      console.error(`Skipped ${executablePath}: it does not open a page`);
  }
  return undefined;
}

function run(command, args) {
  console.error(`${command} ${args.join(' ')}`);
  // Package tools are chatty; what they say matters only when they fail.
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0)
    console.error(`${stdout ?? ''}${stderr ?? ''}`.split('\n').slice(-8).join('\n'));
  return status === 0;
}

function installWithApt() {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync('/etc/debian_version')) return false;
  // Its exit code says nothing (0 without a network): only the installation's counts.
  run('apt-get', ['update', '-q']);
  const install = (name) => {
    return run('apt-get', ['install', '-qy', '--no-install-recommends', name, 'fonts-dejavu-core']);
  };
  return install('chromium-headless-shell') || install('chromium');
}

function installWithPlaywright() {
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const withDependencies = process.getuid?.() === 0 ? ['--with-deps'] : [];
  return run(process.execPath, [cli, 'install', '--only-shell', ...withDependencies, 'chromium']);
}

function readNote() {
  try {
    const { executablePath, wanted } = JSON.parse(readFileSync(note, 'utf8'));
    if (wanted !== (process.env['CHROMIUM_PATH'] ?? '')) return undefined;
    if (executablePath !== undefined && !existsSync(executablePath)) return undefined;
    return { executablePath };
  } catch {
    return undefined;
  }
}

function writeNote({ executablePath }) {
  mkdirSync(cache, { recursive: true });
  writeFileSync(
    note,
    JSON.stringify({ executablePath, wanted: process.env['CHROMIUM_PATH'] ?? '' }),
  );
}

/** The browser of the last look, or of a new one; undefined if there is none. Installs nothing. */
export async function knownBrowser() {
  const noted = readNote();
  if (noted !== undefined) return noted;
  const found = await findBrowser();
  if (found !== undefined) writeNote(found);
  return found;
}

/** Like knownBrowser, but tries each, and installs one if there is none. */
export async function ensureBrowser() {
  const noted = readNote();
  if (noted !== undefined && (await opensAPage(noted.executablePath))) return noted;
  rmSync(note, { force: true });
  let found = await findBrowser();
  if (found === undefined) {
    console.error('No browser found for the end-to-end tests; installing one');
    if (installWithApt()) found = await findBrowser();
    if (found === undefined && installWithPlaywright()) found = await findBrowser();
  }
  if (found === undefined) {
    console.error('There is no browser for the end-to-end tests, and installing one failed.');
    console.error('Install Chromium, Chrome or Edge, or let CHROMIUM_PATH name one;');
    console.error('or, with access to the network: npx playwright install --with-deps chromium');
    return undefined;
  }
  writeNote(found);
  return found;
}
