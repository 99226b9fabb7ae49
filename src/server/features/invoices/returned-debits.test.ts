import { beforeAll, describe, expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { confirmIntent } from '~/sandbox/payments/confirm';
import { newId, type Store, seconds, type Thing } from '~/sandbox/payments/store';
import { callerOf } from '~/testing/callers';
import { debitsOf } from '~/testing/debits';
import { accounts, cards, makeClient } from '~/testing/payments';
import { salesOf } from '~/testing/sales';
import { testStripeApp } from '~/testing/stripe-app';

const at = testStripeApp({ rateLimits: { linkWrites: 1e6, linkReads: 1e6 } });
let owner: CurrentUser;
const { openInvoice } = salesOf(() => at.app);
const { debit, kindsOf, mailsOf, nextDay, read, secretOf } = debitsOf(() => at);

beforeAll(async () => {
  await at.app.services.admin.settings.update('system', { key: 'currency', value: 'EUR' });
  owner = { ...(await makeClient(at.app.sql)), isAdmin: true, role: 'owner' };
});

const admin = () => callerOf(owner, at.app.services);

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
    await admin().admin.payments.refund({ id: payment?.id ?? 0 });
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
    await admin().admin.payments.refund({ id: payment?.id ?? 0, amount: '30.00' });
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
    const refund = () =>
      at.app.services.admin.payments.refund(
        'system',
        payment?.id ?? 0,
        3_000,
        at.app.services.billing.refund,
      );
    const chargeOf = async (store: Store) => {
      const [row] = await at.app.sql`
        select stripe_payment_intent_id as intent from payments where id = ${payment?.id ?? 0}`;
      const intent = await store.find(String(row?.intent));
      return (await store.find(String(intent?.latest_charge))) as Thing;
    };
    await refund();
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
    await refund();
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
