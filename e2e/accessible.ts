import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './page.ts';

/**
 * Fails with axe's own sentences and the elements they are about. Of a page that has been looked at
 * in one theme, another can only differ in its colours.
 */
export async function expectAccessible(page: Page, look = 'all' as 'all' | 'colours') {
  // The page has no frames, for whose sake axe would open a page of its own, which takes seconds.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if (look === 'colours') axe.withRules(['color-contrast']);
  const { violations } = await axe.analyze();
  const readable = violations.map(({ id, help, nodes }) => {
    return `${id}: ${help} (${nodes.map((node) => node.target.join(' ')).join(', ')})`;
  });
  expect(readable, 'accessibility problems').toEqual([]);
}
