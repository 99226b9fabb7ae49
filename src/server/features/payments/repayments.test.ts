import { describe, expect, it } from 'vitest';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { testApp } from '~/testing/app';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));
const { openInvoice } = salesOf(() => app);

const read = async (id: number) =>
  (await ask<AdminInvoice>('GET', `/api/admin/invoices/${id}`)).body;

async function paidInvoice(amount: string) {
  const one = await openInvoice();
  const { admin, invoices } = app.services;
  const payment = await admin.invoices.recordTransfer('system', {
    ...{ id: one.id, amount, date: '2026-05-01', reference: 'IN-1' },
  });
  const repay = (cents: number, repayment: { date: string; reference: string }) =>
    admin.payments.refund('system', payment.id, cents, invoices.billing.refundTransfer, repayment);
  const mailsOf = (kind: string) => app.sql<{ subject: string; to: string; text: string }[]>`
    select subject, "to", text from mails where about = ${`invoice:${one.id}`} and kind = ${kind}`;
  const reverse = (refundId: number) => admin.invoices.reverseRepayment('system', one.id, refundId);
  return { ...one, payment, repay, mailsOf, reverse };
}

describe('a refund of a transfer', () => {
  it('has the date on which it was sent, and the reference of the bank statement', async () => {
    const { id, payment, repay } = await paidInvoice('100.00');
    await repay(2_000, { date: '2026-05-03', reference: 'RF-1' });
    await repay(500, { date: '2026-05-09', reference: '' });
    expect((await read(id)).refunds).toEqual([
      { ...own(payment.id), amount: '20.00', date: '2026-05-03', reference: 'RF-1' },
      { ...own(payment.id), amount: '5.00', date: '2026-05-09', reference: '' },
    ]);
  });

  it('for an overpayment can be reversed: the invoice is overpaid again, and the client is notified', async () => {
    const { id, email, number, repay, reverse, mailsOf } = await paidInvoice('130.00');
    const today = new Date().toISOString().slice(0, 10);
    await repay(3_000, { date: today, reference: 'RF-2' });
    const { refunds, overpaid } = await read(id);
    expect(overpaid).toBe('0.00');
    const refundId = refunds[0]?.id ?? 0;
    const answers = await Promise.allSettled([reverse(refundId), reverse(refundId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const after = await read(id);
    expect(after).toMatchObject({
      ...{ status: 'paid', paid: '130.00', overpaid: '30.00', refunds: [], creditNotes: [] },
      payments: [{ refunded: '0.00', status: 'completed' }],
    });
    expect(after.timeline.at(-1)).toMatchObject({ kind: 'repayment_reversed', text: '$30.00' });
    expect(await mailsOf('payment_reversed')).toMatchObject([
      { to: email, subject: `Correction: no refund of $30.00 for invoice ${number}` },
    ]);
    const [logged] = await app.sql`
      select description, before from audit_log
      where about = ${`invoice:${id}`} and action = 'invoice.repayment_reversed'`;
    expect(logged).toEqual({
      description: `The system took back a repayment of $30.00 for the invoice ${number}`,
      before: { amount: '$30.00', date: today, reference: 'RF-2' },
    });
  });

  it('that was credited is owed to the client after it is reversed', async () => {
    const { id, repay, reverse } = await paidInvoice('100.00');
    await repay(10_000, { date: '2026-05-03', reference: '' });
    const { refunds, status } = await read(id);
    expect(status).toBe('void');
    await reverse(refunds[0]?.id ?? 0);
    expect(await read(id)).toMatchObject({
      ...{ status: 'void', paid: '100.00', credited: '100.00', overpaid: '100.00' },
      creditNotes: [{ total: '100.00' }],
    });
  });

  it('in a past month stays in its totals, and is reversed by a row dated today', async () => {
    const { id, payment, repay, reverse } = await paidInvoice('130.00');
    await repay(3_000, { date: '2026-05-03', reference: 'RF-3' });
    const refundId = (await read(id)).refunds[0]?.id ?? 0;
    const answers = await Promise.allSettled([reverse(refundId), reverse(refundId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await read(id)).toMatchObject({ paid: '130.00', overpaid: '30.00', refunds: [] });
    const rows = await app.sql<{ id: number; cents: number; month: string }[]>`
      select id, cents::int, to_char(refunded_at, 'YYYY-MM') as month from refunds
      where payment_id = ${payment.id} order by id`;
    const month = new Date().toISOString().slice(0, 7);
    expect(rows).toMatchObject([
      { cents: 3_000, month: '2026-05' },
      { cents: -3_000, month },
    ]);
    await expect(reverse(rows[1]?.id ?? 0)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await repay(3_000, { date: '2026-05-04', reference: '' });
    expect((await read(id)).refunds).toMatchObject([{ amount: '30.00', date: '2026-05-04' }]);
  });

  it('can be reversed after the bank has returned the payment, so that the client owes the invoice total once', async () => {
    const { id, payment, repay, reverse } = await paidInvoice('130.00');
    await repay(3_000, { date: '2026-05-03', reference: '' });
    await app.sql`
      update payments set status = 'failed', reversed_at = now(), returned_at = now() where id = ${payment.id}`;
    await reverse((await read(id)).refunds[0]?.id ?? 0);
    expect(await read(id)).toMatchObject({
      ...{ status: 'open', paid: '0.00', remaining: '100.00', refunds: [] },
      payments: [{ status: 'failed', isReturned: true, refunded: '0.00' }],
    });
  });

  it('cannot be reversed through another invoice, or if it was made by Stripe', async () => {
    const { id, payment, repay, reverse } = await paidInvoice('100.00');
    const other = await paidInvoice('100.00');
    await repay(1_000, { date: '2026-05-03', reference: '' });
    const refundId = (await read(id)).refunds[0]?.id ?? 0;
    await expect(other.reverse(refundId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await app.sql`update payments set method = 'card' where id = ${payment.id}`;
    await expect(reverse(refundId)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await read(id)).refunds).toHaveLength(1);
  });
});

const own = (paymentId: number) => ({ id: expect.any(Number), paymentId });
