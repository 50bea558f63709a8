// `npm run shots`: pictures of the built page in many states, in both themes, to be looked at by a
// person. They are compared with nothing. `npm run shots -- help phone` takes those two only;
// `-- --theme light` one theme only. Run `npm run build` first.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ready, withBuiltPage } from './built-page.mjs';
import { root } from './packages.mjs';
import { states } from './shots/states.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { theme: { type: 'string' } },
});
const names = positionals.length > 0 ? positionals : Object.keys(states);
const unknown = names.filter((name) => !Object.hasOwn(states, name));
if (unknown.length > 0) {
  console.error(
    `No state is called ${unknown.join(', ')}. There are: ${Object.keys(states).join(', ')}`,
  );
  process.exit(1);
}
const themes = values.theme === undefined ? ['dark', 'light'] : [values.theme];
const folder = join(root, 'docs', 'shots');
mkdirSync(folder, { recursive: true });

async function take({ address, browser }, name, theme) {
  const { size = { width: 1440, height: 900 }, before, reach } = states[name];
  const page = await browser.newPage({ viewport: size, colorScheme: theme });
  try {
    await before?.(page);
    await page.goto(address);
    if (!before) await ready(page);
    await reach(page);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(folder, `${name}-${theme}.png`) });
    console.log(`${name}-${theme}.png`);
  } catch (error) {
    console.error(`${name}-${theme}:`, error);
    process.exitCode = 1;
  } finally {
    await page.close();
  }
}

await withBuiltPage(async (built) => {
  for (const name of names) for (const theme of themes) await take(built, name, theme);
});
