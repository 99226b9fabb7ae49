import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import type { TestApp } from './app';
import { callerOf } from './callers';
import { askerOf, signInAdmin } from './sign-in';
import type { StripeApp } from './stripe-app';
import { stripeCallsOf } from './stripe-calls';

/** Acts on plans as their clients and the agency do. */
export function planClientsOf(app: () => TestApp) {
  const billingOf = (user: CurrentUser) => callerOf(user, app().services).billing;
  let asker: ReturnType<typeof askerOf> | undefined;
  const ask = <Body>(method: string, path: string, body?: unknown) => {
    asker ??= askerOf(app(), () => signInAdmin(app()));
    return asker<Body>(method, path, body);
  };

  return {
    ...{ ask, billingOf },

    /** Returns the kinds of emails to a client, in order. */
    async mailsTo({ email }: CurrentUser): Promise<string[]> {
      const rows = await app().sql`select kind from mails where "to" = ${email} order by id`;
      return rows.map(({ kind }) => kind);
    },

    /** Returns the client's invoices, oldest first. */
    async invoicesOf({ id }: CurrentUser): Promise<AdminInvoice[]> {
      const rows = await app().sql`select id from invoices where user_id = ${id} order by id`;
      return Promise.all(rows.map((row) => app().services.admin.invoices.get(row.id)));
    },

    /** Changes fields of a setting in the same way as the panel. */
    async changeSetting(key: string, changes: object): Promise<void> {
      const path = `/api/admin/settings/${key}`;
      const { value } = (await ask<{ value: object }>('GET', path)).body;
      const { status } = await ask('PUT', path, { value: { ...value, ...changes } });
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    },

    /** Stores billing data in the same way as the client area, which requires a session. */
    async saveProfile(user: CurrentUser, profile: object): Promise<void> {
      const [session] = await app().sql`
        insert into sessions (token_hash, user_id, kind, expires_at, absolute_expires_at)
        values (${crypto.randomUUID()}, ${user.id}, 'client', now() + interval '1 hour', now() + interval '1 day')
        returning id`;
      await app().services.companies.changeProfile(
        { ...user, sessionId: Number(session?.id) },
        {
          name: 'Ada Byron',
          ...{ company: '', address: '', postcode: '', city: '', country: '' },
          ...{ vatNumber: '', buyerReference: '', email: '' },
          ...profile,
        },
      );
    },
  };
}

/** Acts on plans as their clients, the agency and Stripe do. */
export function plansOf(at: StripeApp) {
  const clients = planClientsOf(() => at.app);
  const stripe = stripeCallsOf({
    fetch: (...asked) => at.sandbox.fetch(...asked),
    within: (work) => at.sandbox.within(work),
  });

  async function subscriptionOf(user: CurrentUser): Promise<string> {
    const [row] = await at.app.sql`
      select stripe_subscription_id as id from subscriptions
      where user_id = ${user.id} order by id desc limit 1`;
    return row?.id;
  }

  return {
    ...{ ...clients, stripe, subscriptionOf },

    async renew(user: CurrentUser): Promise<void> {
      await at.sandbox.skipToRenewal(await subscriptionOf(user));
      await at.settled();
    },

    /** Replaces the card in the same way as the dashboard. */
    async replaceCard(user: CurrentUser, last4?: string) {
      const billing = clients.billingOf(user);
      const { clientSecret } = await billing.replaceCard();
      await stripe.pay(clientSecret, last4);
      await at.settled();
      const changed = await billing.adoptCard({
        setupIntentId: clientSecret.split('_secret_')[0] ?? '',
      });
      await at.settled();
      return changed;
    },
  };
}
