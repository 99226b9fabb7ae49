import { beforeEach, describe, expect, it } from 'vitest';

import type { ChangePreview } from '~/contract/billing/billing-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { callerOf } from '~/testing/callers';
import { cards, makeClient } from '~/testing/payments';
import { plansOf } from '~/testing/plans';
import { testStripeApp } from '~/testing/stripe-app';

const at = testStripeApp();
const plans = plansOf(at);
const { billingOf, changeSetting, invoicesOf, renew, replaceCard, saveProfile, stripe } = plans;

beforeEach(async () => {
  await changeSetting('seller', {
    name: 'Agentur',
    country: 'AT',
    city: 'Wien',
    vatNumber: 'ATU13585627',
  });
  await changeSetting('tax', {
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

async function subscriber(profile: object, card = cards.works): Promise<CurrentUser> {
  const user = await makeClient(at.app.sql);
  await saveProfile(user, profile);
  const { clientSecret } = await billingOf(user).subscribe({ planId: 1 });
  await stripe.pay(clientSecret, card);
  await at.settled();
  return user;
}

const confirming = ({ planId, billingCycle, amountDue, countedAt }: ChangePreview) => ({
  ...{ planId, billingCycle, amountDue, countedAt },
});

const fromAustria = {
  client: { company: 'Paula KG', city: 'Wien' },
  totals: { taxes: [{ rate: '20' }] },
};
const fromFrance = {
  client: { company: 'Martin SARL', city: 'Paris', vatNumber: 'FR12345678901' },
  totals: { taxes: [{ category: 'AE', amount: '0.00' }] },
};

describe('after a change of billing data', () => {
  const yearly = { planId: 3, billingCycle: 'yearly' as const };

  async function changePlan(user: CurrentUser, expected: object = {}) {
    const preview = await billingOf(user).previewChange(yearly);
    expect(preview).toMatchObject(expected);
    await billingOf(user).change(confirming(preview));
    await at.settled();
    const changed = (await invoicesOf(user)).at(-1);
    expect(changed).toMatchObject({ total: preview.amountDue, status: 'paid' });
    return changed;
  }

  const unusedAt = (tax: object) => ({ items: [tax, expect.anything()] });

  it('a change of plan uses the new data, and credits unused time with the tax that was paid', async () => {
    const austrian = await subscriber(paula);
    const french = await subscriber(martin);
    await saveProfile(austrian, martin);
    await saveProfile(french, paula);
    const toFrance = await changePlan(austrian, { tax: { tax: '0.00', label: 'Reverse charge' } });
    const toAustria = await changePlan(french);
    expect((await invoicesOf(austrian))[0]).toMatchObject(fromAustria);
    expect(toFrance).toMatchObject({ client: fromFrance.client });
    expect(toFrance).toMatchObject(unusedAt({ taxCategory: 'S', taxRate: '20' }));
    expect(toFrance?.items[1]).toMatchObject({ taxCategory: 'AE', taxRate: '0' });
    expect(toAustria).toMatchObject(unusedAt({ taxCategory: 'AE', taxRate: '0' }));
    expect(toAustria?.items[1]).toMatchObject({ taxCategory: 'S', taxRate: '20' });
    await renew(austrian);
    expect((await invoicesOf(austrian)).at(-1)).toMatchObject(fromFrance);
  });

  it('a change to a cheaper plan credits the tax that was paid and invoices the new plan with its own tax', async () => {
    const user = await subscriber(paula);
    const paid = await changePlan(user);
    await saveProfile(user, martin);
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

  it('unused time is credited with the tax that was paid, even if the subscription has been resumed since', async () => {
    const user = await subscriber(paula);
    await billingOf(user).cancel();
    await saveProfile(user, martin);
    await billingOf(user).resume();
    expect(await changePlan(user)).toMatchObject(unusedAt({ taxCategory: 'S', taxRate: '20' }));
  });

  it('time that was paid without tax is credited without tax', async () => {
    await changeSetting('tax', { plansTaxed: false });
    const user = await subscriber(paula);
    await changeSetting('tax', { plansTaxed: true });
    expect(await changePlan(user)).toMatchObject(unusedAt({ taxCategory: 'Z', taxRate: '0' }));
  });

  it('a renewal within a day has the new data, also after a preview of a plan change', async () => {
    const user = await subscriber(paula);
    await saveProfile(user, martin);
    await billingOf(user).previewChange(yearly);
    await at.settled();
    await at.app.sql`update subscriptions set current_period_end = now() + interval '1 hour'
      where user_id = ${user.id}`;
    await at.app.services.billing.reconcile();
    await renew(user);
    expect((await invoicesOf(user))[1]).toMatchObject(fromFrance);
  });

  it('a plan change whose card is declined changes neither plan, tax nor buyer of the subscription', async () => {
    const user = await subscriber(paula, cards.failsLater);
    const before = await at.app.sql`
      select stripe_tax_rate_id, taxed_buyer from subscriptions where user_id = ${user.id}`;
    await saveProfile(user, martin);
    const choice = { planId: 3, billingCycle: 'monthly' as const };
    const preview = await billingOf(user).previewChange(choice);
    await expect(billingOf(user).change(confirming(preview))).rejects.toMatchObject({
      ...{ code: 'CONFLICT', message: 'Your card was declined.' },
    });
    await at.settled();
    expect(await billingOf(user).mine()).toMatchObject({ status: 'active', plan: { id: 1 } });
    const after = await at.app.sql`
      select stripe_tax_rate_id, taxed_buyer from subscriptions where user_id = ${user.id}`;
    expect(after).toEqual(before);
  });

  it('a resumed subscription renews with the new data', async () => {
    const user = await subscriber(paula);
    await billingOf(user).cancel();
    await saveProfile(user, martin);
    await billingOf(user).resume();
    await renew(user);
    expect((await invoicesOf(user))[1]).toMatchObject(fromFrance);
  });

  it('an open renewal keeps its tax and buyer, and a draft at Stripe gets the new ones', async () => {
    const user = await subscriber(paula, cards.failsLater);
    const id = await plans.subscriptionOf(user);
    await renew(user);
    await stripe.change(id, { status: 'unpaid' }, 'customer.subscription.updated');
    await at.sandbox.skipToRenewal(id);
    const { latest_invoice: draft } = await stripe.call('GET', `subscriptions/${id}`);
    await stripe.change(String(draft), { status: 'draft', attempted: false, attempt_count: 0 });
    await stripe.change(id, { status: 'unpaid' }, 'customer.subscription.updated');
    await at.settled();
    await at.app.sql`delete from payments where stripe_invoice_id = ${String(draft)}`;
    await saveProfile(user, martin);
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
    await saveProfile(user, { country: 'AT' });
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
    await saveProfile(other, { country: 'AT' });
    const choice = { planId: 3, billingCycle: 'monthly' as const };
    const preview = await billingOf(other).previewChange(choice);
    expect(preview.billing.missing).toEqual(['address']);
    await expect(billingOf(other).change(confirming(preview))).rejects.toMatchObject({
      cause: refusal,
    });
  });

  it('the invoice of a paid renewal is held until the address is entered', async () => {
    await changeSetting('seller', { country: '' });
    const user = await subscriber({ country: 'AT' });
    await changeSetting('seller', { country: 'AT' });
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

    // An event that was read before the last one changes nothing.
    await at.app.sql`update payments set synced_at = now() + interval '1 minute' where id = ${id}`;
    await at.app.services.billing.reconcile();
    expect(await invoicesOf(user)).toHaveLength(1);
    await at.app.sql`update payments set synced_at = now() where id = ${id}`;

    await saveProfile(user, paula);
    await at.app.services.billing.reconcile();
    const [, issued] = await invoicesOf(user);
    expect(issued).toMatchObject({ status: 'paid', client: { address: 'Alt 1', city: 'Wien' } });
    expect(await paymentOf()).toMatchObject({ invoice: issued?.id });
    const mails = await at.app.sql`
      select kind from mails where "to" = ${user.email} and about = ${`invoice:${issued?.id}`}`;
    expect(mails).toEqual([{ kind: 'payment_received' }]);
  });
});
