import { defineConfig } from 'vitest/config';

const core = '{lib,wire,protocol,trace,simulation,cli}';

export default defineConfig({
  test: {
    environment: 'node',
    // For a busy machine: nothing here waits for the clock.
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'core',
          include: [`src/${core}/**/*.test.ts`],
          // It keeps nothing but what follows from its inputs, so its modules are loaded once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.mjs'],
          exclude: [`src/${core}/**`],
        },
      },
    ],
    benchmark: { include: ['bench/**/*.bench.ts'] },
    setupFiles: ['./scripts/vitest.setup.ts'],
    coverage: {
      provider: 'v8',
      reporter: ['text-summary', 'html'],
      include: [`src/${core}/**/*.ts`],
    },
  },
});
