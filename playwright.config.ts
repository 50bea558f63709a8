import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { defineConfig } from '@playwright/test';
import { knownBrowser } from './scripts/browser.mjs';

/** Another program may hold any fixed port, and reusing its server would test something else. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });
}

// Playwright reads this file again in each of its workers; the environment keeps them on one port.
process.env['E2E_PORT'] ??= String(await freePort());
const port = process.env['E2E_PORT'];
const baseURL = `http://127.0.0.1:${port}/`;

// `npm ci` deletes the note that the set-up left, so look again where it is missing.
const browser = await knownBrowser();
if (browser === undefined) throw new Error('No browser: run node scripts/setup.mjs --browser');
const { executablePath } = browser;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // Limits for a busy machine; a test that passes waits for what it looks at and no longer.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  use: {
    baseURL,
    // Videos need a download of Playwright's own.
    video: 'off',
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      // What is painted in part has its edges smoothed by where the part ended.
      args: ['--disable-partial-raster'],
    },
  },
  webServer: {
    // Not npx: ending that leaves Vite running.
    command: `node node_modules/vite/bin/vite.js preview --host 127.0.0.1 --port ${port} --strictPort`,
    url: baseURL,
    reuseExistingServer: false,
  },
});
