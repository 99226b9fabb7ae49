import { defineConfig, devices } from '@playwright/test';

/** Chromium cannot use its sandbox when it runs as root. */
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export default defineConfig({
  testDir: 'src/e2e',
  outputDir: 'test-results',
  globalSetup: './src/e2e/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: process.env.CI ? 1 : 0,
  workers: 3,
  // These limits only stop tests that hang. On a busy machine, tests can take many times as long as
  // usual.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    baseURL: process.env.E2E_URL,
    // Animations end immediately, so that no test sees one in progress. `layout-shift.spec.ts`
    // enables them.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [...asRoot, '--disable-background-networking', '--disable-gpu'],
    },
  },
});
