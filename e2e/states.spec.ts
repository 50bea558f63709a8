import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './page.ts';
import { card, openExperiment, openPage, pause, tool } from './stage.ts';

/** States of the page, each reached as a person would; axe looks at every one in both themes. */
const states: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  paused: async () => {},
  'with a consumer selected': async (page) => card(page, 'c-1').click(),
  'asked why': async (page) => {
    await card(page, 'c-1').click();
    await page.getByRole('tab', { name: 'Why' }).click();
  },
  'with the coordinator selected': async (page) => card(page, 'broker-1').click(),
  'with a tool in hand': async (page) => tool(page, 'kill').click(),
  'with a frozen consumer': async (page) => {
    await tool(page, 'freeze').click();
    await card(page, 'c-2').click();
  },
  'with the menu of a card open': async (page) => {
    await card(page, 'c-2').click({ button: 'right' });
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'with the menu of a tile open': async (page) => {
    await page.locator('.process-card .tile').first().click({ button: 'right' });
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'with the log open': async (page) => page.getByRole('tab', { name: 'Log' }).click(),
  'with the export menu open': async (page) =>
    page.getByRole('button', { name: 'Export menu' }).click(),
  'with a broker dragged in': async (page) => {
    await page.keyboard.press('b');
    await expect(card(page, 'broker-4')).toBeVisible();
  },
  'with a new topic asked for': async (page) => {
    await page.keyboard.press('o');
    await page.getByRole('textbox', { name: 'partitions' }).fill('0');
  },
  'with the topics open': async (page) => page.getByRole('button', { name: '1 topic' }).click(),
  'with the settings of a consumer open': async (page) => {
    await card(page, 'c-1').click();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('textbox', { name: 'heartbeat frequency F' }).fill('0');
    await page.getByRole('radio', { name: 'patterns' }).click();
    await page.getByRole('textbox', { name: /^allow/ }).fill('(');
  },
  'with a state machine in a wide inspector': async (page) => {
    await card(page, 'broker-1').click();
    await page.getByRole('tab', { name: 'State' }).click();
    await page.getByRole('button', { name: 'Wide inspector' }).click();
    await expect(page.getByRole('img', { name: /^State machine of billing/ })).toBeVisible();
  },
  'with what ZooKeeper holds': async (page) => {
    await page.getByRole('button', { name: /^ZooKeeper/ }).click();
    await expect(page.getByRole('region', { name: 'Nodes' })).toBeVisible();
  },
  'with the bytes of a message': async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('c-1 sends RegisterConsumer');
    await page.getByText('c-1 sends RegisterConsumer').first().click();
    await page.getByRole('tab', { name: 'Bytes' }).click();
    await page.getByRole('treeitem', { name: /^Topics/ }).click();
  },
  'with the rules open': async (page) =>
    page.getByRole('button', { name: /^Rules shown: / }).click(),
  'with a lamp open': async (page) => page.getByRole('button', { name: 'OWN-4 holds' }).click(),
  'with the experiments open': async (page) =>
    page.getByRole('button', { name: /^Experiment: / }).click(),
  'with two groups': async (page) => {
    await openExperiment(page, 'Two groups, two coordinators');
    await expect(page.getByRole('button', { name: /^Show group analytics/ })).toBeVisible();
  },
  'with its coordinator killed': async (page) => {
    await tool(page, 'kill').click();
    await card(page, 'broker-1').click();
    await expect(card(page, 'broker-1')).toHaveAccessibleName(/Killed/);
  },
  presenting: async (page) => {
    await page.keyboard.press('v');
    await expect(page.getByRole('region', { name: 'Presenter mode' })).toBeVisible();
  },
  'with the settings of the page open': async (page) =>
    page.getByRole('button', { name: 'Settings of the page' }).click(),
  'with the help open': async (page) => {
    await page.keyboard.press('?');
    await expect(page.getByRole('heading', { name: 'Marks', exact: true })).toBeVisible();
  },
};

for (const [name, reach] of Object.entries(states)) {
  test(`axe finds nothing in either theme ${name}`, async ({ page }) => {
    await openPage(page);
    await pause(page);
    await reach(page);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      await expectAccessible(page, colorScheme === 'dark' ? 'all' : 'colours');
    }
  });
}

for (const size of [
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
]) {
  test(`nothing scrolls sideways or off the page at ${size.width} x ${size.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await openPage(page);
    const overflow = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth - innerWidth, scrollHeight - innerHeight];
    });
    expect(overflow).toEqual([0, 0]);
  });
}

test('an impossible drop says why', async ({ page }) => {
  await openPage(page);
  await tool(page, 'kill').click();
  await page.getByRole('button', { name: /^ZooKeeper/ }).click();
  await expect(page.getByRole('status').first()).toContainText('ZooKeeper does not fail here');
});

test('on a phone nothing is wider than the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page);
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(tooWide).toBe(0);
});

test('on a low screen the figures that are folded away are one press away', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openPage(page);
  await pause(page);
  const figures = [
    page.getByText(/^Of that, in/),
    page.getByText('Two believe they own'),
    page.getByText('Invariants', { exact: true }),
  ];
  for (const figure of figures) await expect(figure).toBeHidden();
  const fold = page.getByRole('button', { name: 'All figures' });
  await fold.click();
  for (const figure of figures) await expect(figure).toBeInViewport({ ratio: 1 });
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page);
});

test('a name of 64 characters ends before the generation and the remedy', async ({ page }) => {
  const names = ['1', '2', '3'].map((number) => `c-${number}-`.padEnd(64, 'n'));
  const [first = ''] = names;
  await openPage(page);
  await page.getByLabel('File to import').setInputFiles({
    name: 'names.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(experimentOf(names))),
  });
  await card(page, first).click();
  await page.keyboard.press('z');
  const shown = page.locator(`.consumer-card[data-process="${first}"]`);
  const thaw = await shown.getByRole('button', { name: `Thaw ${first}` }).boundingBox();
  const generation = await shown.locator('.generation').boundingBox();
  const name = await shown.locator('.heading strong').boundingBox();
  if (!thaw || !generation || !name) throw new Error('not on the page');
  expect(name.width).toBeGreaterThan(30);
  expect(name.x + name.width).toBeLessThanOrEqual(generation.x);
  expect(generation.x + generation.width).toBeLessThanOrEqual(thaw.x);
});

function experimentOf(names: readonly string[]) {
  const consumers = names.map((name) => ({ name, startAtMs: 100, topics: ['orders'] }));
  return {
    format: 'regroup-experiment',
    version: 1,
    title: 'Long names',
    seed: 4,
    scenario: {
      protocol: 'register',
      brokers: 3,
      topics: [{ name: 'orders', partitions: 6 }],
      network: { latencyMs: [20, 60] },
      groups: [{ id: 'billing', consumers }],
    },
  };
}

test('many consumers are cells or chips, and cards again for who comes closer', async ({
  page,
}) => {
  await openPage(page);
  await openExperiment(page, 'Sixty consumers');
  await expect(card(page, 'c-1')).toBeVisible();
  await page.getByRole('button', { name: 'Consumers as cards' }).waitFor();
  const before = await card(page, 'c-1').boundingBox();
  await page.getByRole('button', { name: 'Consumers as cards' }).click();
  await expect(card(page, 'c-60')).toBeAttached();
  const after = await card(page, 'c-1').boundingBox();
  expect(after?.width).toBeGreaterThan(before?.width ?? Infinity);
  await card(page, 'c-60').scrollIntoViewIfNeeded();
  await card(page, 'c-60').click();
  await expect(page.getByRole('heading', { name: 'c-60' })).toBeVisible();
});
