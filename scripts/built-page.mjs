// Serves dist/ and opens it in the browser that `npm test` finds: for the scripts that take pictures or measure.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { knownBrowser } from './browser.mjs';
import { root } from './packages.mjs';

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

function serve(request, response) {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  const file = join(root, 'dist', path === '/' ? 'index.html' : path);
  readFile(file).then(
    (content) => {
      response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
      response.end(content);
    },
    () => response.writeHead(404).end(),
  );
}

/** Calls `work` with the address of the built page and a browser, and ends both afterwards. */
export async function withBuiltPage(work) {
  const server = createServer(serve);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const known = await knownBrowser();
  const browser = await chromium.launch({ executablePath: known?.executablePath });
  try {
    await work({ address: `http://127.0.0.1:${server.address().port}/`, browser });
  } finally {
    await browser.close();
    server.close();
  }
}

/** A card on the stage, by the name of its process. */
export const card = (page, process) =>
  page.getByRole('button', { name: new RegExp(`^${process}, `) });

/** Waits for the first group to be at work. */
export async function ready(page) {
  await page.getByRole('button', { name: /^c-2, .*Part of group/ }).waitFor();
}
