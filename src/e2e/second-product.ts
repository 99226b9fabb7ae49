import { test as base, expect } from './fixtures';

const secondUrl = process.env.E2E_SECOND_URL ?? '';

/**
 * Runs tests against a second server, so that they can change content without affecting other tests. Their files run one
 * after the other.
 */
export const test = base.extend<{ ready: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
  baseURL: async ({}, use) => use(secondUrl),
  ready: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
    async ({}, use) => {
      const isReady = () =>
        fetch(`${secondUrl}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      await expect.poll(isReady, { timeout: 60_000, intervals: [100] }).toBe(true);
      await use(undefined);
    },
    { auto: true, timeout: 70_000 },
  ],
});
