import { expect, test as base } from '@playwright/test';

/**
 * The test function of every journey. A page that logs an error, throws, or breaks the
 * Content-Security-Policy (which Chromium reports as a console error) fails its test.
 */
export const test = base.extend<{ quietPage: undefined }>({
  quietPage: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      await use(undefined);
      expect(problems, 'errors that the page reported').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
