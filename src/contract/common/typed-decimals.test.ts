import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readDecimal, readPercent, searchedCents } from './typed-decimals';

describe('a typed number', () => {
  it.each([
    ['1,250.50', '1250.50'],
    ['1.250,50', '1250.50'],
    ['1250,5', '1250.5'],
    ['1250.5', '1250.5'],
    [' 1 250,50 ', '1250.50'],
    ['1\u202f250,50', '1250.50'],
    ["1'250.50", '1250.50'],
    ['1,250', '1250'],
    ['1.250', '1250'],
    ['1.250.000', '1250000'],
    ['1,250,000.5', '1250000.5'],
    ['0,5', '0.5'],
    ['0.125', '0.125'],
    ['$1,250.50', '1250.50'],
    ['1.250,50 €', '1250.50'],
    ['120', '120'],
    ['1,25,000', '125000'],
    ['5.', '5'],
    [',5', '0.5'],
    ['१२५०,५', '1250.5'],
    ['', ''],
  ])('%s is read as %s', (typed, decimal) => {
    expect(readDecimal(typed, 2)).toBe(decimal);
  });

  it.each([
    'abc',
    '12a',
    '-5',
    '1,2,3',
    '12,50.00',
    '1.2.3,4',
    '1,25,00',
    '5 CR',
    '5 kg',
    '1.250,50,00',
  ])('%s is not changed, for validation to reject', (typed) => {
    expect(readDecimal(typed, 2)).toBe(typed);
  });

  it.each([
    ['1.250', '1.250'],
    // Ambiguous numbers are rejected.
    ['1,250', '1,250'],
    ['1,250,000', '1250000'],
    ['1 250', '1250'],
    ['2,5', '2.5'],
    ['1.250,125', '1250.125'],
  ])('%s is read as %s in a currency with three decimals', (typed, decimal) => {
    expect(readDecimal(typed, 3)).toBe(decimal);
  });

  const anyCents = fc.integer({ min: 0, max: 99_999_999_999 });
  const plain = (cents: number) => (cents / 100).toFixed(2);

  it('has the same value in every notation', () => {
    fc.assert(
      fc.property(
        anyCents,
        fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'de-CH', 'es-ES'),
        (cents, language) => {
          const typed = new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(
            cents / 100,
          );
          expect(readDecimal(typed, 2)).toBe(plain(cents));
        },
      ),
    );
  });

  it('in the API’s format is returned unchanged', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(readDecimal(plain(cents), 2)).toBe(plain(cents));
        expect(readDecimal((cents / 1000).toFixed(3), 3)).toBe((cents / 1000).toFixed(3));
      }),
    );
  });

  it('keeps its value when it is read a second time', () => {
    const signs = fc.string({ unit: fc.constantFrom(...'0123456789.,'), maxLength: 12 });
    fc.assert(
      fc.property(signs, (typed) => {
        const once = readDecimal(typed, 2);
        if (/^\d+(\.\d{1,2})?$/.test(once)) expect(readDecimal(once, 2)).toBe(once);
      }),
    );
  });
});

it.each([
  ['8.875', '8.875'],
  ['8,875', '8.875'],
  [' 19 ', '19'],
  ['1,000.5', '1000.5'],
])(
  'a percentage %s is read as %s, since a comma never separates its thousands',
  (typed, percent) => {
    expect(readPercent(typed)).toBe(percent);
  },
);

it.each([
  ['1011.50', 101_150],
  ['1.011,50', 101_150],
  ['€1,800', 180_000],
  ['INV-2026-0007', undefined],
  ['Ada', undefined],
  ['', undefined],
])('a search for %s finds amounts of %s cents', (search, cents) => {
  expect(searchedCents(search)).toBe(cents);
});
