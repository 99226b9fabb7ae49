import { describe, expect, it } from 'vitest';

import { tooMany } from './rate-limits';

describe('the error past a rate limit', () => {
  it.each([
    [1, '1 second'],
    [2, '2 seconds'],
    [89, '89 seconds'],
    [90, '2 minutes'],
    [600, '10 minutes'],
    [5400, '2 hours'],
    [86_400, '24 hours'],
  ])('with %i seconds left, asks to wait %s', (seconds, words) => {
    const refusal = tooMany(seconds);
    expect(refusal.message).toBe(`Too many requests. Please try again in ${words}.`);
    expect(refusal.about.retryAfterSeconds).toBe(seconds);
  });
});
