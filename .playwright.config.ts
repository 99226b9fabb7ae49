import { defineConfig, devices } from '@playwright/test';

/** Chromium refuses its own sandbox to root. */
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export default defineConfig({
  testDir: 'src/e2e',
  outputDir: 'test-results',
  globalSetup: './src/e2e/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: process.env.CI ? 1 : 0,
  workers: 3,
  // Bounds of hanging tests, not of speed: a busy machine needs many times what a quiet one does.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    baseURL: process.env.E2E_URL,
    // Animations end at once, so that no test sees one halfway. `layout-shift.spec.ts` turns them on.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [...asRoot, '--disable-background-networking', '--disable-gpu'],
    },
  },
});
