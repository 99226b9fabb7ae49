import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

import { keepTemporaryFilesInMemory } from './src/testing/temporary-files.ts';

/** Tests of components, which run in a DOM without a server or a database. */
const components = 'src/web/**/*.test.tsx';
/** Tests that start, kill or bundle the product, or stop its dependencies. They take minutes, and run with `npm run test:ops`. */
const operations = 'src/**/*.ops.test.ts';

await keepTemporaryFilesInMemory();

export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    // Without isolation, test files share loaded modules. Loading the product again for each file would take
    // longer than the tests. Each server test file has its own database, and components-setup.ts resets the
    // module state and browser storage of component tests.
    isolate: false,
    // Workers spend half of their time waiting for the database.
    maxWorkers: 3,
    testTimeout: 40_000,
    hookTimeout: 60_000,
    // The report of `.ci/run` names tests that passed only when repeated.
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ['src/e2e/**', components, operations],
          globalSetup: ['src/testing/global-setup.ts'],
          // openapi-typescript needs the JavaScript API of TypeScript, which version 7 does not have.
          alias: {
            typescript: '@ts-morph/common/dist/typescript.js',
            '@node-rs/argon2': fileURLToPath(new URL('./src/testing/argon2.ts', import.meta.url)),
          },
          server: { deps: { inline: ['openapi-typescript'] } },
        },
      },
      {
        extends: true,
        test: {
          name: 'ops',
          include: [operations],
          globalSetup: ['src/testing/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: [components],
          environment: 'happy-dom',
          // Links and new windows do not navigate, and pages fetch no resources.
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
