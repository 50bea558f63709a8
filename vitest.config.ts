import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    // For a busy machine: nothing here waits for the clock.
    testTimeout: 60_000,
    include: ['src/**/*.test.ts', 'scripts/**/*.test.mjs'],
    benchmark: { include: ['bench/**/*.bench.ts'] },
    setupFiles: ['./scripts/vitest.setup.ts'],
    coverage: {
      provider: 'v8',
      reporter: ['text-summary', 'html'],
      include: ['src/{lib,wire,protocol,trace,simulation,cli}/**/*.ts'],
    },
  },
});
