import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';

import { AppError } from '~/contract/common/errors';
import { isInvalidRequest, isMissing } from '~/server/features/payments/failures';
import { idOf } from '~/server/features/payments/stripe';
import type { Database } from '~/server/platform/db/client';
import { subscriptions } from '~/server/platform/db/schema/billing';
import { ownerOf, type SubscriptionRow } from './apply-subscription';
import type { Retax } from './retax';
import type { Sync } from './sync';

const isRefusedCard = (error: unknown) =>
  (error as { type?: unknown } | undefined)?.type === 'StripeCardError';

/** Replaces the card that is charged. */
export function createCards(db: Database, deps: { sync: Sync; retax: Retax }) {
  /**
   * Pays the open invoices. For an unpaid subscription, the newest draft is paid too, which reactivates the subscription.
   * Older drafts cover periods without service, so the agency decides whether to charge them.
   */
  async function payOpenInvoices(stripe: Stripe, subscription: string, key: string) {
    // Retrieves the subscription again, because Stripe returns its first response, which may be
    // outdated, to a repeated change of the card.
    const { status } = await stripe.subscriptions.retrieve(subscription);
    const { data } = await stripe.invoices.list({ subscription, limit: 10 });
    const draft = status === 'unpaid' && data[0]?.status === 'draft' ? data[0] : undefined;
    if (draft) {
      // The draft has the tax of the day on which Stripe created it. An open invoice is final, and keeps its tax.
      const [row] = await db
        .select()
        .from(subscriptions)
        .where(eq(subscriptions.stripeSubscriptionId, subscription));
      const rates = row && (await deps.retax.run(stripe, row)).rates;
      try {
        if (rates !== undefined) {
          await stripe.invoices.update(draft.id, { default_tax_rates: rates });
        }
        await stripe.invoices.finalizeInvoice(draft.id, { auto_advance: true });
      } catch (error) {
        // An event for the same card has finalized it in the meantime.
        if (!isInvalidRequest(error)) throw error;
      }
    }
    for (const invoice of data) {
      if (invoice.status !== 'open' && invoice !== draft) continue;
      try {
        await stripe.invoices.pay(invoice.id, {}, { idempotencyKey: `pay:${invoice.id}:${key}` });
      } catch (error) {
        // The failure is recorded with the payment, or the payment was made in the meantime. In both cases the new card
        // stays.
        if (!isRefusedCard(error) && !isInvalidRequest(error)) throw error;
      }
    }
    // Includes invoices that an event for the same card has just paid, so that the next screen is up to date.
    return data.map(({ id }) => id);
  }

  return {
    /** Prepares a new card. @returns the client secret with which the browser sends the card to Stripe */
    async ask(stripe: Stripe, subscription: SubscriptionRow): Promise<string> {
      const { id, customer } = await stripe.subscriptions.retrieve(
        subscription.stripeSubscriptionId,
      );
      const intent = await stripe.setupIntents.create({
        customer: idOf(customer) ?? '',
        usage: 'off_session',
        metadata: { subscription: id },
      });
      if (!intent.client_secret) throw new Error('a setup intent has no client secret');
      return intent.client_secret;
    },

    /** Charges the card from now on, and pays open invoices. A late or repeated call does not replace a newer card. */
    async adopt(stripe: Stripe, setupIntentId: string, userId?: string): Promise<void> {
      const intent = await stripe.setupIntents.retrieve(setupIntentId).catch((error) => {
        if (isMissing(error)) throw new AppError('NOT_FOUND', 'Card not found');
        throw error;
      });
      const customer = idOf(intent.customer);
      const card = idOf(intent.payment_method);
      const { subscription } = intent.metadata ?? {};
      if (!customer || !card || !subscription || intent.status !== 'succeeded') return;
      const owner = await ownerOf(db, { customer, subscription });
      if (!owner) return;
      if (userId && owner.id !== userId) throw new AppError('NOT_FOUND', 'Card not found');
      const { data } = await stripe.setupIntents.list({ customer, limit: 20 });
      const newest = data.find(({ status }) => status === 'succeeded');
      if (newest && newest.id !== intent.id) return;
      await stripe.subscriptions.update(
        subscription,
        { default_payment_method: card },
        { idempotencyKey: `card:${intent.id}` },
      );
      const invoices = await payOpenInvoices(stripe, subscription, intent.id);
      await deps.sync.run(stripe, { subscriptions: [subscription], invoices });
    },
  };
}
