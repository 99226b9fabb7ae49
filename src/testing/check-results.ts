import { expect } from 'vitest';

import type { CheckResult } from '~/contract/setup/checks';

/** Expects valid results with any wording. A state that needs attention must contain advice. */
export function expectState(result: CheckResult, state: CheckResult['state'], words: RegExp): void {
  expect(result).toMatchObject({ state, detail: expect.stringMatching(words) });
  expect(result.action !== '').toBe(state === 'warning' || state === 'failed');
}
