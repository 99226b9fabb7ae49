import { describe, expect, it } from 'vitest';

import { defaultTaxNoteOf } from './tax';
import { taxNumbersOf } from './tax-numbers';
import { itemTaxInWords, taxLabel } from './tax-words';

describe('tax terms', () => {
  it.each([
    ['DE', 'VAT 21% of €100'],
    ['NL', 'BTW/VAT 21% of €100'],
    ['US', 'Sales tax 21% of €100'],
    ['AU', 'GST 21% of €100'],
    ['', 'Tax 21% of €100'],
  ])('follow the country of the seller (%s)', (country, label) => {
    expect(taxLabel({ category: 'S', rate: '21' }, '€100', country)).toBe(label);
  });

  it.each([
    ['S', '21', 'NL', '21% BTW/VAT'],
    ['AE', '0', 'NL', 'Reverse charge'],
    ['O', '0', 'US', 'Not subject to sales tax'],
  ] as const)(
    'name the tax of an item once (%s at %s%% in %s)',
    (category, rate, country, words) => {
      expect(itemTaxInWords({ taxCategory: category, taxRate: rate }, country)).toBe(words);
    },
  );

  it('mention the European Union only for its members', () => {
    expect(defaultTaxNoteOf('O', { country: 'NL' })).toContain('European Union');
    expect(defaultTaxNoteOf('O', { country: 'US' })).toBe(
      'Not subject to sales tax: the place of supply is in another country.',
    );
    expect(defaultTaxNoteOf('G', { country: 'AU' })).toBe('Export, exempt from GST.');
    expect(defaultTaxNoteOf('E', { country: 'GB', scheme: 'small_business' })).toBe(
      'No VAT is charged.',
    );
  });

  it('use a country’s own name for its registration number', () => {
    expect(taxNumbersOf({ registrationNumber: '24123456', country: 'NL' })).toEqual([
      'KvK 24123456',
    ]);
    expect(taxNumbersOf({ registrationNumber: '7', country: 'XX' })).toEqual([
      'Registration number 7',
    ]);
  });

  it.each([
    ['CHE123456788MWST', 'CHE-123.456.788 MWST'],
    ['CHE123456788', 'CHE-123.456.788'],
    ['ATU13585627', 'ATU13585627'],
  ])('write a VAT number in the format of its country (%s)', (vatNumber, written) => {
    expect(taxNumbersOf({ vatNumber, country: 'CH' })).toEqual([`VAT number ${written}`]);
  });

  it.each([
    ['DE', 'HRB 123456', 'HRB 123456'],
    ['DE', 'HRA 77', 'HRA 77'],
    ['DE', '123456', 'HRB 123456'],
    ['NL', 'KvK 24123456', 'KvK 24123456'],
    ['NL', 'kvk: 24123456', 'kvk: 24123456'],
    ['GB', 'SC123456', 'Company no. SC123456'],
  ])('name a registration number once (%s, %s)', (country, registrationNumber, printed) => {
    expect(taxNumbersOf({ registrationNumber, country })).toEqual([printed]);
  });
});
