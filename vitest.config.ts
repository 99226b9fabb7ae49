import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

import { keepTemporaryFilesInMemory } from './src/testing/temporary-files.ts';

/** Tests of components: they run in a DOM, without a server or a database. */
const components = 'src/web/**/*.test.tsx';

await keepTemporaryFilesInMemory();

export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    // No file leaves anything behind in the process, and loading the whole product anew for each would take
    // longer than the tests themselves. Each server file takes a database of its own; what components keep
    // in modules and in the browser's storage is reset by components-setup.ts.
    isolate: false,
    // Half of a worker's time is spent waiting for the database.
    maxWorkers: 3,
    testTimeout: 40_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ['src/e2e/**', components],
          globalSetup: ['src/testing/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: [components],
          environment: 'happy-dom',
          // A link or a new window leads nowhere, and nothing is fetched for the page.
          environmentOptions: {
            happyDOM: {
              url: 'http://agency.test/',
              settings: {
                disableCSSFileLoading: true,
                disableJavaScriptFileLoading: true,
                navigation: {
                  disableMainFrameNavigation: true,
                  disableChildFrameNavigation: true,
                  disableChildPageNavigation: true,
                },
              },
            },
          },
          setupFiles: ['src/testing/components-setup.ts'],
        },
      },
    ],
  },
});
