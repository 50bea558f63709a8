import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './page.ts';

/** Fails with axe's own sentences and the elements they are about. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const readable = violations.map(({ id, help, nodes }) => {
    return `${id}: ${help} (${nodes.map((node) => node.target.join(' ')).join(', ')})`;
  });
  expect(readable, 'accessibility problems').toEqual([]);
}
