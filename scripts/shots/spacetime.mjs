// States of the space-time view.
import { card } from '../built-page.mjs';

const phone = { width: 390, height: 844 };
const show = (page) => page.getByRole('tab', { name: 'Space-time', exact: true }).click();

/** c-2 has been frozen and is out; what came of it is in the picture. */
async function frozenOut(page) {
  await card(page, 'c-2').click();
  await page.keyboard.press('z');
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('5');
  await page
    .getByRole('region', { name: /^Group / })
    .getByText('generation 3')
    .waitFor();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await show(page);
}

export const spacetimeStates = {
  spacetime: { reach: frozenOut },
  'spacetime-large': {
    reach: async (page) => {
      await frozenOut(page);
      await page.getByRole('button', { name: 'Large', exact: true }).click();
    },
  },
  'spacetime-lit': {
    reach: async (page) => {
      await frozenOut(page);
      await card(page, 'c-3').click();
      await page.keyboard.press('w');
      await page.getByRole('button', { name: 'Large', exact: true }).click();
    },
  },
  'spacetime-table': {
    reach: async (page) => {
      await frozenOut(page);
      await page.getByRole('button', { name: 'Show as table' }).click();
    },
  },
  'spacetime-phone': {
    size: phone,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Pause', exact: true }).click();
      await show(page);
    },
  },
};
