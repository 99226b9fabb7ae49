import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

import { bundledDriver, patchedPostgres } from './src/build/patch-postgres.ts';

export default defineConfig({
  plugins: [patchedPostgres()],
  resolve: { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    exclude: ['src/e2e/**'],
    // Each test file takes a database of its own, and none leaves anything behind in the process; loading the
    // whole product anew for each would take longer than the tests themselves.
    isolate: false,
    maxWorkers: '100%',
    server: { deps: { inline: bundledDriver } },
    globalSetup: ['src/testing/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
