import { expect, it } from 'vitest';

import type { Accounting } from '~/contract/accounting/accounting-schema';
import { testApp } from '~/testing/app';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));
const sales = salesOf(() => app);

const sumsOf = (from: string, to: string) =>
  ask<Accounting>('GET', `/api/admin/accounting?from=${from}&to=${to}`);
/** Sets the currency of later invoices. */
const setCurrency = (value: string) => ask('PUT', '/api/admin/settings/currency', { value });

it('a payment that the bank returned counts as received on its day, and as refunded on the day of the return', async () => {
  await setCurrency('DKK');
  const one = await sales.openInvoice();
  await app.sql`update invoices set issue_date = '2025-02-01', due_date = '2025-02-15' where id = ${one.id}`;
  await app.services.admin.invoices.recordTransfer('system', {
    id: one.id,
    amount: '100.00',
    date: '2025-03-10',
  });
  const sumsIn = async (from: string, to: string) => {
    const found = (await sumsOf(from, to)).body.currencies.find((x) => x.currency === 'DKK');
    return [found?.payments.received, found?.payments.returned, found?.receivables.total];
  };
  const march = ['2025-03-01', '2025-03-31'] as const;
  expect(await sumsIn(...march)).toEqual(['100.00', '0.00', '0.00']);
  // State after a bank statement reported a return.
  await app.sql`
    update payments set status = 'failed', reversed_at = now(), returned_at = '2025-05-20T10:00:00Z'
    where invoice_id = ${one.id}`;
  await app.sql`update invoices set status = 'open', paid_cents = 0 where id = ${one.id}`;
  expect(await sumsIn(...march)).toEqual(['100.00', '0.00', '0.00']);
  expect(await sumsIn('2025-04-01', '2025-04-30')).toEqual([undefined, undefined, undefined]);
  expect(await sumsIn('2025-05-01', '2025-05-31')).toEqual(['0.00', '100.00', '100.00']);
  expect(await sumsIn('2025-03-01', '2025-05-31')).toEqual(['100.00', '100.00', '100.00']);
  await setCurrency('USD');
});

it('a mistake that is reversed in a later month does not change the totals of its own month', async () => {
  await setCurrency('HUF');
  const panel = app.services.admin.invoices;
  const one = await sales.openInvoice();
  await app.sql`update invoices set issue_date = '2025-02-01', due_date = '2025-02-15' where id = ${one.id}`;
  const record = (date: string) =>
    panel.recordTransfer('system', { id: one.id, amount: '100.00', date });
  const sumsIn = async (from: string, to: string) => {
    const found = (await sumsOf(from, to)).body.currencies.find((x) => x.currency === 'HUF');
    return [found?.payments.received, found?.payments.returned, found?.receivables.total];
  };
  const march = () => sumsIn('2025-03-01', '2025-03-31');
  const payment = await record('2025-03-10');
  const before = await march();
  await panel.reverseTransfer('system', one.id, payment.id);
  await app.sql`update payments set reversed_at = '2025-05-02T10:00:00Z' where id = ${payment.id}`;
  expect(await march()).toEqual(before);
  expect(await sumsIn('2025-05-01', '2025-05-31')).toEqual(['0.00', '100.00', '100.00']);
  // A payment that is reversed within its month does not count at all.
  await app.sql`update payments set reversed_at = '2025-03-31T10:00:00Z' where id = ${payment.id}`;
  expect(await march()).toEqual(['0.00', '0.00', '100.00']);
  await setCurrency('USD');
});

it('a refund does not change the totals of an earlier month', async () => {
  await setCurrency('PLN');
  const one = await sales.openInvoice();
  await app.sql`update invoices set issue_date = '2025-02-01', due_date = '2025-02-15' where id = ${one.id}`;
  const { id } = await app.services.admin.invoices.recordTransfer('system', {
    ...{ id: one.id, amount: '150.00', date: '2025-03-10' },
  });
  const march = () => sumsOf('2025-03-01', '2025-03-31');
  const before = (await march()).body;
  const repay = (cents: number, date: string) =>
    app.services.admin.payments.refund(
      ...(['system', id, cents, app.services.invoices.billing.refundTransfer] as const),
      { date, reference: 'RF-9' },
    );
  await repay(5_000, '2025-05-20');
  // The refund exceeds the overpayment, so a credit note with today's date is created.
  await repay(3_000, '2025-05-21');
  expect((await march()).body).toEqual(before);
  const { currencies } = (await sumsOf('2025-05-01', '2025-05-31')).body;
  expect(currencies.find(({ currency }) => currency === 'PLN')).toMatchObject({
    payments: {
      ...{ received: '0.00', returned: '80.00' },
      byMethod: [{ method: 'transfer', received: '0.00', returned: '80.00', count: 0 }],
    },
    // The refund is recorded today, like the credit note, so the amount outstanding at the end of May does not change.
    receivables: { total: '0.00', overpaid: '50.00' },
  });
  await setCurrency('USD');
});
