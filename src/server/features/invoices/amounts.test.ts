import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Accounting } from '~/contract/accounting/accounting-schema';
import { amountToCents, centsToAmount, decimalsOf } from '~/contract/common/currencies';
import { presentTotals, totalsOf } from '~/contract/documents/money';
import {
  type AdminInvoice,
  type ClientInvoice,
  newInvoiceSchema,
} from '~/contract/invoices/invoices-schema';
import { isChargeable, toStripeAmount } from '~/server/features/payments/amounts';
import { testApp } from '~/testing/app';
import { brokenRules } from '~/testing/en16931';
import { readEn16931 } from '~/testing/read-en16931';
import { invoiceFields, salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));
const sales = salesOf(() => app);

type Answer = AdminInvoice & { message: string; issues?: { path: string; message: string }[] };

const client = { name: 'Orlanda Pier Works', email: 'billing@orlanda.example', country: 'DE' };
const item = (unitPrice: string, more: object = {}) => ({
  description: 'Website, first part',
  quantity: '1',
  unitPrice,
  taxRate: '0',
  ...more,
});
const create = (fields: object) =>
  ask<Answer>('POST', '/api/admin/invoices', { client, ...fields });

describe('an invoice over REST', () => {
  it.each([
    ['EUR', [item('0.0125', { quantity: '14000' })], '0.0125', '175.00'],
    ['KWD', [item('12.345')], '12.345', '12.345'],
    ['IDR', [item('1500000000')], '1500000000.00', '1500000000.00'],
    ['EUR', [item('1000.00'), item('-200.00')], '1000.00', '800.00'],
    [
      'EUR',
      [item('1000.00', { taxRate: '21' }), item('-150.00', { description: 'IRPF 15 %' })],
      '1000.00',
      '1060.00',
    ],
  ])(
    'in %s keeps the unit price, and rounds each amount once: %j',
    async (currency, items, price, total) => {
      const { status, body } = await create({ currency, items });
      expect(status).toBe(200);
      expect(body).toMatchObject({ currency, total });
      expect(body.items[0]?.unitPrice).toBe(price);
    },
  );

  it.each([
    [
      'a negative total',
      { items: [item('100.00'), item('-100.01')] },
      'items',
      'The total is below zero: the deductions are more than the items come to',
    ],
    [
      'a unit price with seven decimals',
      { items: [item('0.0000001')] },
      'items.0.unitPrice',
      'A unit price has up to 6 decimals',
    ],
    [
      'a unit price with thirteen digits',
      { items: [item('1000000000000')] },
      'items.0.unitPrice',
      'A unit price can be at most 999,999,999,999',
    ],
    [
      'items above the maximum total',
      { currency: 'IDR', items: [item('999999999999', { quantity: '2' })] },
      'items',
      'The items can come to at most IDR 1,000,000,000,000.00',
    ],
    [
      'a discount above the items',
      { items: [item('10.00')], discount: { amount: '10.01' } },
      'discount.amount',
      'The discount is higher than the items total',
    ],
    [
      'an unknown currency',
      { currency: 'QQQ', items: [item('1')] },
      'currency',
      'A currency is a code of three letters, such as EUR',
    ],
  ])('is rejected for %s', async (_, fields, path, message) => {
    const { status, body } = await create(fields);
    expect({
      status,
      path: body.issues?.[0]?.path,
      message: body.issues?.[0]?.message?.replace(/\u00a0/g, ' '),
    }).toEqual({ status: 400, path, message });
  });

  it('is rejected for a character missing from all fonts, with its field', async () => {
    const { status, body } = await create({ items: [item('1', { description: 'A 𓀀' })] });
    expect({ status, issues: body.issues }).toEqual({
      status: 400,
      issues: [
        {
          path: 'items.0.description',
          message: 'The PDF has no font for “𓀀” (U+13000). Please replace it',
        },
      ],
    });
  });

  it('changes the currency and the discount of a draft without its items', async () => {
    const { body: draft } = await create({ items: [item('10.555')], discount: { percent: '10' } });
    expect(draft).toMatchObject({ total: '9.50', discount: { percent: '10' } });
    const path = `/api/admin/invoices/${draft.id}`;
    const { body: yen } = await ask<Answer>('PUT', path, { currency: 'JPY' });
    expect(yen).toMatchObject({ currency: 'JPY', total: '10', discount: { percent: '10' } });
    const { body: whole } = await ask<Answer>('PUT', path, { discount: null });
    expect(whole).toMatchObject({ total: '11', discount: null });
  });
});

const ledger = async (currency: string) => {
  const today = new Date().toISOString().slice(0, 10);
  const path = `/api/admin/accounting?from=${today}&to=${today}`;
  const { body } = await ask<Accounting>('GET', path);
  return body.currencies.find((one) => one.currency === currency);
};

it.each(['EUR', 'JPY', 'KWD'])(
  'an invoice in %s has equal totals on the screen, on the document, at Stripe and in the ledger',
  async (currency) => {
    const price = fc.integer({ min: 1, max: 99_999_999 });
    const anyItem = fc
      .tuple(fc.integer({ min: 1, max: 9_999 }), price, fc.nat(6), fc.constantFrom('0', '7', '19'))
      .map(([thousandths, digits, places, taxRate]) =>
        item((digits / 10 ** places).toFixed(places), {
          quantity: (thousandths / 1000).toFixed(3),
          taxRate,
        }),
      );
    const anyFields = fc.record({
      currency: fc.constant(currency),
      items: fc.array(anyItem, { minLength: 1, maxLength: 5 }),
      discount: fc.option(fc.integer({ min: 1, max: 99 }).map((percent) => ({ percent }))),
    });
    let sum = 0;
    for (const fields of fc.sample(anyFields, 6)) {
      const draft = await sales.newInvoice(fields);
      // Returns the total that the form displays during typing.
      const typed = newInvoiceSchema.parse({ ...invoiceFields, ...fields });
      const items = (typed.items ?? []).map((one) => ({ ...one, taxRate: one.taxRate ?? '0' }));
      const screen = totalsOf({ items, discount: typed.discount }, currency);
      expect(presentTotals(screen, currency)).toEqual(draft.totals);
      const { url } = await app.services.admin.invoices.issue('system', draft.id);
      const { number, total, remaining } = await app.services.admin.invoices.get(draft.id);
      const cents = amountToCents(total, currency) ?? Number.NaN;
      sum += cents;
      const token = url.split('/').at(-1);
      const { body } = await ask<ClientInvoice>('GET', `/api/invoices/by-link/${token}`);
      expect(body).toMatchObject({ number, total, remaining, totals: draft.totals });
      expect(body.canPayOnline).toBe(cents > 0 && isChargeable(cents, currency));
      const stripeUnits = Math.round(Number(total) * 10 ** decimalsOf(currency));
      if (body.canPayOnline) expect(toStripeAmount(cents, currency)).toBe(stripeUnits);
    }
    expect((await ledger(currency))?.invoiced.gross).toBe(centsToAmount(sum, currency));
  },
);

describe('an issued invoice with a discount and a deposit', () => {
  it('has equal totals on its page, in its XML and in the ledger, and can be credited in full', async () => {
    await ask('PUT', '/api/admin/settings/seller', {
      value: {
        ...(await ask<{ value: object }>('GET', '/api/admin/settings/seller')).body.value,
        name: 'Turmfalke GmbH',
        country: 'DE',
        vatNumber: 'DE123456789',
      },
    });
    const { body: draft } = await create({
      currency: 'CHF',
      items: [item('100.00', { taxRate: '19' }), item('50.00', { taxRate: '7' }), item('-20.00')],
      discount: { percent: '10' },
    });
    const { id } = draft;
    await app.services.admin.invoices.issue('system', id);
    const totals = {
      subtotal: '130.00',
      discountTotal: '13.00',
      taxes: [
        { category: 'Z', rate: '0', base: '-20.00', amount: '0.00' },
        { category: 'S', rate: '7', base: '45.67', amount: '3.20' },
        { category: 'S', rate: '19', base: '91.33', amount: '17.35' },
      ],
      total: '137.55',
    };
    const shown = await app.services.admin.invoices.get(id);
    expect(shown).toMatchObject({ totals, eInvoice: { valid: true } });
    for (const syntax of ['cii', 'ubl']) {
      const { body: xml } = await ask<string>(
        'GET',
        `/api/admin/invoices/${id}/xml?syntax=${syntax}`,
      );
      const document = readEn16931(xml);
      expect(brokenRules(document)).toEqual([]);
      expect(document).toMatchObject({
        linesCents: 13_000,
        allowanceCents: 1_300,
        dueCents: 13_755,
      });
    }
    expect((await ledger('CHF'))?.invoiced).toMatchObject({
      net: '117.00',
      tax: '20.55',
      gross: '137.55',
    });
    const { totals: credited, invoice } = await app.services.admin.invoices.credit('system', {
      id,
      reason: 'A mistake',
    });
    expect(credited).toEqual(totals);
    expect(invoice).toMatchObject({ status: 'void', credited: '137.55' });
  });

  it('can be credited in parts to the last cent', async () => {
    const { id } = await sales.newInvoice({
      items: [item('100.00', { taxRate: '19' }), item('-30.00')],
      discount: { amount: '10.00' },
    });
    const panel = app.services.admin.invoices;
    await panel.issue('system', id);
    await panel.credit('system', { id, amount: '33.33', reason: 'A part' });
    await expect(
      panel.credit('system', {
        id,
        items: [{ ...item('90.00'), taxRate: '19', quantity: '1' }],
        reason: 'Too much',
      }),
    ).rejects.toMatchObject({
      message:
        'This is more than is left of the invoice: at 19 %, $51.09 before tax can still be credited',
    });
    const { invoice } = await panel.credit('system', { id, reason: 'The rest' });
    expect(invoice).toMatchObject({ status: 'void', credited: invoice.total, remaining: '0.00' });
  });
});

const cents = (amount: string) => Math.round(Number(amount) * 100);

type Step =
  | { kind: 'transfer'; amount: number }
  | { kind: 'reverse' | 'refund'; nth: number; amount: number }
  | { kind: 'credit'; amount: number; rate: string }
  | { kind: 'credit rest' };

const rates = ['19', '7', '0'];
const anyAmount = fc.integer({ min: 1, max: 20_000 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('transfer' as const), amount: anyAmount }),
  fc.record({
    kind: fc.constantFrom('reverse' as const, 'refund' as const),
    nth: fc.nat(4),
    amount: anyAmount,
  }),
  fc.record({
    kind: fc.constant('credit' as const),
    amount: fc.integer({ min: 1, max: 5_000 }),
    rate: fc.constantFrom(...rates),
  }),
  fc.constant({ kind: 'credit rest' as const }),
);
const anyInvoice = fc.array(
  fc.record({
    price: anyAmount,
    quantity: fc.integer({ min: 1, max: 3_000 }),
    rate: fc.constantFrom(...rates),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Performs a step as admins do. Steps that the rules reject change nothing. */
async function take(id: number, step: Step, now: AdminInvoice): Promise<void> {
  const { invoices, payments } = app.services.admin;
  const money = (amount: number) => centsToAmount(amount, 'USD');
  const payment =
    'nth' in step ? now.payments[step.nth % Math.max(1, now.payments.length)]?.id : undefined;
  const work = async (): Promise<unknown> => {
    switch (step.kind) {
      case 'transfer':
        return invoices.recordTransfer('system', {
          id,
          amount: money(step.amount),
          date: '2026-01-31',
        });
      case 'reverse':
        return payment && invoices.reverseTransfer('system', id, payment);
      case 'refund':
        return (
          payment && payments.refund('system', payment, step.amount, app.services.billing.refund)
        );
      case 'credit': {
        const item = {
          description: 'Part',
          quantity: '1',
          unitPrice: money(step.amount),
          taxRate: step.rate,
        };
        return invoices.credit('system', { id, items: [item], reason: 'Part' });
      }
      case 'credit rest':
        return invoices.credit('system', { id, reason: 'Rest' });
    }
  };
  await work().catch((error: { code?: string }) => {
    if (error.code !== 'CONFLICT') throw error;
  });
}

function expectSound(invoice: AdminInvoice): void {
  const paid = invoice.payments
    .filter(({ status }) => status === 'completed' || status === 'refunded')
    .reduce((sum, one) => sum + cents(one.amount) - cents(one.refunded), 0);
  const credited = invoice.creditNotes.reduce((sum, one) => sum + cents(one.total), 0);
  const total = cents(invoice.total);
  const owed = total - credited;
  expect(cents(invoice.paid)).toBe(paid);
  expect(cents(invoice.credited)).toBe(credited);
  expect(credited).toBeLessThanOrEqual(total);
  expect(paid).toBeGreaterThanOrEqual(0);
  expect(cents(invoice.overpaid)).toBe(Math.max(0, paid - owed));
  // An invoice of 0 is void once it has a credit note of 0.
  const isVoid = invoice.creditNotes.length > 0 && credited === total;
  expect(invoice.status).toBe(isVoid ? 'void' : paid >= owed ? 'paid' : 'open');
  expect(cents(invoice.remaining)).toBe(invoice.status === 'open' ? owed - paid : 0);
  for (const { rate, base, amount } of invoice.totals.taxes) {
    const notes = invoice.creditNotes.flatMap(({ totals }) =>
      totals.taxes.filter((tax) => tax.rate === rate),
    );
    const creditedOf = (field: 'base' | 'amount') =>
      notes.reduce((sum, tax) => sum + cents(tax[field]), 0);
    expect(creditedOf('base')).toBeLessThanOrEqual(cents(base));
    expect(creditedOf('amount')).toBeLessThanOrEqual(cents(amount));
    if (isVoid) {
      expect([creditedOf('base'), creditedOf('amount')]).toEqual([cents(base), cents(amount)]);
    }
  }
}

it('payments, refunds and credits add up over any history', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      anyInvoice,
      fc.array(anyStep, { minLength: 1, maxLength: 9 }),
      async (lines, steps) => {
        const items = lines.map(({ price, quantity, rate }) => ({
          description: 'Line',
          quantity: (quantity / 1000).toFixed(3),
          unitPrice: centsToAmount(price, 'USD'),
          taxRate: rate,
        }));
        const { id } = await sales.openInvoice(undefined, { items });
        let now = await app.services.admin.invoices.get(id);
        expectSound(now);
        for (const step of steps) {
          await take(id, step, now);
          now = await app.services.admin.invoices.get(id);
          expectSound(now);
        }
      },
    ),
    { numRuns: 5 },
  );
});
