import { describe, expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { payAlone } from '~/sandbox/payments/pay-alone';
import { callerOf } from '~/testing/callers';
import { cards, makeClient } from '~/testing/payments';
import { plansOf } from '~/testing/plans';
import { testStripeApp } from '~/testing/stripe-app';

const at = testStripeApp();
const { billingOf, stripe, subscriptionOf, ...plans } = plansOf(at);

interface Subscriber {
  user: CurrentUser;
  id: string;
}

/** Creates a subscriber who paid once, and whose card is declined from the next charge on. */
async function pastDue(): Promise<Subscriber> {
  const user = await makeClient(at.app.sql);
  const { clientSecret } = await billingOf(user).subscribe({ planId: 1 });
  await stripe.pay(clientSecret, cards.failsLater);
  await at.settled();
  await plans.renew(user);
  return { user, id: await subscriptionOf(user) };
}

const latestInvoice = async (id: string) => {
  const subscription = await stripe.call('GET', `subscriptions/${id}`);
  return String(subscription.latest_invoice);
};

/** Makes Stripe retry the open invoice. */
async function retry({ id }: Subscriber): Promise<void> {
  const invoice = await latestInvoice(id);
  await at.sandbox.within(async (store) => {
    const subscription = await store.find(id);
    await payAlone(store, invoice, subscription?.default_payment_method);
  });
  await at.settled();
}

async function becomes({ id }: Subscriber, changes: object, event = 'updated'): Promise<void> {
  await stripe.change(id, { ...changes }, `customer.subscription.${event}`);
  await at.settled();
}

const mailsTo = ({ user }: Subscriber) => plans.mailsTo(user);
const statusesOf = async ({ user }: Subscriber) =>
  (await billingOf(user).payments()).map(({ status }) => status);
const stats = ({ user }: Subscriber) => callerOf(user, at.app.services).dashboard.stats();
const usersRow = async ({ user }: Subscriber) => {
  const admin = callerOf({ ...user, isAdmin: true, role: 'owner' }, at.app.services).admin;
  return (await admin.users.page({ search: user.email })).rows[0];
};

const replaceCard = ({ user }: Subscriber, last4?: string) => plans.replaceCard(user, last4);

describe('a past due subscription', () => {
  it('sends one email over several retries of Stripe, and is active again with another card', async () => {
    const one = await pastDue();
    await retry(one);
    await retry(one);
    expect(await mailsTo(one)).toEqual(['payment_received', 'payment_failed']);
    const notices = await at.app.sql`
      select subject from mails where kind = 'invoice_notice' and about in (
        select 'payment:' || id from payments where user_id = ${one.user.id})`;
    expect(notices).toEqual([{ subject: expect.stringMatching(/Payment of .+ failed$/) }]);
    expect(await billingOf(one.user).mine()).toMatchObject({ status: 'past_due' });
    expect(await stats(one)).toMatchObject({ subscriptionStatus: 'past_due', activeServices: 0 });
    expect(await usersRow(one)).toMatchObject({ plan: expect.any(String) });
    expect(await statusesOf(one)).toEqual(['failed', 'completed']);
    expect(await replaceCard(one)).toMatchObject({ status: 'active' });
    expect(await statusesOf(one)).toEqual(['completed', 'completed']);
    expect(await mailsTo(one)).toEqual(['payment_received', 'payment_failed', 'payment_received']);
  });

  it('can be canceled, cannot change its plan, gets no second subscription, and stays past due with another declined card', async () => {
    const one = await pastDue();
    const billing = billingOf(one.user);
    await expect(billing.previewChange({ planId: 2 })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(billing.subscribe({ planId: 2 })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await replaceCard(one, cards.failsLater)).toMatchObject({ status: 'past_due' });
    expect(await statusesOf(one)).toEqual(['failed', 'completed']);
    expect(await billing.cancel()).toMatchObject({ cancelAtPeriodEnd: true, status: 'past_due' });
  });
});

describe('a renewal that requires confirmation by the client’s bank', () => {
  it('counts as failed, since the client is not present', async () => {
    const one = await pastDue();
    const invoice = await latestInvoice(one.id);
    const [payment] = await at.app.sql`
      select stripe_payment_intent_id as intent from payments where stripe_invoice_id = ${invoice}`;
    // Simulates a new invoice that is not stored yet.
    await at.app.sql`delete from payments where stripe_invoice_id = ${invoice}`;
    await at.app.sql`delete from mails where "to" = ${one.user.email}`;
    await stripe.change(payment?.intent, { status: 'requires_action', last_payment_error: null });
    await stripe.change(invoice, {}, 'invoice.payment_action_required');
    await at.settled();
    const [told] = await billingOf(one.user).payments();
    expect(told).toMatchObject({
      status: 'failed',
      failure: 'The payment has to be confirmed by you.',
    });
    expect(await mailsTo(one)).toEqual(['payment_failed']);
    expect(await replaceCard(one)).toMatchObject({ status: 'active' });
  });
});

describe('an unpaid subscription', () => {
  it('is paid with another card, including the open invoice and the newest draft', async () => {
    const one = await pastDue();
    await becomes(one, { status: 'unpaid' });
    expect(await billingOf(one.user).mine()).toMatchObject({ status: 'unpaid' });
    expect(await stats(one)).toMatchObject({ subscriptionStatus: 'unpaid' });
    // While the subscription is unpaid, Stripe creates further invoices and leaves them as drafts.
    const open = await latestInvoice(one.id);
    const drafts: string[] = [];
    for (let month = 0; month < 2; month += 1) {
      await at.sandbox.skipToRenewal(one.id);
      const draft = await latestInvoice(one.id);
      drafts.push(draft);
      await stripe.change(draft, { status: 'draft', attempted: false, attempt_count: 0 });
      await stripe.change(one.id, { status: 'unpaid' }, 'customer.subscription.updated');
    }
    await at.settled();
    expect(await replaceCard(one)).toMatchObject({ status: 'active' });
    const statusAt = async (id: string) => (await stripe.call('GET', `invoices/${id}`)).status;
    expect(await statusAt(open)).toBe('paid');
    expect(await Promise.all(drafts.map(statusAt))).toEqual(['draft', 'paid']);
    expect((await statusesOf(one)).filter((status) => status === 'completed')).toHaveLength(3);
  });
});

describe('a subscription that ended unpaid', () => {
  it('sends one email, and the client can subscribe again', async () => {
    const one = await pastDue();
    const invoice = await latestInvoice(one.id);
    await stripe.change(invoice, { status: 'uncollectible' }, 'invoice.marked_uncollectible');
    await becomes(one, { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) }, 'deleted');
    expect(await billingOf(one.user).mine()).toBeNull();
    expect(await stats(one)).toMatchObject({ subscriptionStatus: 'canceled', activeServices: 0 });
    expect(await usersRow(one)).toMatchObject({ plan: null });
    expect(await statusesOf(one)).toEqual(['failed', 'completed']);
    expect(await mailsTo(one)).toEqual([
      'payment_received',
      'payment_failed',
      'subscription_ending',
    ]);
    const { clientSecret } = await billingOf(one.user).subscribe({ planId: 2 });
    await stripe.pay(clientSecret);
    await at.settled();
    expect(await billingOf(one.user).mine()).toMatchObject({ status: 'active', plan: { id: 2 } });
  });

  it('before its first payment can be replaced', async () => {
    const user = await makeClient(at.app.sql);
    const { clientSecret } = await billingOf(user).subscribe({ planId: 1 });
    await stripe.pay(clientSecret, cards.declines);
    await at.settled();
    const one = { user, id: await subscriptionOf(user) };
    // Stripe voids the invoice after 23 hours.
    await stripe.call('POST', `invoices/${await latestInvoice(one.id)}/void`);
    await at.settled();
    expect(await billingOf(user).mine()).toBeNull();
    expect(await stats(one)).toMatchObject({ subscriptionStatus: 'incomplete_expired' });
    expect(await statusesOf(one)).toEqual(['failed']);
    expect(await mailsTo(one)).toEqual([]);
    const again = await billingOf(user).subscribe({ planId: 1 });
    expect(again.clientSecret).not.toBe(clientSecret);
    await stripe.pay(again.clientSecret);
    await at.settled();
    expect(await billingOf(user).mine()).toMatchObject({ status: 'active' });
  });
});
