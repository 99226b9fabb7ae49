import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createMatcher, type Payable } from './match-entry';
import { matchReturn } from './match-return';
import { isSameName, wordsOf } from './names';
import { createNumberFinder } from './numbers';

const invoice = (id: number, changes: Partial<Payable> = {}): Payable => ({
  id,
  number: `INV-2026-${String(id).padStart(4, '0')}`,
  currency: 'EUR',
  remainingCents: id * 1000,
  issueDate: '2026-03-01',
  names: [`Client ${'ABCDEFGHIJ'[id % 10]}lpha`, ''],
  ...changes,
});
const invoices = [invoice(1), invoice(2), invoice(3), invoice(12), invoice(120)];
const entry = (changes: Partial<Parameters<ReturnType<typeof createMatcher>>[0]> = {}) => ({
  ...{ bookedOn: '2026-03-04', cents: 1000, currency: 'EUR', name: '', reference: '' },
  endToEndId: '',
  ...changes,
});

describe('an invoice number in a reference', () => {
  const find = createNumberFinder([
    ...invoices,
    { number: '2026-0101' },
    { number: 'INV-2026-00012' },
  ]);
  it.each([
    ['INV-2026-0001', ['INV-2026-0001']],
    ['Rechnung inv-2026-0001, danke', ['INV-2026-0001']],
    ['INV20260001', ['INV-2026-0001']],
    ['inv 2026 0001', ['INV-2026-0001']],
    ['I N V 2 0 2 6 0 0 0 1', ['INV-2026-0001']],
    ['INV-2026-00 01', ['INV-2026-0001']],
    [
      'INV-2026-0001 INV-2026-0002+inv20260003',
      ['INV-2026-0001', 'INV-2026-0002', 'INV-2026-0003'],
    ],
    ['INV-2026-00012', ['INV-2026-00012']],
    ['INV-2026-00013', []],
    ['XINV-2026-0001', []],
    ['1INV-2026-0001', []],
    ['', []],
    // A number without letters could also be a date or an amount.
    ['2026-0101', ['2026-0101']],
    ['2026-01-01', []],
    ['20260101', []],
    ['12.2026-0101', []],
    ['2026-0101,50', []],
  ])('%s names %j', (text, numbers) => {
    expect(find(text).map(({ number }) => number)).toEqual(numbers);
  });

  it('is found between any other words, and never within a longer number', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 5 });
    fc.assert(
      fc.property(words, words, fc.stringMatching(/^[0-9a-z]{1,3}$/), (before, after, tail) => {
        const around = (number: string) => [...before, number, ...after].join(' ');
        const found = createNumberFinder([{ number: 'INV-2026-0001' }]);
        expect(found(around('INV-2026-0001'))).toHaveLength(1);
        expect(found(around(`INV-2026-0001${tail}`))).toHaveLength(0);
      }),
    );
  });
});

describe('comparing names', () => {
  it.each([
    ['Müller & Söhne GmbH', 'MUELLER & SOEHNE GMBH', true],
    ['Müller & Söhne GmbH', 'Muller Sohne', true],
    ['Ada Byron', 'BYRON, ADA', true],
    ['Ada Byron', 'Mrs Ada Augusta Byron', true],
    ['De Bruin Scheepvaart B.V.', 'De Bruin Scheepvaart BV', true],
    ['Ada Byron', 'Ada Vane', false],
    ['Ada Byron', 'Ada', false],
    ['Quay GmbH', 'Quay Partners GmbH', false],
    ['GmbH', 'GmbH', false],
    ['', '', false],
  ])('%s and %s: %s', (one, other, isSame) => {
    expect(isSameName(wordsOf(one), wordsOf(other))).toBe(isSame);
    expect(isSameName(wordsOf(other), wordsOf(one))).toBe(isSame);
  });
});

describe('an entry', () => {
  const match = createMatcher([
    ...invoices,
    invoice(5, { remainingCents: 0 }),
    invoice(6, { currency: 'USD' }),
    invoice(7, { names: ['Ada Byron', 'Engines Ltd'], remainingCents: 4444 }),
    invoice(8, { names: ['Peter Vane', ''], remainingCents: 2500 }),
    invoice(9, { names: ['Peter Vane', ''], remainingCents: 2600 }),
    invoice(10, { names: ['Zoe Quay', ''], remainingCents: 4444 }),
  ]);

  it.each([
    [
      'is certain with the number and the outstanding amount',
      entry({ reference: 'INV-2026-0001' }),
      'number exact sure 1:1000',
    ],
    [
      'is not certain before the invoice was issued',
      entry({ reference: 'INV-2026-0001', bookedOn: '2026-02-28' }),
      'number exact 1:1000',
    ],
    [
      'is a partial payment',
      entry({ reference: 'INV-2026-0001', cents: 400 }),
      'number part 1:400',
    ],
    ['is an overpayment', entry({ reference: 'INV-2026-0001', cents: 1400 }), 'number over 1:1400'],
    [
      'is found by the id of its payer',
      entry({ endToEndId: 'INV-2026-0002', cents: 2000 }),
      'number exact sure 2:2000',
    ],
    [
      'is not certain with two numbers, and is divided',
      entry({ reference: 'INV-2026-0001 INV-2026-0002', cents: 3000 }),
      'number exact 1:1000 2:2000',
    ],
    [
      'pays the first named invoice in full if it is less than the total',
      entry({ reference: 'INV-2026-0002 INV-2026-0001', cents: 2500 }),
      'number part 2:2000 1:500',
    ],
    [
      'gives the excess to the last invoice',
      entry({ reference: 'INV-2026-0001 INV-2026-0002', cents: 3100 }),
      'number over 1:1000 2:2100',
    ],
    [
      'of a paid invoice is an overpayment',
      entry({ reference: 'INV-2026-0005', cents: 5000 }),
      'number over 5:5000',
    ],
    [
      'of two invoices, one of them paid, is not certain',
      entry({ reference: 'INV-2026-0001 INV-2026-0005' }),
      'number exact 1:1000',
    ],
    [
      'in another currency is not matched',
      entry({ reference: 'INV-2026-0006', cents: 6000 }),
      'none',
    ],
    [
      'that also names an invoice in another currency is not certain',
      entry({ reference: 'INV-2026-0001 INV-2026-0006' }),
      'number exact 1:1000',
    ],
    ['is found by name and amount', entry({ name: 'BYRON ADA', cents: 4444 }), 'name exact 7:4444'],
    [
      'is found by the company',
      entry({ name: 'Engines Limited', cents: 4444 }),
      'name exact 7:4444',
    ],
    ['is not found by the name only', entry({ name: 'Ada Byron', cents: 4445 }), 'none'],
    ['is not found by the amount only', entry({ name: 'Another One', cents: 4444 }), 'none'],
    [
      'without a name is found by the text',
      entry({ reference: 'VAN ZOE QUAY DANK', cents: 4444 }),
      'name exact 10:4444',
    ],
    [
      'pays all that a client owes',
      entry({ name: 'Peter Vane', cents: 5100 }),
      'name exact 8:2500 9:2600',
    ],
    ['without a number or a name is not matched', entry(), 'none'],
  ])('%s', (_, given, expected) => {
    const found = match(given);
    const words = found
      ? [
          found.by,
          found.fit,
          ...(found.isSure ? ['sure'] : []),
          ...found.parts.map(({ invoiceId, cents }) => `${invoiceId}:${cents}`),
        ].join(' ')
      : 'none';
    expect(words).toBe(expected);
  });

  it('is always divided completely, with each part above 0', () => {
    const numbers = fc.subarray(invoices.map(({ number }) => number));
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 500_000 }), (named, cents) => {
        const parts = match(entry({ reference: named.join(' '), cents }))?.parts ?? [];
        if (named.length > 0) {
          expect(parts.reduce((sum, part) => sum + part.cents, 0)).toBe(cents);
        }
        expect(parts.every((part) => part.cents > 0)).toBe(true);
      }),
    );
  });
});

describe('the credit that a debit returns', () => {
  const credit = {
    id: 1,
    ...{ cents: 1000, currency: 'EUR', bookedOn: '2026-03-04', name: 'Ada Byron' },
    ...{ iban: 'GB82WEST12345698765432', endToEndId: 'E-1', bankReference: 'B-1' },
  };
  const debit = {
    ...{ cents: 1000, currency: 'EUR', bookedOn: '2026-03-06', isReturn: false, name: '' },
    ...{ iban: '', endToEndId: '', bankReference: '' },
  };
  const found = (changes: Partial<typeof debit>, credits = [credit]) =>
    matchReturn({ ...debit, ...changes }, credits)?.id;

  it.each([
    ['is the entry with the same id', { endToEndId: 'E-1' }, 1],
    ['is the entry with the same bank reference', { bankReference: 'B-1' }, 1],
    [
      'is one with the same account, if it is marked as a return',
      { isReturn: true, iban: credit.iban },
      1,
    ],
    [
      'is one with the same name, if it is marked as a return',
      { isReturn: true, name: 'BYRON ADA' },
      1,
    ],
    [
      'is none with the same name, if it is not marked as a return',
      { name: 'Ada Byron', iban: credit.iban },
      undefined,
    ],
    ['is none with another amount', { endToEndId: 'E-1', cents: 999 }, undefined],
    ['is none in another currency', { endToEndId: 'E-1', currency: 'USD' }, undefined],
    ['is none that was booked later', { endToEndId: 'E-1', bookedOn: '2026-03-03' }, undefined],
    ['is none with another name', { isReturn: true, name: 'Peter Vane' }, undefined],
    ['is none without names', { isReturn: true }, undefined],
  ])('%s', (_, changes, id) => {
    expect(found(changes)).toBe(id);
  });

  it('is the newest of several equal credits', () => {
    const newer = { ...credit, id: 2, bookedOn: '2026-03-05' };
    expect(found({ isReturn: true, name: 'Ada Byron' }, [credit, newer])).toBe(2);
  });

  it('is the credit with the same account if two credits have the same name', () => {
    const newer = { ...credit, id: 2, bookedOn: '2026-03-05', iban: 'DE02120300000000202051' };
    const both = [credit, newer];
    expect(found({ isReturn: true, name: 'Ada Byron', iban: credit.iban }, both)).toBe(1);
    const other = 'DE89370400440532013000';
    expect(found({ isReturn: true, name: 'Ada Byron', iban: other }, both)).toBeUndefined();
  });
});
