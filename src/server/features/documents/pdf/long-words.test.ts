import { expect, it } from 'vitest';

import { breakLongWord } from './long-words';

it.each([
  ['website', ['website']],
  ['1,234,567,890,123.00', ['1,234,567,890,123.00']],
  ['1,234,567,890,123,456.00', ['1,234,567,890,123,456.00']],
  ['Donaudampfschifffahrt', ['Donau', 'dampf', 'schif', 'ffahr', 't']],
  ['jonah@whitfield-roasters.example', ['jonah@', '', 'whitfield-roasters.', '', 'example']],
  ['😀'.repeat(21), ['😀'.repeat(21)]],
])('the word %s is broken at the right places', (word, pieces) => {
  expect(breakLongWord(word)).toEqual(pieces);
});

it('a long word keeps every letter, and is broken earlier in narrow columns', () => {
  const word = 'Arbeitsstunden';
  expect(breakLongWord(word)).toEqual([word]);
  expect(breakLongWord(word, 9).join('')).toBe(word);
  expect(breakLongWord(word, 9).length).toBeGreaterThan(1);
});
