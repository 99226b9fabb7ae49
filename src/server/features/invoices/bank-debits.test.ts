import { beforeAll, describe, expect, it } from 'vitest';

import { confirmDebit } from '~/sandbox/payments/confirm';
import { debitsOf } from '~/testing/debits';
import { accounts } from '~/testing/payments';
import { salesOf } from '~/testing/sales';
import { testStripeApp } from '~/testing/stripe-app';

const at = testStripeApp({ rateLimits: { linkWrites: 1e6, linkReads: 1e6 } });
const { openInvoice } = salesOf(() => at.app);
const { debit, kindsOf, mailsOf, nextDay, pay, read } = debitsOf(() => at);

beforeAll(async () => {
  await at.app.services.admin.settings.update('system', { key: 'currency', value: 'EUR' });
});

interface Paying {
  id: number;
  token: string;
}

const shown = async ({ token }: Paying) =>
  (await at.app.fetch(`/api/invoices/by-link/${token}`)).json();
const transfer = ({ id }: Paying, amount: string) =>
  at.app.services.admin.invoices.recordTransfer('system', { id, amount, date: '2026-01-31' });

describe('a bank debit', () => {
  it('is pending until the bank has answered, and then pays the invoice', async () => {
    const one = await openInvoice();
    await debit(one, accounts.works);
    expect(await read(one)).toMatchObject({
      status: 'open',
      isPaymentPending: true,
      paid: '0.00',
      payments: [{ method: 'debit', status: 'pending', amount: '100.00', date: null }],
    });
    expect(await shown(one)).toMatchObject({ payments: [{ status: 'pending' }] });
    await nextDay();
    const paid = await read(one);
    expect(paid).toMatchObject({
      status: 'paid',
      isPaymentPending: false,
      paid: '100.00',
      payments: [{ method: 'debit', status: 'completed' }],
    });
    expect(kindsOf(paid)).toEqual(['created', 'issued', 'payment_pending', 'payment', 'paid']);
    expect(await mailsOf(one)).toEqual(['invoice_issued', 'payment_pending', 'payment_received']);
  });

  it('allows no other payment, no void and no reminder while it is pending', async () => {
    const one = await openInvoice();
    const secret = await debit(one, accounts.works);
    const again = await pay(one);
    expect([again.status, await again.json()]).toEqual([
      409,
      expect.objectContaining({ message: expect.stringContaining('under way') }),
    ]);
    const voiding = at.app.services.admin.invoices.void('system', { id: one.id, reason: 'Off' });
    await expect(voiding).rejects.toMatchObject({ code: 'CONFLICT' });
    const reminding = at.app.services.admin.invoices.remind('system', one.id);
    await expect(reminding).rejects.toMatchObject({ code: 'CONFLICT' });
    await at.app.sql`
      update invoices set due_date = current_date - 3, issue_date = current_date - 30 where id = ${one.id}`;
    await at.app.services.invoices.runJob();
    expect(await mailsOf(one)).toEqual(['invoice_issued', 'payment_pending']);
    // Confirms the debit twice, as from two windows, which results in a single debit.
    const twice = await at.sandbox.within((store) =>
      confirmDebit(store, secret, { last4: accounts.works }),
    );
    expect(twice.intent.status).toBe('processing');
    await nextDay();
    expect(await read(one)).toMatchObject({ status: 'paid', overpaid: '0.00' });
  });

  it('leaves the invoice overpaid if a transfer arrives while it is pending', async () => {
    const one = await openInvoice();
    await debit(one, accounts.works);
    await transfer(one, '100.00');
    await at.app.services.billing.reconcile();
    expect((await read(one)).status).toBe('paid');
    await nextDay();
    expect(await read(one)).toMatchObject({ status: 'paid', overpaid: '100.00' });
  });

  it('leaves the invoice open if it fails, notifies the client, and can be retried', async () => {
    const one = await openInvoice();
    await debit(one, accounts.fails);
    await nextDay();
    const failed = await read(one);
    expect(failed).toMatchObject({
      status: 'open',
      payments: [
        { method: 'debit', status: 'failed', failure: 'The bank could not debit this account.' },
      ],
    });
    expect(kindsOf(failed)).toEqual(['created', 'issued', 'payment_pending', 'payment_failed']);
    expect(await mailsOf(one)).toEqual(['invoice_issued', 'payment_pending', 'payment_reversed']);
    await debit(one, accounts.works);
    await nextDay();
    expect(await read(one)).toMatchObject({
      status: 'paid',
      payments: [{ method: 'debit', status: 'completed' }],
    });
    const { timeline } = await read(one);
    expect(timeline.filter(({ kind }) => kind === 'payment_failed')).toHaveLength(1);
  });

  it('has the same result if events arrive repeatedly and in any order, or not at all', async () => {
    const one = await openInvoice();
    const from = at.sent.length;
    await debit(one, accounts.returned);
    await nextDay();
    await nextDay();
    const before = await read(one);
    const mails = await mailsOf(one);
    const bodies = at.sent.slice(from);
    expect(bodies.length).toBeGreaterThan(5);
    await at.app.sql`delete from stripe_events`;
    const storm = [...bodies.toReversed(), ...bodies, ...bodies];
    await Promise.all(storm.map((body) => at.deliver(body)));
    await at.settled();
    expect({ ...(await read(one)), updatedAt: '' }).toEqual({ ...before, updatedAt: '' });
    expect(await mailsOf(one)).toEqual(mails);

    const other = await openInvoice();
    at.isMute = true;
    await debit(other, accounts.works);
    await nextDay();
    at.isMute = false;
    await at.app.sql`
      update invoice_intents set synced_at = now() - interval '1 day' where invoice_id = ${other.id}`;
    await at.app.services.billing.reconcile();
    expect(await read(other)).toMatchObject({ status: 'paid', payments: [{ method: 'debit' }] });
  });

  it('ends if Stripe has canceled it or does not know it, and blocks nothing', async () => {
    for (const end of ['canceled', 'missing']) {
      const one = await openInvoice();
      const secret = await debit(one, accounts.works);
      const id = secret.split('_secret_')[0] ?? '';
      await (end === 'canceled'
        ? at.app.sql`
            update sandbox_objects set body = jsonb_set(body, '{status}', '"canceled"') - 'sandbox_due' where id = ${id}`
        : at.app.sql`delete from sandbox_objects where id = ${id}`);
      await at.app.sql`
        update invoice_intents set synced_at = now() - interval '1 day' where invoice_id = ${one.id}`;
      await at.app.services.billing.reconcile();
      expect(await read(one)).toMatchObject({
        status: 'open',
        payments: [{ method: 'debit', status: 'failed', failure: 'It was canceled at Stripe.' }],
      });
      expect((await pay(one)).status).toBe(200);
    }
  });
});
