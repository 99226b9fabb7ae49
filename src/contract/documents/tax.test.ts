import { describe, expect, it } from 'vitest';

import { proposeTax, whyForClient } from './tax';
import { vatNumberIssue } from './vat-numbers';

const seller = { scheme: 'regular', standardRate: '20' } as const;

describe('a client in Monaco, which counts as France for VAT', () => {
  it.each([
    ['AT', { vatNumber: 'FR40303265045' }, 'AE'],
    ['AT', {}, 'S'],
    ['FR', { vatNumber: 'FR40303265045' }, 'S'],
    ['US', {}, 'O'],
  ])('who buys from a seller in %s with %j gets category %s', (country, buyer, category) => {
    const proposed = proposeTax({ ...seller, country }, { country: 'MC', ...buyer }, 'valid');
    expect(proposed.taxCategory).toBe(category);
  });

  it('has a French VAT number', () => {
    expect(vatNumberIssue('FR40303265045', 'MC')).toBeUndefined();
    expect(vatNumberIssue('MC40303265045', 'MC')).toBe(
      'A VAT number of this country begins with FR',
    );
  });
});

it('the reason for the tax is worded for the client', () => {
  const whyOf = (sellerCountry: string, country: string) =>
    whyForClient(proposeTax({ ...seller, country: sellerCountry }, { country }).why);
  expect(whyOf('AT', '')).toBe('your country is not known yet');
  expect(whyOf('', 'AT')).toBe('the rate that applies to everybody');
  expect(whyOf('AT', 'AT')).toBe('in the same country');
});
