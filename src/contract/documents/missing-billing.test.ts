import { describe, expect, it } from 'vitest';

import { type BillingRecord, droppedOf, gapsOf } from './missing-billing';

const empty: BillingRecord = {
  ...{ address: '', postcode: '', city: '', country: '', vatNumber: '', taxNumber: '' },
  ...{ registrationNumber: '', email: '', buyerReference: '', electronicAddress: null },
};
const full: BillingRecord = {
  ...{ address: 'Allee 9', postcode: '10115', city: 'Berlin', country: 'DE' },
  ...{ vatNumber: 'DE136695976', taxNumber: '', registrationNumber: 'HRB 99' },
  ...{ email: 'rechnung@amt.example', buyerReference: '04011000-12345-03' },
  electronicAddress: { scheme: '9930', value: 'DE136695976' },
};

describe('a record that adopts data of another record', () => {
  it('gets all data if it has none, and nothing is dropped', () => {
    const { taxNumber: _, ...filled } = full;
    expect(gapsOf(empty, full)).toEqual(filled);
    expect(droppedOf(empty, full)).toEqual([]);
  });

  it('keeps its own data', () => {
    const own = { ...full, email: 'own@example.com', registrationNumber: '' };
    expect(gapsOf(own, full)).toEqual({ registrationNumber: 'HRB 99' });
    expect(droppedOf(own, full)).toEqual(['email for invoices rechnung@amt.example']);
  });

  it('gets only the email and the reference if the addresses differ', () => {
    const elsewhere = { ...empty, address: 'Gasse 2', city: 'Graz', country: 'AT' };
    expect(gapsOf(elsewhere, full)).toEqual({
      email: 'rechnung@amt.example',
      buyerReference: '04011000-12345-03',
    });
    expect(droppedOf(elsewhere, full)).toEqual([
      'address Allee 9',
      'postcode 10115',
      'city Berlin',
      'country DE',
      'VAT number DE136695976',
      'registration number HRB 99',
      'electronic address DE136695976',
    ]);
  });
});
