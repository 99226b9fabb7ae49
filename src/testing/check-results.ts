import { expect } from 'vitest';

import type { CheckResult } from '~/contract/setup/checks';

/** Checks everything except the words: a state that needs attention must say what to do. */
export function expectState(result: CheckResult, state: CheckResult['state'], words: RegExp): void {
  expect(result).toMatchObject({ state, detail: expect.stringMatching(words) });
  expect(result.action !== '').toBe(state === 'warning' || state === 'failed');
}
