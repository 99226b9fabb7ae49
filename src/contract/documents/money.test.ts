import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { amountToCents, centsToAmount, decimalsOf, stepCents } from '~/contract/common/currencies';
import {
  discountedItems,
  divideTotals,
  isWhole,
  type LineItem,
  lineCents,
  presentTotals,
  scheduleCents,
  spread,
  totalsOf,
} from './money';

const decimal = (max: number, places: number) =>
  fc
    .tuple(fc.integer({ min: 0, max }), fc.integer({ min: 0, max: 10 ** places - 1 }))
    .map(([whole, rest]) =>
      places ? `${whole}.${String(rest).padStart(places, '0')}` : `${whole}`,
    );

const anyCurrency = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD', 'ISK');
const anyItem: fc.Arbitrary<LineItem> = fc.record({
  quantity: decimal(999, 3),
  unitPrice: decimal(99_999_999, 6),
  taxRate: fc.constantFrom('0', '7', '7.0', '8.875', '19', '19.00', '25.5'),
  optional: fc.boolean(),
});
const anyDocument = anyCurrency.chain((currency) =>
  fc.record({
    currency: fc.constant(currency),
    items: fc.array(anyItem, { maxLength: 8 }),
    discount: fc.oneof(
      fc.constant(undefined),
      decimal(99, 2).map((percent) => ({ percent })),
      decimal(999, decimalsOf(currency)).map((amount) => ({ amount })),
    ),
    chosen: fc.uniqueArray(fc.nat(7)),
  }),
);

/** Percentages in hundredths that add up to 100. */
const anySchedule = fc
  .uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 6 })
  .map((cuts) => {
    const edges = [0, ...cuts.sort((a, b) => a - b), 10_000];
    return edges
      .slice(1)
      .map((edge, index) => ({ percent: ((edge - (edges[index] ?? 0)) / 100).toFixed(2) }));
  });

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

describe('a line', () => {
  const line = (quantity: string, unitPrice: string, currency = 'USD') =>
    lineCents({ quantity, unitPrice, taxRate: '0' }, currency);

  it.each([
    ['1', '0.01', 1],
    ['1.5', '120.00', 18_000],
    ['0.5', '0.01', 1],
    ['0.499', '0.01', 0],
    ['0.333', '100', 3_330],
    ['1.005', '1.00', 101],
    ['999999.999', '999999.99', 99_999_998_900_000],
    ['14000', '0.0125', 17_500],
    ['1', '-200.00', -20_000],
    ['-1', '200.005', -20_001],
    ['3', '0.000001', 0],
  ])('of %s at %s is %i cents, rounded half up', (quantity, unitPrice, cents) => {
    expect(line(quantity, unitPrice)).toBe(cents);
  });

  it('is rounded to the smallest amount of the currency', () => {
    expect(line('1.5', '333', 'JPY')).toBe(50_000);
    expect(line('1', '12.345', 'KWD')).toBe(12_345);
    expect(line('0.5', '3', 'ISK')).toBe(200);
  });
});

describe('totals', () => {
  const item = (unitPrice: string, taxRate: string, optional = false) => ({
    quantity: '1',
    unitPrice,
    taxRate,
    optional,
  });

  it('tax the sum of each rate after the discount', () => {
    const items = [item('100.00', '19'), item('50.00', '7.0'), item('0.50', '19.00')];
    expect(presentTotals(totalsOf({ items, discount: { percent: '10' } }, 'EUR'), 'EUR')).toEqual({
      subtotal: '150.50',
      discountTotal: '15.05',
      taxes: [
        { category: 'S', rate: '7', base: '45.00', amount: '3.15' },
        { category: 'S', rate: '19', base: '90.45', amount: '17.19' },
      ],
      total: '155.79',
    });
  });

  it('include optional items only if they are chosen', () => {
    const items = [item('10', '0'), item('5', '0', true), item('3', '0', true)];
    expect(totalsOf({ items }, 'USD').totalCents).toBe(1_000);
    expect(totalsOf({ items }, 'USD', [2]).totalCents).toBe(1_300);
    expect(totalsOf({ items }, 'USD', [0, 1, 2, 9]).totalCents).toBe(1_800);
  });

  it('never become negative through a discount', () => {
    const totals = totalsOf({ items: [item('10', '19')], discount: { amount: '11' } }, 'USD');
    expect(totals).toMatchObject({ discountCents: 1_000, totalCents: 0 });
  });

  it('compute a percentage discount from the subtotal, and deduct it from positive items only', () => {
    const items = [item('1000', '21'), item('-150', '0')];
    expect(presentTotals(totalsOf({ items, discount: { percent: '10' } }, 'EUR'), 'EUR')).toEqual({
      subtotal: '850.00',
      discountTotal: '85.00',
      taxes: [
        { category: 'Z', rate: '0', base: '-150.00', amount: '0.00' },
        { category: 'S', rate: '21', base: '915.00', amount: '192.15' },
      ],
      total: '957.15',
    });
  });

  it('add up, are never negative, and do not depend on the order of items', () => {
    fc.assert(
      fc.property(anyDocument, fc.nat(), ({ items, discount, currency, chosen }, turn) => {
        const totals = totalsOf({ items, discount }, currency, chosen);
        const bases = sum(totals.taxes.map(({ baseCents }) => baseCents));
        const taxes = sum(totals.taxes.map(({ amountCents }) => amountCents));
        const counted = items.filter((one, index) => !one.optional || chosen.includes(index));
        expect(totals.subtotalCents).toBe(sum(counted.map((one) => lineCents(one, currency))));
        expect(bases).toBe(totals.subtotalCents - totals.discountCents);
        expect(totals.totalCents).toBe(bases + taxes);
        for (const { rate, baseCents, amountCents } of totals.taxes) {
          expect(baseCents).toBeGreaterThanOrEqual(0);
          const step = stepCents(currency);
          expect(Math.abs(amountCents - (baseCents * Number(rate)) / 100)).toBeLessThanOrEqual(
            step / 2 + 1e-3,
          );
          expect(amountCents % step).toBe(0);
        }
        const turned = [...counted.slice(turn % 8), ...counted.slice(0, turn % 8)].map((one) => ({
          ...one,
          optional: false,
        }));
        expect(totalsOf({ items: turned, discount }, currency)).toEqual(totals);
      }),
    );
  });
});

describe('items with the discount in their prices', () => {
  it('add up to the taxable amounts of the document', () => {
    fc.assert(
      fc.property(anyDocument, ({ items, discount, currency }) => {
        const all = items.map((_, index) => index);
        const basesOf = (document: Parameters<typeof totalsOf>[0]) =>
          totalsOf(document, currency, all).taxes.map(({ rate, baseCents }) => [rate, baseCents]);
        const net = discountedItems({ items, discount }, currency);
        expect(basesOf({ items: net })).toEqual(basesOf({ items, discount }));
      }),
    );
  });

  it('keep their quantity if there is no discount', () => {
    const item = { quantity: '2.5', unitPrice: '10.00', taxRate: '19' };
    expect(discountedItems({ items: [item] }, 'EUR')).toEqual([item]);
    expect(discountedItems({ items: [item], discount: { percent: '10' } }, 'EUR')).toEqual([
      { quantity: '1', unit: undefined, unitPrice: '22.50', taxRate: '19' },
    ]);
  });
});

describe('a schedule', () => {
  it('rounds each part half up, and the last part gets the remainder', () => {
    const thirds = [{ percent: '33.33' }, { percent: '33.33' }, { percent: '33.34' }];
    expect(scheduleCents(10_000, thirds, 'USD')).toEqual([3_333, 3_333, 3_334]);
    expect(scheduleCents(10_001, [{ percent: '50' }, { percent: '50' }], 'USD')).toEqual([
      5_001, 5_000,
    ]);
    const quarters = Array.from({ length: 4 }, () => ({ percent: '25' }));
    expect(scheduleCents(2, quarters, 'USD')).toEqual([1, 1, 0, 0]);
  });

  it('adds up to the total for any percentages, without negative parts', () => {
    fc.assert(
      fc.property(anyDocument, anySchedule, (document, schedule) => {
        expect(isWhole(schedule)).toBe(true);
        const { totalCents } = totalsOf(document, document.currency, document.chosen);
        const parts = scheduleCents(totalCents, schedule, document.currency);
        expect(sum(parts)).toBe(totalCents);
        for (const part of parts) expect(part).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('divides bases and taxes so that the parts add up to those of the whole', () => {
    fc.assert(
      fc.property(anyDocument, anySchedule, (document, schedule) => {
        const { currency } = document;
        const totals = totalsOf(document, currency, document.chosen);
        const amounts = scheduleCents(totals.totalCents, schedule, currency);
        const parts = divideTotals(totals, amounts, currency);
        for (const [index, part] of parts.entries()) {
          const inAll = sum(part.map(({ baseCents, amountCents }) => baseCents + amountCents));
          expect(inAll).toBe(amounts[index]);
          for (const one of part)
            expect(Math.min(one.baseCents, one.amountCents)).toBeGreaterThanOrEqual(0);
        }
        for (const [nth, tax] of totals.taxes.entries()) {
          expect(sum(parts.map((part) => part[nth]?.baseCents ?? 0))).toBe(tax.baseCents);
          expect(sum(parts.map((part) => part[nth]?.amountCents ?? 0))).toBe(tax.amountCents);
        }
      }),
    );
  });
});

describe('spreading an amount', () => {
  it('returns shares that add up, each at most its weight', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), {
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(weights, fc.bigInt({ min: 0n, max: 10n ** 15n }), (given, wanted) => {
        const all = given.reduce((one, other) => one + other, 0n);
        const amount = wanted < all ? wanted : all;
        const shares = spread(amount, given);
        expect(shares.reduce((one, other) => one + other, 0n)).toBe(amount);
        for (const [index, share] of shares.entries()) {
          expect(share >= 0n && share <= (given[index] ?? 0n)).toBe(true);
        }
      }),
    );
  });
});

describe('an amount', () => {
  it.each([
    ['USD', '12.34', 1_234],
    ['USD', '12', 1_200],
    ['JPY', '1200', 120_000],
    ['KWD', '12.345', 12_345],
    ['EUR', '99999999999.99', 9_999_999_999_999],
  ])('in %s of %s is read and written', (currency, amount, cents) => {
    expect(amountToCents(amount, currency)).toBe(cents);
    expect(amountToCents(centsToAmount(cents, currency), currency)).toBe(cents);
  });

  it.each([
    ['USD', '12.345'],
    ['JPY', '12.5'],
    ['USD', '-1'],
    ['USD', '1e3'],
    ['USD', ''],
  ])('in %s of %s is rejected', (currency, amount) => {
    expect(amountToCents(amount, currency)).toBeUndefined();
  });
});
