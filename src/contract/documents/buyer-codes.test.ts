import { expect, it } from 'vitest';

import { companyFieldsSchema } from '~/contract/companies/companies-schema';
import { buyerField } from './documents-schema';

const codes = {
  vatNumber: 'ＤＥ１３６６９５９７６',
  taxNumber: '٣٠٠٠٠١٢٣٤٥',
  registrationNumber: 'HRB １２３４',
  postcode: '１１０१',
  country: 'ＤＥ',
  electronicAddress: { scheme: '００８８', value: '４０１２३४5000009' },
};
const plain = {
  vatNumber: 'DE136695976',
  taxNumber: '3000012345',
  registrationNumber: 'HRB 1234',
  postcode: '1101',
  country: 'DE',
  electronicAddress: { scheme: '0088', value: '4012345000009' },
};

it('codes of buyers, companies and the seller have ASCII digits and letters', () => {
  expect(buyerField.parse({ name: 'Ada', ...codes })).toEqual({ name: 'Ada', ...plain });
  expect(companyFieldsSchema.parse({ name: 'Pier', ...codes })).toMatchObject(plain);
});

it.each([
  ['ΕL123456789', 'EL123456789'],
  ['АТU12345678', 'ATU12345678'],
])('a VAT number with letters that look Latin is read: %s', (written, number) => {
  const country = number.startsWith('EL') ? 'GR' : 'AT';
  expect(buyerField.parse({ name: 'Ada', country, vatNumber: written }).vatNumber).toBe(number);
});

it('a code has one line', () => {
  expect(buyerField.safeParse({ name: 'Ada', taxNumber: '12\n34' }).success).toBe(false);
});
