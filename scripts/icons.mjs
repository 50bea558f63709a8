// Makes public/favicon.png and public/apple-touch-icon.png from public/favicon.svg, for browsers
// that show no SVG there. Run it by hand after the SVG has changed.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { knownBrowser } from './browser.mjs';
import { root } from './packages.mjs';

const known = await knownBrowser();
const browser = await chromium.launch({ executablePath: known?.executablePath });
const svg = await readFile(join(root, 'public', 'favicon.svg'), 'utf8');

async function draw(file, size, ground, pad) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const inner = size - 2 * pad;
  const style = `margin:${pad}px;width:${inner}px;height:${inner}px;display:block`;
  await page.setContent(
    `<body style="margin:0;background:${ground}">${svg.replace('<svg', `<svg style="${style}"`)}`,
  );
  const path = join(root, 'public', file);
  await page.screenshot({ path, omitBackground: ground === 'transparent' });
  await page.close();
}

await draw('favicon.png', 48, 'transparent', 0);
await draw('apple-touch-icon.png', 180, '#ffffff', 20);
await browser.close();
