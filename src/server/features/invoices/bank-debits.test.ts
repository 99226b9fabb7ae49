import { beforeAll, describe, expect, it } from 'vitest';

import { confirmDebit, confirmIntent } from '~/sandbox/payments/confirm';
import { newId, type Store, seconds, type Thing } from '~/sandbox/payments/store';
import { debitsOf } from '~/testing/debits';
import { accounts, cards } from '~/testing/payments';
import { salesOf } from '~/testing/sales';
import { testStripeApp } from '~/testing/stripe-app';

const at = testStripeApp({ rateLimits: { linkWrites: 1e6, linkReads: 1e6 } });
const { openInvoice } = salesOf(() => at.app);
const { debit, kindsOf, mailsOf, nextDay, pay, read, secretOf } = debitsOf(() => at);

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

const refund = (paymentId = 0, cents?: number) =>
  at.app.services.admin.payments.refund('system', paymentId, cents, at.app.services.billing.refund);

describe('a bank debit that was paid', () => {
  it('reopens the invoice without a credit note when it is returned after weeks', async () => {
    const one = await openInvoice();
    await debit(one, accounts.returned);
    await nextDay();
    expect(await read(one)).toMatchObject({ status: 'paid', paid: '100.00' });
    await nextDay();
    const returned = await read(one);
    expect(returned).toMatchObject({
      status: 'open',
      paid: '0.00',
      remaining: '100.00',
      creditNotes: [],
      payments: [
        {
          method: 'debit',
          status: 'failed',
          isReversed: true,
          refunded: '0.00',
          failure: 'It was returned by the bank.',
        },
      ],
    });
    expect(kindsOf(returned).slice(-3)).toEqual(['payment', 'paid', 'returned']);
    expect(await mailsOf(one)).toEqual([
      'invoice_issued',
      'payment_pending',
      'payment_received',
      'payment_reversed',
    ]);
    const [notice] = await at.app.sql`
      select subject from mails where about = ${`invoice:${one.id}`} and kind = 'invoice_notice'
      order by id desc limit 1`;
    expect(notice?.subject).toContain('returned by the bank');
    // The client finally pays by card.
    const secret = await secretOf(one);
    await at.sandbox.within((store) =>
      confirmIntent(store, secret, { last4: cards.works, expMonth: 12, expYear: 2034 }),
    );
    await at.settled();
    expect(await read(one)).toMatchObject({ status: 'paid', paid: '100.00', overpaid: '0.00' });
  });

  it('is refunded to the account that it came from', async () => {
    const one = await openInvoice();
    await debit(one, accounts.works);
    await nextDay();
    const [payment] = (await read(one)).payments;
    await refund(payment?.id);
    await at.settled();
    const refunded = await read(one);
    expect(refunded.creditNotes).toHaveLength(1);
    expect(refunded.payments[0]).toMatchObject({ status: 'refunded', refunded: '100.00' });
    const [mail] = await at.app.sql`
      select text from mails where about = ${`invoice:${one.id}`} and kind = 'invoice_credited'`;
    expect(mail?.text).toContain('to the bank account that you paid with');
  });

  it('is owed in full, with a notification, if it was refunded in part before it was returned', async () => {
    const one = await openInvoice();
    await debit(one, accounts.returned);
    await at.sandbox.skipToAnswers();
    await at.settled();
    const [payment] = (await read(one)).payments;
    await refund(payment?.id, 3_000);
    await at.settled();
    expect(await read(one)).toMatchObject({ status: 'paid', paid: '70.00', credited: '30.00' });
    await nextDay();
    const returned = await read(one);
    // 30.00 less were owed, and 30.00 that had never arrived were refunded.
    expect(returned).toMatchObject({ status: 'open', paid: '-30.00', remaining: '100.00' });
    expect(kindsOf(returned).at(-1)).toBe('returned');
    expect((await mailsOf(one)).at(-1)).toBe('payment_reversed');
  });

  it('notifies both sides if its refund could not be paid out, and can be refunded again', async () => {
    const one = await openInvoice();
    await debit(one, accounts.works);
    await nextDay();
    const [payment] = (await read(one)).payments;
    const chargeOf = async (store: Store) => {
      const [row] = await at.app.sql`
        select stripe_payment_intent_id as intent from payments where id = ${payment?.id ?? 0}`;
      const intent = await store.find(String(row?.intent));
      return (await store.find(String(intent?.latest_charge))) as Thing;
    };
    await refund(payment?.id, 3_000);
    await at.sandbox.within(async (store) => {
      const charge = { ...(await chargeOf(store)), amount_refunded: 0, refunded: false };
      await store.emit('charge.refund.updated', await store.put(charge));
    });
    await at.settled();
    const failed = await read(one);
    expect(failed).toMatchObject({ paid: '100.00', credited: '30.00', overpaid: '30.00' });
    expect(kindsOf(failed).at(-1)).toBe('repayment_reversed');
    expect((await mailsOf(one)).at(-1)).toBe('payment_reversed');
    const [notice] = await at.app.sql`
      select subject from mails where about = ${`invoice:${one.id}`} and kind = 'invoice_notice'
      order by id desc limit 1`;
    expect(notice?.subject).toContain('could not be paid out');
    // A second refund of the same amount is another refund at Stripe.
    await refund(payment?.id, 3_000);
    await at.settled();
    expect(await at.sandbox.within(chargeOf)).toMatchObject({ amount_refunded: 3_000 });
    expect(await read(one)).toMatchObject({ paid: '70.00', credited: '30.00', overpaid: '0.00' });
  });

  it('does not change totals of days between its return and its later payment', async () => {
    const one = await openInvoice();
    await debit(one, accounts.works);
    await nextDay();
    const [payment] = await at.app.sql`
      select id, stripe_payment_intent_id as intent from payments where invoice_id = ${one.id}`;
    const id = newId('dp');
    const dispute = async (status: string) => {
      await at.sandbox.within(async (store) => {
        const intent = await store.find(String(payment?.intent));
        const charge = (await store.find(String(intent?.latest_charge))) as Thing;
        await store.put({ ...charge, disputed: true });
        const about = { amount: 10_000, charge: charge.id, payment_intent: payment?.intent };
        const object = { id, object: 'dispute', created: seconds(), currency: 'eur', ...about };
        await store.emit('charge.dispute.closed', await store.put({ ...object, status }));
      });
      await at.settled();
    };
    await dispute('lost');
    await at.app.sql`
      update payments set paid_at = '2020-09-15', returned_at = '2020-10-15' where id = ${payment?.id}`;
    const october = async () => {
      const period = { from: '2020-10-01', to: '2020-10-31' };
      const { currencies } = await at.app.services.admin.accounting.sums(period);
      return currencies.map(({ payments }) => payments);
    };
    const before = await october();
    expect(before).toMatchObject([{ received: '0.00', returned: '100.00' }]);
    await dispute('won');
    expect(await read(one)).toMatchObject({ status: 'paid', paid: '100.00', refunds: [] });
    expect(await october()).toEqual(before);
  });
});
