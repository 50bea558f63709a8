// The states of the page that `npm run shots` takes pictures of, each reached as a person would.
import { card, ready } from '../built-page.mjs';
import { spacetimeStates } from './spacetime.mjs';
import {
  phone,
  small,
  low,
  narrow,
  pause,
  press,
  speed,
  act,
  frozen,
  rebalancing,
  chainOfTile,
  waitsForFrozen,
  reached,
  playTo,
  tab,
  ledger,
  consumersFile,
  importFile,
  longTopics,
  unfrozen,
  compared,
  popup,
} from './ways.mjs';

/** name -> how to get there, on which window; the theme is the script's. */
export const states = {
  ...spacetimeStates,
  fresh: { reach: pause },
  playing: { reach: async () => {} },
  selected: { reach: async (page) => (await pause(page), card(page, 'c-1').click()) },
  frozen: { reach: async (page) => (await frozen(page), pause(page)) },
  rebalancing: { reach: rebalancing },
  why: {
    reach: async (page) => {
      await rebalancing(page);
      await card(page, 'c-1').click();
      await page.getByRole('tab', { name: 'Why' }).click();
    },
  },
  'coordinator-killed': {
    reach: async (page) => {
      await act(page, 'broker-1', 'k');
      await card(page, 'c-1')
        .and(page.getByRole('button', { name: /Rediscovering/ }))
        .waitFor();
      await pause(page);
    },
  },
  election: { reach: (page) => playTo(page, 'The coordinator is killed', 8) },
  'everything-dead': {
    reach: async (page) => {
      await pause(page);
      for (const name of ['c-1', 'c-2', 'c-3', 'broker-1', 'broker-2', 'broker-3']) {
        await act(page, name, 'k');
      }
    },
  },
  twelve: { reach: (page) => playTo(page, 'Twelve consumers', 6) },
  sixteen: { reach: (page) => playTo(page, 'Sixteen consumers, sixty partitions', 6) },
  forty: {
    reach: (page) => importFile(page, consumersFile(40, [{ name: 'orders', partitions: 60 }]), 9),
  },
  sixty: { reach: (page) => playTo(page, 'Sixty consumers', 9) },
  'sixty-closer': {
    reach: async (page) => {
      await playTo(page, 'Sixty consumers', 9);
      await page.getByRole('button', { name: 'Consumers as cards' }).click();
    },
  },
  'forty-frozen': {
    reach: async (page) => {
      await importFile(page, consumersFile(40, [{ name: 'orders', partitions: 260 }]), 9);
      await act(page, 'c-2', 'z');
      await act(page, 'c-3', 'k');
    },
  },
  'frozen-out': {
    reach: async (page) => {
      await frozen(page);
      await speed(page, 5);
      await reached(page, 14);
      await pause(page);
      await card(page, 'c-2').click();
    },
  },
  'why-lit': { reach: async (page) => (await chainOfTile(page), press(page, 'w')) },
  'phone-why-lit': {
    size: phone,
    reach: async (page) => (await chainOfTile(page), press(page, 'w')),
  },
  waits: { reach: waitsForFrozen },
  'topic-selected': {
    reach: async (page) => {
      await pause(page);
      await page.getByRole('button', { name: /^\d+ topics?$/ }).click();
      await page.getByRole('button', { name: 'orders', exact: true }).click();
    },
  },
  'many-consumers': {
    reach: (page) => importFile(page, consumersFile(90, [{ name: 'orders', partitions: 60 }]), 9),
  },
  'three-groups': { reach: (page) => playTo(page, 'Three groups, three coordinators', 8) },
  'long-names': { reach: (page) => importFile(page, consumersFile(5, longTopics), 9) },
  'consumer-refused': { reach: (page) => playTo(page, 'Refused for good', 8) },
  'link-cut': { reach: (page) => playTo(page, 'A link is cut and restored', 7) },
  experiments: {
    reach: async (page) => {
      await pause(page);
      await page.getByRole('button', { name: /^Experiment: / }).click();
      await popup(page);
    },
  },
  topics: {
    reach: async (page) => {
      await pause(page);
      await page.getByRole('button', { name: '1 topic' }).click();
      await popup(page);
    },
  },
  settings: {
    reach: async (page) => {
      await pause(page);
      await card(page, 'c-1').click();
      await page.getByRole('tab', { name: 'Settings' }).click();
    },
  },
  bytes: {
    reach: async (page) => {
      await pause(page);
      await press(page, 'a');
      await page.getByRole('tab', { name: 'Messages' }).click();
      // By its button: the arrow keys walk the tabs, which have the focus.
      while ((await page.locator('.data-table tbody th button').count()) === 0) {
        await page.getByRole('button', { name: 'Next event' }).click();
      }
      await page.locator('.data-table tbody th button').first().click();
      await press(page, 'a');
      await page.getByRole('tab', { name: 'Bytes' }).click();
    },
  },
  'state-machine': {
    reach: async (page) => {
      await pause(page);
      await card(page, 'c-1').click();
      await page.getByRole('tab', { name: 'State' }).click();
    },
  },
  log: { reach: async (page) => (await pause(page), press(page, '/')) },
  table: {
    reach: async (page) => {
      await rebalancing(page);
      await press(page, 'a');
      await page.getByRole('region', { name: 'The stage as a table' }).waitFor();
    },
  },
  'ownership-table': {
    reach: async (page) => {
      await rebalancing(page);
      await page
        .getByRole('region', { name: 'Time' })
        .getByRole('button', { name: /table/i })
        .click();
    },
  },
  legend: {
    reach: async (page) => {
      await pause(page);
      await page.getByRole('button', { name: 'Legend' }).click();
    },
  },
  help: {
    reach: async (page) => {
      await pause(page);
      await press(page, '?');
      await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
    },
  },
  'page-settings': {
    reach: async (page) => {
      await pause(page);
      await page.getByRole('button', { name: 'Settings of the page' }).click();
      await popup(page);
    },
  },
  presenter: { size: small, reach: async (page) => (await rebalancing(page), present(page)) },
  'presenter-large': {
    size: { width: 1920, height: 1080 },
    reach: async (page) => (await rebalancing(page), present(page)),
  },
  'presenter-phone': {
    size: phone,
    reach: async (page) => (await rebalancing(page), present(page)),
  },
  'presenter-low': {
    size: low,
    reach: async (page) => (await rebalancing(page), present(page)),
  },
  'presenter-narrow': {
    size: narrow,
    reach: async (page) => (await rebalancing(page), present(page)),
  },
  small: { size: small, reach: rebalancing },
  'small-unfolded': {
    size: small,
    reach: async (page) => {
      await rebalancing(page);
      await page.getByRole('button', { name: 'All figures' }).click();
    },
  },
  ledger: { reach: ledger },
  'ledger-running': {
    size: small,
    reach: async (page) => {
      await rebalancing(page);
      await tab(page, 'Ledger');
      await page.getByRole('columnheader', { name: 'Started at' }).waitFor();
    },
  },
  'log-rule': {
    reach: async (page) => {
      await rebalancing(page);
      await tab(page, 'Log');
      await page.getByRole('combobox', { name: 'Rule' }).selectOption('HB-3');
      await page.getByRole('button', { name: 'Previous match' }).click();
    },
  },
  'phone-ledger': {
    size: phone,
    reach: async (page) => {
      await ledger(page);
      await page.getByRole('tablist', { name: 'Views over time' }).scrollIntoViewIfNeeded();
    },
  },
  'what-if': { reach: unfrozen },
  compared: { reach: compared },
  'compared-small': { size: small, reach: compared },
  'compared-phone': { size: phone, reach: compared },
  phone: { size: phone, reach: pause },
  'phone-sheet': {
    size: phone,
    reach: async (page) => (await pause(page), card(page, 'c-1').click()),
  },
  'phone-table': {
    size: phone,
    reach: async (page) => {
      await playTo(page, 'Three groups, three coordinators', 8);
      await press(page, 'a');
    },
  },
  'phone-rebalancing': { size: phone, reach: rebalancing },
  'phone-help': {
    size: phone,
    reach: async (page) => {
      await press(page, '?');
      await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
    },
  },
  narrow: { size: narrow, reach: pause },
  'zoom-200': { size: { width: 720, height: 450 }, reach: pause },
  'not-started': {
    before: (page) => page.route('**/simulation.worker*', (route) => route.abort()),
    reach: (page) => page.getByRole('alert').waitFor(),
  },
  'commands-found': {
    reach: async (page) => {
      await pause(page);
      await press(page, 'Control+k');
      await page.getByRole('combobox', { name: 'Find a command' }).fill('c-2');
      await page.getByRole('option', { name: 'Freeze c-2' }).waitFor();
    },
  },
  breakpoints: {
    reach: async (page) => {
      await pause(page);
      await page.getByRole('button', { name: /reakpoint/ }).click();
      await page.getByRole('checkbox', { name: 'A rebalance begins' }).check();
      await page.getByRole('checkbox', { name: 'A rule applies' }).check();
    },
  },
  'adaptive-hurries': {
    reach: async (page) => {
      await speed(page, 'adaptive');
      await reached(page, 9);
      await pause(page);
    },
  },
  starting: {
    // Never answered: the page waits.
    before: (page) => page.route('**/simulation.worker*', () => {}),
    reach: (page) => page.getByText('The simulation is starting').waitFor(),
  },
  'without-workers': {
    before: (page) =>
      page.addInitScript(() => {
        Reflect.deleteProperty(window, 'Worker');
      }),
    reach: async (page) => (await ready(page), pause(page)),
  },
  'region-at-fault': {
    before: (page) =>
      page.addInitScript(() => {
        CanvasRenderingContext2D.prototype.arc = () => {
          throw new Error('no more circles');
        };
      }),
    reach: (page) => page.getByRole('alert').first().waitFor(),
  },
};

async function present(page) {
  await press(page, 'v');
  await page.getByRole('region', { name: 'Presenter mode' }).waitFor();
}
