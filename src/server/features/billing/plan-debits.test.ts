import { beforeAll, describe, expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { authenticateIntent, confirmDebit, confirmRedirect } from '~/sandbox/payments/confirm';
import { callerOf } from '~/testing/callers';
import { accounts, cards, makeClient } from '~/testing/payments';
import { textOfPdf } from '~/testing/pdf-text';
import { plansOf } from '~/testing/plans';
import { signInAdmin } from '~/testing/sign-in';
import { testStripeApp } from '~/testing/stripe-app';

const at = testStripeApp({ rateLimits: { linkWrites: 1e6, linkReads: 1e6 } });
const { billingOf, mailsTo, renew, replaceCard, stripe } = plansOf(at);
let owner: CurrentUser;

beforeAll(async () => {
  await at.app.services.admin.settings.update('system', { key: 'currency', value: 'EUR' });
  owner = { ...(await makeClient(at.app.sql)), isAdmin: true, role: 'owner' };
});

const admin = () => callerOf(owner, at.app.services).admin;

/** Creates a client with the form of the first payment of a plan. */
async function subscribing() {
  const user = await makeClient(at.app.sql);
  const { clientSecret } = await billingOf(user).subscribe({ planId: 1 });
  return { user, clientSecret };
}

/** Creates a client who pays a plan by bank debit, which is pending. */
async function debited(last4: string): Promise<CurrentUser> {
  const { user, clientSecret } = await subscribing();
  await at.sandbox.within((store) => confirmDebit(store, clientSecret, { last4 }));
  await at.settled();
  return user;
}

/** Creates a client who has paid a plan by a method that redirects to the bank. */
async function redirected(): Promise<CurrentUser> {
  const { user, clientSecret } = await subscribing();
  await at.sandbox.within((store) => confirmRedirect(store, clientSecret));
  await at.sandbox.within((store) => authenticateIntent(store, clientSecret, true));
  await at.settled();
  return user;
}

/** Makes the fake bank respond, or act after its response. */
async function nextDay(): Promise<void> {
  await at.sandbox.skipToAnswers();
  await at.settled();
}

/** Returns the payments of a client in the panel, oldest first. */
async function paymentsOf(user: CurrentUser) {
  const { rows } = await admin().payments.page({ search: user.email });
  return rows.toReversed();
}

async function invoiceOf(user: CurrentUser): Promise<AdminInvoice> {
  const [row] = await at.app.sql`
    select id from invoices where user_id = ${user.id} order by id desc limit 1`;
  return at.app.services.admin.invoices.get(row?.id);
}

const textOf = async (user: CurrentUser, kind: string): Promise<string> => {
  const [row] = await at.app.sql`
    select text from mails where "to" = ${user.email} and kind = ${kind} order by id desc limit 1`;
  return row?.text;
};

/** Returns the subjects of emails to the agency about a client's plan, oldest first. */
async function noticesOf(user: CurrentUser): Promise<string[]> {
  const rows = await at.app.sql`
    select subject from mails where kind = 'invoice_notice' and about in (
      select 'payment:' || id from payments where user_id = ${user.id}
      union select 'invoice:' || id from invoices where user_id = ${user.id}) order by id`;
  return rows.map(({ subject }) => subject);
}

const activitiesOf = async (words: string) =>
  (await at.app.services.admin.overview.activities(50)).filter(({ description }) =>
    description.includes(words),
  );

describe('the payment of a plan', () => {
  it('has the payment method that Stripe reports, and a debit is announced to client and agency when it starts and when it is paid', async () => {
    const byDebit = await debited(accounts.works);
    expect(await paymentsOf(byDebit)).toMatchObject([{ method: 'debit', status: 'pending' }]);
    expect(await mailsTo(byDebit)).toEqual(['payment_pending']);
    const started = expect.stringMatching(/Payment of €.+ started for /);
    expect(await noticesOf(byDebit)).toEqual([started]);
    await nextDay();
    expect(await mailsTo(byDebit)).toEqual(['payment_pending', 'payment_received']);
    expect(await noticesOf(byDebit)).toHaveLength(2);
    await renew(byDebit);
    await nextDay();
    const debit = { method: 'debit', methodType: 'sepa_debit', status: 'completed' };
    expect(await paymentsOf(byDebit)).toMatchObject([debit, debit]);
    const byCard = await at.subscriber();
    expect(await paymentsOf(byCard)).toMatchObject([{ method: 'card', methodType: 'card' }]);
    const byRedirect = await redirected();
    const [ideal] = await paymentsOf(byRedirect);
    expect(ideal).toMatchObject({ method: 'online', methodType: 'ideal', status: 'completed' });
    await admin().payments.refund({ id: ideal?.id ?? 0 });
    await at.settled();
    const words = await textOf(byRedirect, 'invoice_credited');
    expect(words).toContain('goes back to the account that you paid with');
    // Stripe charges the account behind iDEAL from the second payment on.
    await renew(byRedirect);
    await nextDay();
    expect((await paymentsOf(byRedirect)).at(-1)).toMatchObject(debit);
  });
});

describe('a bank debit for a plan', () => {
  it('notifies client and agency if it fails after days, and can be paid by card', async () => {
    const user = await debited(accounts.fails);
    await nextDay();
    expect(await billingOf(user).mine()).toMatchObject({ status: 'past_due' });
    expect(await mailsTo(user)).toEqual(['payment_pending', 'payment_failed']);
    const words = await textOf(user, 'payment_failed');
    expect(words).toContain('Your bank did not make the payment');
    expect(words).not.toContain('your card');
    expect((await noticesOf(user)).at(-1)).toMatch(/Payment of €.+ failed/);
    expect(await activitiesOf(`from ${user.firstName} ${user.lastName}`)).not.toEqual([]);
    await replaceCard(user);
    expect(await billingOf(user).mine()).toMatchObject({ status: 'active' });
    expect(await paymentsOf(user)).toMatchObject([{ method: 'card', status: 'completed' }]);
  });

  it('notifies client and agency if a renewal fails after days', async () => {
    const user = await debited(accounts.returned);
    await nextDay();
    await at.app.sql`
      update sandbox_objects set body = jsonb_set(body, '{sepa_debit,last4}', ${`"${accounts.fails}"`}::jsonb)
      where object = 'payment_method' and customer = (select stripe_customer_id from users where id = ${user.id})`;
    await renew(user);
    expect(await billingOf(user).mine()).toMatchObject({ status: 'active' });
    // Stripe announces renewals to the client.
    expect(await mailsTo(user)).toEqual(['payment_pending', 'payment_received']);
    await nextDay();
    expect((await mailsTo(user)).filter((kind) => kind === 'payment_failed')).toHaveLength(1);
    expect((await noticesOf(user)).filter((words) => / failed/.test(words))).toHaveLength(1);
  });

  it('reopens its invoice without a credit note when it is returned, and can be paid again', async () => {
    const user = await debited(accounts.returned);
    await nextDay();
    await nextDay();
    expect(await paymentsOf(user)).toMatchObject([
      { method: 'debit', status: 'failed', isReturned: true, refunded: '0.00' },
    ]);
    const returned = await invoiceOf(user);
    expect(returned).toMatchObject({ status: 'open', paid: '0.00', creditNotes: [] });
    expect(returned.remaining).toBe(returned.total);
    expect(returned.timeline.at(-1)?.kind).toBe('returned');
    expect((await mailsTo(user)).at(-1)).toBe('payment_reversed');
    expect(await textOf(user, 'payment_reversed')).toContain('still due');
    expect((await noticesOf(user)).at(-1)).toContain('returned by the bank');
    expect(await activitiesOf(`${returned.number} for`)).toContainEqual(
      expect.objectContaining({ description: expect.stringContaining('returned') }),
    );
    expect(await billingOf(user).mine()).toMatchObject({ status: 'active' });
    const { clientSecret } = await callerOf(user, at.app.services).invoices.pay({
      id: returned.id,
    });
    await stripe.pay(clientSecret, cards.works);
    await at.settled();
    expect(await invoiceOf(user)).toMatchObject({
      status: 'paid',
      payments: [
        { method: 'debit', isReturned: true },
        { method: 'card', status: 'completed' },
      ],
    });
    const pdf = await at.app.fetch(`/api/admin/invoices/${returned.id}/pdf`, {
      headers: { Cookie: await signInAdmin(at.app) },
    });
    const printed = await textOfPdf(Buffer.from(await pdf.arrayBuffer()));
    expect(printed).toContain('Paid: ');
    expect(printed).not.toContain('debited');
  });

  it('has the same result if its events arrive repeatedly and in any order, or not at all', async () => {
    const from = at.sent.length;
    const user = await debited(accounts.returned);
    await nextDay();
    await nextDay();
    const before = await invoiceOf(user);
    const mails = [await mailsTo(user), await noticesOf(user)];
    const bodies = at.sent.slice(from);
    await at.app.sql`delete from stripe_events`;
    const storm = [...bodies.toReversed(), ...bodies, ...bodies];
    await Promise.all(storm.map((body) => at.deliver(body)));
    await at.settled();
    expect({ ...(await invoiceOf(user)), updatedAt: '' }).toEqual({ ...before, updatedAt: '' });
    expect([await mailsTo(user), await noticesOf(user)]).toEqual(mails);

    at.isMute = true;
    const other = await debited(accounts.returned);
    await nextDay();
    await nextDay();
    at.isMute = false;
    await at.app.services.billing.reconcile();
    await at.settled();
    expect(await paymentsOf(other)).toMatchObject([{ method: 'debit', isReturned: true }]);
    expect(await invoiceOf(other)).toMatchObject({ status: 'open', creditNotes: [] });
    expect(await mailsTo(other)).toEqual(['payment_reversed']);
    expect((await noticesOf(other)).at(-1)).toContain('returned by the bank');
  });
});
