// Makes docs/regroup.png: the page on its first experiment, c-2 frozen and found out. Run it after
// `npm run build`, with a browser as `npm test` finds it.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { knownBrowser } from './browser.mjs';
import { root } from './packages.mjs';

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  const file = join(root, 'dist', path === '/' ? 'index.html' : path);
  readFile(file).then(
    (content) => {
      response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
      response.end(content);
    },
    () => response.writeHead(404).end(),
  );
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const known = await knownBrowser();
const browser = await chromium.launch({ executablePath: known?.executablePath });
const page = await browser.newPage({
  viewport: { width: 1440, height: 900 },
  colorScheme: 'dark',
});
await page.goto(`http://127.0.0.1:${server.address().port}/`);
const frozen = page.getByRole('button', { name: /^c-2, / });
await frozen.click();
await page.keyboard.press('z');
await page
  .getByRole('region', { name: /^Group / })
  .getByText('PreparingRebalance')
  .waitFor();
await page.getByRole('button', { name: /^c-1, .*Registering/ }).waitFor();
await page.keyboard.press('Space');
await page.getByRole('button', { name: /^c-1, / }).click();
await page.getByRole('tab', { name: 'Why' }).click();
await page.screenshot({ path: join(root, 'docs', 'regroup.png') });
await browser.close();
server.close();
