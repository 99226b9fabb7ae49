import type Stripe from 'stripe';

import { AppError } from '~/contract/common/errors';
import type { Database } from '~/server/platform/db/client';
import { ownerOf, type SubscriptionRow } from './apply-subscription';
import { isInvalidRequest, isMissing } from './failures';
import { idOf } from './stripe';
import type { Sync } from './sync';

const isRefusedCard = (error: unknown) =>
  (error as { type?: unknown } | undefined)?.type === 'StripeCardError';

/** Putting another card in place of the one that is charged. */
export function createCards(db: Database, deps: { sync: Sync }) {
  /**
   * Pays what is open. Of a subscription that Stripe gave up as unpaid the newest draft too: with it the
   * subscription is active again. Older drafts, of times in which the client had nothing, are the agency's
   * to decide on.
   */
  async function payWhatIsOpen(stripe: Stripe, subscription: string, key: string) {
    // Read anew: under its key, the change of the card is answered as it was the first time.
    const { status } = await stripe.subscriptions.retrieve(subscription);
    const { data } = await stripe.invoices.list({ subscription, limit: 10 });
    const draft = status === 'unpaid' && data[0]?.status === 'draft' ? data[0] : undefined;
    if (draft) await stripe.invoices.finalizeInvoice(draft.id, { auto_advance: true });
    for (const invoice of data) {
      if (invoice.status !== 'open' && invoice !== draft) continue;
      try {
        await stripe.invoices.pay(invoice.id, {}, { idempotencyKey: `pay:${invoice.id}:${key}` });
      } catch (error) {
        // The payment says itself that it failed, or was made meanwhile; the card is there all the same.
        if (!isRefusedCard(error) && !isInvalidRequest(error)) throw error;
      }
    }
    // Those paid just now by an event of the same card as well: what is shown next is how they are.
    return data.map(({ id }) => id);
  }

  return {
    /** @returns the secret under which the browser hands a card to Stripe */
    async ask(stripe: Stripe, subscription: SubscriptionRow): Promise<string> {
      const { id, customer } = await stripe.subscriptions.retrieve(
        subscription.stripeSubscriptionId,
      );
      const intent = await stripe.setupIntents.create({
        customer: idOf(customer) ?? '',
        usage: 'off_session',
        metadata: { subscription: id },
      });
      if (!intent.client_secret) throw new Error('a setup intent came without its secret');
      return intent.client_secret;
    },

    /**
     * Charges that card from now on, and at once what is open. Told of it late or twice, it leaves a card
     * in place that was put in since.
     */
    async adopt(stripe: Stripe, setupIntentId: string, userId?: string): Promise<void> {
      const intent = await stripe.setupIntents.retrieve(setupIntentId).catch((error) => {
        if (isMissing(error)) throw new AppError('NOT_FOUND', 'There is no such card');
        throw error;
      });
      const customer = idOf(intent.customer);
      const card = idOf(intent.payment_method);
      const { subscription } = intent.metadata ?? {};
      if (!customer || !card || !subscription || intent.status !== 'succeeded') return;
      const owner = await ownerOf(db, { customer, subscription });
      if (!owner) return;
      if (userId && owner.id !== userId) throw new AppError('NOT_FOUND', 'There is no such card');
      const { data } = await stripe.setupIntents.list({ customer, limit: 20 });
      const newest = data.find(({ status }) => status === 'succeeded');
      if (newest && newest.id !== intent.id) return;
      await stripe.subscriptions.update(
        subscription,
        { default_payment_method: card },
        { idempotencyKey: `card:${intent.id}` },
      );
      const invoices = await payWhatIsOpen(stripe, subscription, intent.id);
      await deps.sync.run(stripe, { subscriptions: [subscription], invoices });
    },
  };
}

export type Cards = ReturnType<typeof createCards>;
