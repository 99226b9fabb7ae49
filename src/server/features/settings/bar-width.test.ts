import { expect, it } from 'vitest';

import { barWidthOf } from './page-links';

const usual = ['Services', 'Home', 'About Us', 'Portfolio', 'Blog', 'Contact'];
const of = (more: string[], name = 'Kestrel') =>
  barWidthOf(
    name,
    [...usual, ...more].map((label) => ({ to: `/${label}`, label })),
  );

it.each([
  ['the usual pages', [], undefined],
  ['one more', ['Harbours'], '78'],
  ['a long one and a short one more', ['Winter offer for harbours', 'Harbours'], '90'],
  [
    'more than any window has room for',
    ['Winter offer for harbours', 'Harbours', 'Ferries'],
    'none',
  ],
])('the bar has room for %s from a width on', (_, more, wide) => {
  expect(of(more)).toBe(wide);
});

it('depends on the name of the agency, too', () => {
  expect(of([], 'Lantern, Harbour & Daughters')).toBe('78');
});
