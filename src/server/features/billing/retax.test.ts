import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { ChangePreview } from '~/contract/billing/billing-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { callerOf } from '~/testing/callers';
import { cards, makeClient } from '~/testing/payments';
import { askerOf, signInAdmin } from '~/testing/sign-in';
import { testStripeApp } from '~/testing/stripe-app';
import { stripeCallsOf } from '~/testing/stripe-calls';

const at = testStripeApp();
let stripe: ReturnType<typeof stripeCallsOf>;
let ask: ReturnType<typeof askerOf>;

/** Changes settings in the same way as the panel. */
async function change(key: string, changes: object): Promise<void> {
  const path = `/api/admin/settings/${key}`;
  const { value } = (await ask<{ value: object }>('GET', path)).body;
  expect((await ask('PUT', path, { value: { ...value, ...changes } })).status).toBe(200);
}

beforeAll(async () => {
  ask = askerOf(at.app, await signInAdmin(at.app));
  stripe = stripeCallsOf(at.sandbox);
});
beforeEach(async () => {
  await change('seller', {
    name: 'Agentur',
    country: 'AT',
    city: 'Wien',
    vatNumber: 'ATU13585627',
  });
  await change('tax', {
    standardRate: '20',
    plansTaxed: true,
    planPrices: 'net',
    scheme: 'regular',
  });
});

const paula = {
  company: 'Paula KG',
  address: 'Alt 1',
  postcode: '1010',
  city: 'Wien',
  country: 'AT',
};
const martin = {
  company: 'Martin SARL',
  address: 'Rue 1',
  postcode: '75001',
  city: 'Paris',
  country: 'FR',
  vatNumber: 'FR12345678901',
};

const billingOf = (user: CurrentUser) => callerOf(user, at.app.services).billing;

/** Stores billing data in the same way as the client area. */
async function save(user: CurrentUser, profile: object): Promise<void> {
  const [session] = await at.app.sql`
    insert into sessions (token_hash, user_id, kind, expires_at, absolute_expires_at)
    values (${crypto.randomUUID()}, ${user.id}, 'client', now() + interval '1 hour', now() + interval '1 day')
    returning id`;
  await at.app.services.companies.changeProfile(
    { ...user, sessionId: Number(session?.id) },
    {
      name: 'Paula Plan',
      ...{ company: '', address: '', postcode: '', city: '', country: '' },
      ...{ vatNumber: '', buyerReference: '', email: '' },
      ...profile,
    },
  );
}

async function subscriber(profile: object, card = cards.works): Promise<CurrentUser> {
  const user = await makeClient(at.app.sql);
  await save(user, profile);
  const { clientSecret } = await billingOf(user).subscribe({ planId: 1 });
  await stripe.pay(clientSecret, card);
  await at.settled();
  return user;
}

const subscriptionOf = async (user: CurrentUser): Promise<string> => {
  const [row] = await at.app.sql`
    select stripe_subscription_id as id from subscriptions where user_id = ${user.id}`;
  return row?.id;
};

async function renew(user: CurrentUser): Promise<void> {
  await at.sandbox.skipToRenewal(await subscriptionOf(user));
  await at.settled();
}

/** Replaces the card in the same way as the dashboard. */
async function replaceCard(user: CurrentUser): Promise<void> {
  const { clientSecret } = await billingOf(user).replaceCard();
  await stripe.pay(clientSecret);
  await billingOf(user).adoptCard({ setupIntentId: clientSecret.split('_secret_')[0] ?? '' });
  await at.settled();
}

const confirming = ({ planId, billingCycle, amountDue, countedAt }: ChangePreview) => ({
  ...{ planId, billingCycle, amountDue, countedAt },
});

/** Returns the client's invoices, oldest first. */
async function invoicesOf(user: CurrentUser): Promise<AdminInvoice[]> {
  const rows = await at.app.sql`select id from invoices where user_id = ${user.id} order by id`;
  return Promise.all(rows.map(({ id }) => at.app.services.admin.invoices.get(id)));
}

const fromAustria = {
  client: { company: 'Paula KG', city: 'Wien' },
  totals: { taxes: [{ rate: '20' }] },
};
const fromFrance = {
  client: { company: 'Martin SARL', city: 'Paris', vatNumber: 'FR12345678901' },
  totals: { taxes: [{ category: 'AE', amount: '0.00' }] },
};

describe('after a change of billing data', () => {
  it('a change of plan uses the new data for its preview, its charge and its invoice', async () => {
    const user = await subscriber(paula);
    await save(user, martin);
    const choice = { planId: 3, billingCycle: 'yearly' as const };
    const preview = await billingOf(user).previewChange(choice);
    expect(preview).toMatchObject({
      amount: preview.tax?.net,
      tax: { tax: '0.00', label: 'Reverse charge' },
    });
    await billingOf(user).change(confirming(preview));
    await at.settled();
    const [first, second] = await invoicesOf(user);
    expect(first).toMatchObject(fromAustria);
    expect(second).toMatchObject({
      client: fromFrance.client,
      total: preview.amountDue,
      status: 'paid',
    });
    await renew(user);
    expect((await invoicesOf(user))[2]).toMatchObject({ ...fromFrance, total: preview.amount });
  });

  const yearly = { planId: 3, billingCycle: 'yearly' as const };

  async function changePlan(user: CurrentUser) {
    const preview = await billingOf(user).previewChange(yearly);
    await billingOf(user).change(confirming(preview));
    await at.settled();
    const changed = (await invoicesOf(user)).at(-1);
    expect(changed).toMatchObject({ total: preview.amountDue, status: 'paid' });
    return changed;
  }

  const unusedAt = (tax: object) => ({ items: [tax, expect.anything()] });

  it('the unused time of the previous plan is credited with the tax that was paid', async () => {
    const austrian = await subscriber(paula);
    const french = await subscriber(martin);
    await save(austrian, martin);
    await save(french, paula);
    const [toFrance, toAustria] = [await changePlan(austrian), await changePlan(french)];
    expect(toFrance).toMatchObject(unusedAt({ taxCategory: 'S', taxRate: '20' }));
    expect(toFrance?.items[1]).toMatchObject({ taxCategory: 'AE', taxRate: '0' });
    expect(toAustria).toMatchObject(unusedAt({ taxCategory: 'AE', taxRate: '0' }));
    expect(toAustria?.items[1]).toMatchObject({ taxCategory: 'S', taxRate: '20' });
    await renew(austrian);
    expect((await invoicesOf(austrian)).at(-1)?.totals.taxes).toMatchObject([{ category: 'AE' }]);
  });

  it('a change to a cheaper plan credits the tax that was paid and invoices the new plan with its own', async () => {
    const user = await subscriber(paula);
    const paid = await changePlan(user);
    await save(user, martin);
    const preview = await billingOf(user).previewChange({ planId: 1, billingCycle: 'monthly' });
    await billingOf(user).change(confirming(preview));
    await at.settled();
    const all = await invoicesOf(user);
    const notes = all.flatMap(({ creditNotes }) => creditNotes);
    const sumOf = (amounts: readonly string[]) =>
      amounts.reduce((sum, one) => sum + Number(one), 0);
    const taxes = notes.flatMap(({ totals }) => totals.taxes);
    expect(new Set(taxes.map(({ category, rate }) => `${category} ${rate}`))).toEqual(
      new Set(['S 20']),
    );
    const unused = Number(paid?.items[1]?.unitPrice);
    expect(sumOf(taxes.map(({ base }) => base))).toBeCloseTo(unused, 0);
    const cheaper = all.at(-1);
    expect(cheaper).toMatchObject({
      ...fromFrance,
      items: [{ taxCategory: 'AE' }],
      status: 'paid',
      overpaid: '0.00',
    });
    const kept = sumOf(notes.map(({ total }) => total)) - Number(cheaper?.total);
    expect(kept).toBeCloseTo(Number(preview.credit), 2);
  });

  it('unused time is credited with the tax that was paid, even if the subscription was resumed since', async () => {
    const user = await subscriber(paula);
    await billingOf(user).cancel();
    await save(user, martin);
    await billingOf(user).resume();
    expect(await changePlan(user)).toMatchObject(unusedAt({ taxCategory: 'S', taxRate: '20' }));
  });

  it('time that was paid without tax is credited without tax', async () => {
    await change('tax', { plansTaxed: false });
    const user = await subscriber(paula);
    await change('tax', { plansTaxed: true });
    expect(await changePlan(user)).toMatchObject(unusedAt({ taxCategory: 'Z', taxRate: '0' }));
  });

  it('a renewal within a day has the new data, also after a preview of a plan change', async () => {
    const user = await subscriber(paula);
    await save(user, martin);
    await billingOf(user).previewChange(yearly);
    await at.settled();
    await at.app.sql`update subscriptions set current_period_end = now() + interval '1 hour'
      where user_id = ${user.id}`;
    await at.app.services.billing.reconcile();
    await renew(user);
    expect((await invoicesOf(user))[1]).toMatchObject(fromFrance);
  });

  it('a plan change whose card is declined changes neither tax nor buyer of the subscription', async () => {
    const user = await subscriber(paula, cards.failsLater);
    const before = await at.app.sql`
      select stripe_tax_rate_id, taxed_buyer from subscriptions where user_id = ${user.id}`;
    await save(user, martin);
    const choice = { planId: 3, billingCycle: 'monthly' as const };
    const preview = await billingOf(user).previewChange(choice);
    await expect(billingOf(user).change(confirming(preview))).rejects.toThrow();
    await at.settled();
    const after = await at.app.sql`
      select stripe_tax_rate_id, taxed_buyer from subscriptions where user_id = ${user.id}`;
    expect(after).toEqual(before);
  });

  it('a resumed subscription renews with the new data', async () => {
    const user = await subscriber(paula);
    await billingOf(user).cancel();
    await save(user, martin);
    await billingOf(user).resume();
    await renew(user);
    expect((await invoicesOf(user))[1]).toMatchObject(fromFrance);
  });

  it('an open renewal keeps its tax and buyer, and a draft at Stripe gets the new ones', async () => {
    const user = await subscriber(paula, cards.failsLater);
    const id = await subscriptionOf(user);
    await renew(user);
    await stripe.change(id, { status: 'unpaid' }, 'customer.subscription.updated');
    await at.sandbox.skipToRenewal(id);
    const { latest_invoice: draft } = await stripe.call('GET', `subscriptions/${id}`);
    await stripe.change(String(draft), { status: 'draft', attempted: false, attempt_count: 0 });
    await stripe.change(id, { status: 'unpaid' }, 'customer.subscription.updated');
    await at.settled();
    await at.app.sql`delete from payments where stripe_invoice_id = ${String(draft)}`;
    await save(user, martin);
    await replaceCard(user);
    const [, ...paidLater] = await invoicesOf(user);
    const byCompany = new Map(paidLater.map((invoice) => [invoice.client.company, invoice]));
    expect(paidLater).toHaveLength(2);
    expect(byCompany.get('Paula KG')).toMatchObject(fromAustria);
    expect(byCompany.get('Martin SARL')).toMatchObject(fromFrance);
  });
});

describe('for a seller whose law requires the client’s address', () => {
  it('a plan is neither started nor changed without the address', async () => {
    const user = await makeClient(at.app.sql);
    await save(user, { country: 'AT' });
    expect(
      await at.app.services.billing.offer(user.id, { planId: 1, cycle: 'monthly' }),
    ).toMatchObject({
      billing: { required: ['address', 'country'], missing: ['address'] },
    });
    const issues = [{ path: 'address', message: 'Please enter your billing address' }];
    const refusal = { about: { issues } };
    await expect(billingOf(user).subscribe({ planId: 1 })).rejects.toMatchObject({
      cause: refusal,
    });
    const other = await subscriber(paula);
    await save(other, { country: 'AT' });
    const choice = { planId: 3, billingCycle: 'monthly' as const };
    const preview = await billingOf(other).previewChange(choice);
    expect(preview.billing.missing).toEqual(['address']);
    await expect(billingOf(other).change(confirming(preview))).rejects.toMatchObject({
      cause: refusal,
    });
  });

  it('the invoice of a paid renewal is held until the address is entered', async () => {
    await change('seller', { country: '' });
    const user = await subscriber({ country: 'AT' });
    await change('seller', { country: 'AT' });
    await renew(user);
    expect(await invoicesOf(user)).toHaveLength(1);
    const paymentOf = async () => {
      const [row] = await at.app.sql`
        select id, status, invoice_id as invoice from payments where user_id = ${user.id} order by id desc limit 1`;
      return row;
    };
    const { id } = (await paymentOf()) ?? {};
    expect(await paymentOf()).toMatchObject({ status: 'completed', invoice: null });
    const { rows } = await callerOf(
      { ...user, isAdmin: true, role: 'owner' },
      at.app.services,
    ).admin.payments.page({ search: user.email });
    expect(rows[0]?.note).toMatch(/^No invoice yet: The client’s address is missing/);
    const notices = () => at.app.sql`
      select subject from mails where kind = 'invoice_notice' and about = ${`payment:${id}`}`;
    await at.app.services.billing.reconcile();
    expect(await notices()).toEqual([{ subject: expect.stringMatching(/has no invoice yet$/) }]);

    await save(user, paula);
    await at.app.services.billing.reconcile();
    const [, issued] = await invoicesOf(user);
    expect(issued).toMatchObject({ status: 'paid', client: { address: 'Alt 1', city: 'Wien' } });
    expect(await paymentOf()).toMatchObject({ invoice: issued?.id });
    const mails = await at.app.sql`
      select kind from mails where "to" = ${user.email} and about = ${`invoice:${issued?.id}`}`;
    expect(mails).toEqual([{ kind: 'payment_received' }]);
  });
});
