import fc from 'fast-check';
import { expect, it } from 'vitest';

import { centsToAmount } from '~/contract/common/currencies';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { testApp } from '~/testing/app';
import { salesOf } from '~/testing/sales';

const app = testApp();
const { openInvoice } = salesOf(() => app);

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
        const { id } = await openInvoice(undefined, { items });
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
