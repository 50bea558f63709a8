// Makes a fresh clone ready: Node's version, the locked packages and, with --browser, a browser.
import { ensurePackages, nodeIsTooOld } from './packages.mjs';

const tooOld = nodeIsTooOld();
if (tooOld !== undefined) {
  console.error(tooOld);
  process.exit(1);
}
const status = ensurePackages();
if (status !== 0) process.exit(status);
if (process.argv.includes('--browser')) {
  // Only now: it needs Playwright, which may just have been installed.
  const { ensureBrowser } = await import('./browser.mjs');
  if ((await ensureBrowser()) === undefined) process.exit(1);
}
