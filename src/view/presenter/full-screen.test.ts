/** The whole screen, given back before the browser has given it. */
import { afterEach, expect, it, vi } from 'vitest';
import { takeScreen } from './full-screen.ts';

afterEach(() => vi.unstubAllGlobals());

it('is given back also where it comes only after it was asked back', async () => {
  let take = () => {};
  const taken = new Promise<void>((resolve) => {
    take = resolve;
  });
  const page = {
    fullscreenEnabled: true,
    fullscreenElement: null as object | null,
    documentElement: { requestFullscreen: () => taken },
    addEventListener: () => {},
    removeEventListener: () => {},
    exitFullscreen: async () => {
      page.fullscreenElement = null;
    },
  };
  vi.stubGlobal('document', page);
  takeScreen(() => {})();
  page.fullscreenElement = page.documentElement;
  take();
  await taken;
  expect(page.fullscreenElement).toBeNull();
});
