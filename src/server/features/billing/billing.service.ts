import { and, desc, eq } from 'drizzle-orm';
import type Stripe from 'stripe';

import type {
  ChangePreview,
  MySubscription,
  Offer,
  Payment,
  PaymentPage,
  PaymentProvider,
  Receipt,
} from '~/contract/billing/billing-schema';
import type { PaymentSearch, Repayment } from '~/contract/billing/payments';
import { AppError } from '~/contract/common/errors';
import type { DocumentSettings } from '~/server/features/documents/context';
import { createAccountSource } from '~/server/features/payments/account';
import { inWords, isInvalidRequest, isMissing } from '~/server/features/payments/failures';
import { createPaymentRecords } from '~/server/features/payments/payment-records';
import { refund } from '~/server/features/payments/refunds';
import type { StripeMode, StripeSource } from '~/server/features/payments/stripe';
import type { VatChecks } from '~/server/features/vat-numbers/vat-checks.service';
import { recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { auditLog } from '~/server/platform/db/schema/audit';
import type { Mailer } from '~/server/platform/mail/mailer';
import type { SubscriptionRow } from './apply-subscription';
import { createCards } from './cards';
import { type Confirmation, createChanges } from './changes';
import { type Choice, createCheckout, offeredPlan } from './checkout';
import type { Payer } from './customers';
import type { InvoiceBilling } from './invoice-billing';
import { createLeases } from './leases';
import { createPlanDocuments } from './plan-documents';
import { createPlanTax, offeredTax } from './plan-tax';
import { createPull } from './pull';
import { reconcile } from './reconcile';
import { createRecords } from './records';
import { createRetax } from './retax';
import { createStripeEvents } from './stripe-events';
import { createSync } from './sync';

export interface Payments {
  stripe: StripeSource;
  /** Mode of the secret key, or the sandbox. */
  mode: StripeMode;
  provider: PaymentProvider;
  webhookSecret: string | undefined;
  /** Makes the next charge due. Only exists in the sandbox. */
  skipToRenewal?: ((subscriptionId: string) => Promise<void>) | undefined;
}

export interface BillingOptions {
  mailer: Mailer;
  getCurrency(): Promise<string>;
  /** Undefined if payments are not set up. */
  payments: Payments | undefined;
  settings: DocumentSettings;
  vatChecks: Pick<VatChecks, 'of' | 'isOn'>;
  /** Card payments of invoices, and the issuing of documents. */
  invoices: InvoiceBilling;
  onFailure(event: string, error: unknown): void;
}

function availableOf(payments: Payments | undefined): Payments {
  if (payments) return payments;
  throw new AppError('CONFLICT', 'Payments are not set up. Please contact us instead.');
}

/**
 * Returns a function that returns the Stripe client. The function rejects with a message for the
 * client if payments are not set up.
 */
export const stripeOf =
  (payments: Payments | undefined): StripeSource =>
  async () =>
    availableOf(payments).stripe();

/** Manages subscriptions and payments. Stripe processes the payments; our tables store the results. */
export function createBilling(db: Database, options: BillingOptions) {
  const { getCurrency } = options;
  const stripe = stripeOf(options.payments);
  const account = createAccountSource(stripe, options.payments?.mode ?? 'sandbox');
  const documents = createPlanDocuments(db, { prepare: options.invoices.prepare });
  const taxes = createPlanTax(db, { ...options, account });
  const sync = createSync(db, { mailer: options.mailer, account, documents });
  const retax = createRetax(db, { taxes, sync });
  const cards = createCards(db, { sync, retax });
  const checkout = createCheckout(db, {
    ...{ sync, account, getCurrency, taxes },
    leases: createLeases(db),
  });
  const changes = createChanges(db, { sync, retax, taxes });
  const records = createRecords(db);
  const paymentRecords = createPaymentRecords(db, options.settings);
  const stripeEvents = createStripeEvents(db, {
    stripe,
    sync,
    invoicePayments: options.invoices,
    adoptCard: (client, id) => cards.adopt(client, id),
    onFailure: options.onFailure,
  });
  const pull = createPull(db, { account, stripeEvents });
  // Concurrent equal calls share one result.
  const pending = new Map<string, Promise<string>>();

  const available = () => availableOf(options.payments);

  async function liveOf(userId: string): Promise<SubscriptionRow> {
    const row = await records.live(userId);
    if (!row) throw new AppError('CONFLICT', 'You have no subscription.');
    return row;
  }

  /** Runs `work` on the client's live subscription, and ends it here if Stripe no longer has it. */
  async function withLive<T>(
    userId: string,
    work: (client: Stripe, row: SubscriptionRow) => Promise<T>,
  ): Promise<T> {
    const client = await stripe();
    const row = await liveOf(userId);
    try {
      return await work(client, row);
    } catch (error) {
      if (!isMissing(error)) return inWords(Promise.reject(error));
      await inWords(sync.run(client, { subscriptions: [row.stripeSubscriptionId] }));
      if (await records.live(userId)) return inWords(Promise.reject(error));
      throw new AppError(
        'CONFLICT',
        'Your subscription has ended: the payment provider does not have it any more.',
      );
    }
  }

  /** Adds Stripe's reason for a refusal to the client's record, once for repeated attempts. */
  async function noteRefusal(userId: string, reason: string): Promise<void> {
    const about = `user:${userId}`;
    const action = 'payment.refused';
    const did = `could not begin a subscription: Stripe refused it. ${reason}`;
    const [newest] = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.about, about), eq(auditLog.action, action)))
      .orderBy(desc(auditLog.id))
      .limit(1);
    if (newest?.description.endsWith(did)) return;
    await recordAudit(db, 'system', { action, about, did });
  }

  const setEnding = (userId: string, isEnding: boolean): Promise<MySubscription | null> =>
    withLive(userId, async (client, row) => {
      const { stripeSubscriptionId: id } = row;
      // The job skips subscriptions that will not be charged again, so a resumed subscription can have an outdated tax.
      if (!isEnding) await retax.run(client, row);
      await client.subscriptions.update(id, { cancel_at_period_end: isEnding });
      await sync.run(client, { subscriptions: [id] });
      return records.mine(userId);
    });

  return {
    provider: (): PaymentProvider => options.payments?.provider ?? { kind: 'none' },
    mine: (userId: string): Promise<MySubscription | null> => records.mine(userId),
    payments: (userId: string): Promise<Payment[]> => paymentRecords.all(userId),
    search: (userId: string, query: PaymentSearch): Promise<PaymentPage> =>
      paymentRecords.search(userId, query),
    receipt: (userId: string, id: number): Promise<Receipt> => paymentRecords.receipt(userId, id),
    spentCents: (userId: string): Promise<number> => paymentRecords.spentCents(userId),

    /** Returns the price of a plan for the client, based on their current billing data. */
    async offer(userId: string, choice: Choice): Promise<Offer> {
      const plan = await offeredPlan(db, choice);
      const currency = await getCurrency();
      const tax = await taxes.of(userId);
      return {
        currency,
        tax: tax && offeredTax(plan, choice.cycle, { currency, tax }),
        billing: await taxes.billingOf(userId),
      };
    },

    /**
     * Starts a subscription.
     *
     * @param amountDue the decimal amount that the client saw
     * @returns the client secret to pay with; a repeated call returns the same one
     * @throws CONFLICT if the client has a subscription, or another amount would be charged
     */
    async subscribe(
      payer: Payer,
      choice: Choice,
      amountDue?: string,
    ): Promise<{ clientSecret: string }> {
      const key = `${payer.id} ${choice.planId} ${choice.cycle} ${amountDue}`;
      let request = pending.get(key);
      if (!request) {
        request = inWords(
          stripe().then((client) => checkout(client, payer, choice, amountDue)),
          (reason) => noteRefusal(payer.id, reason),
        );
        pending.set(key, request);
        const forget = () => pending.delete(key);
        request.then(forget, forget);
      }
      return { clientSecret: await request };
    },

    /** Cancels at the end of the paid period. */
    cancel: (userId: string) => setEnding(userId, true),
    resume: (userId: string) => setEnding(userId, false),

    /**
     * Ends all charges to a client immediately. A repeated call changes nothing, so a failed call can be retried.
     *
     * @throws SERVICE_UNAVAILABLE while Stripe cannot be reached, because Stripe would continue to charge the client
     */
    async end(userId: string): Promise<void> {
      const going = await records.notEnded(userId);
      if (going.length === 0) return;
      const client = await stripe();
      for (const { stripeSubscriptionId: id } of going) {
        await inWords(
          client.subscriptions.cancel(id).catch((error: unknown) => {
            // Continues if the subscription has already ended at Stripe: the read below shows its state.
            if (!isMissing(error) && !isInvalidRequest(error)) throw error;
          }),
        );
        await inWords(sync.run(client, { subscriptions: [id] }));
      }
      if ((await records.notEnded(userId)).length === 0) return;
      throw new AppError('CONFLICT', 'The subscription goes on at the payment provider.');
    },

    previewChange: (userId: string, choice: Choice): Promise<ChangePreview> =>
      withLive(userId, (client, row) => changes.preview(client, row, choice)),

    change: (userId: string, confirmation: Confirmation): Promise<MySubscription | null> =>
      withLive(userId, async (client, row) => {
        await changes.confirm(client, row, confirmation);
        return records.mine(userId);
      }),

    replaceCard: (userId: string): Promise<{ clientSecret: string }> =>
      withLive(userId, async (client, row) => ({ clientSecret: await cards.ask(client, row) })),

    async adoptCard(userId: string, setupIntentId: string): Promise<MySubscription | null> {
      await inWords(cards.adopt(await stripe(), setupIntentId, userId));
      return records.mine(userId);
    },

    /** Available only in the sandbox, not with real payments. */
    async skipToRenewal(userId: string): Promise<MySubscription | null> {
      const { skipToRenewal } = available();
      if (!skipToRenewal) throw new AppError('NOT_FOUND', 'Not found');
      return withLive(userId, async (client, row) => {
        const { stripeSubscriptionId: id } = row;
        await client.subscriptions.retrieve(id);
        // Sets the current tax, as the job does before an ordinary renewal.
        if (!row.cancelAtPeriodEnd) await retax.run(client, row);
        await skipToRenewal(id);
        await stripeEvents.settle();
        return records.mine(userId);
      });
    },

    /** For admins: refunds a payment in full or in part. */
    refund: async (
      paymentId: number,
      amountCents?: number,
      repayment?: Repayment,
    ): Promise<void> => {
      const request = { paymentId, amountCents, repayment };
      await inWords(refund(db, stripe, { sync, invoices: options.invoices }, request));
    },

    replayEvent: (id: string): Promise<void> => inWords(stripeEvents.replay(id)),

    /**
     * Receives a webhook and stores its event.
     *
     * @returns whether the signature is valid
     */
    async receive(body: string, signature: string): Promise<boolean> {
      const { webhookSecret } = available();
      if (!webhookSecret) return false;
      const client = await stripe();
      const event = await client.webhooks
        .constructEventAsync(body, signature, webhookSecret)
        // An error means that the signature is invalid, so the request was not sent by Stripe.
        .catch(() => undefined);
      if (!event) return false;
      for (const id of await stripeEvents.record([event])) stripeEvents.applySoon(id);
      return true;
    },

    reconcile: async (): Promise<string> =>
      options.payments
        ? reconcile(db, {
            stripe,
            account,
            sync,
            stripeEvents,
            pull,
            documents,
            retax,
            invoicePayments: options.invoices,
            onFailure: options.onFailure,
          })
        : '',

    /**
     * Returns the number of events that have not been applied yet, and the age of the oldest in
     * seconds.
     */
    eventBacklog: () => stripeEvents.backlog(),

    /** Resolves once every received event is applied or has failed. */
    settle: () => stripeEvents.settle(),
  };
}

export type Billing = ReturnType<typeof createBilling>;
