import { expect, it } from 'vitest';

import { momentInWords } from './moment';

const at = (day: number, hour: number) => new Date(2026, 10, day, hour);

it.each([
  [at(28, 9), '2 hours ago'],
  [at(27, 21), '14 hours ago'],
  [at(27, 10), 'yesterday'],
  [at(26, 21), '2 days ago'],
  [at(22, 8), '6 days ago'],
])('a time is shown in hours for a day, then in calendar days: %s', (past, words) => {
  expect(momentInWords(past.toISOString(), at(28, 11).getTime())).toBe(words);
});
