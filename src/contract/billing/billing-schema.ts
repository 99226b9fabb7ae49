import { z } from 'zod';

import { int4Max, optionMax } from '~/contract/common/limits';
import { text } from '~/contract/common/text-schema';
import { billingCycles, defaultBillingCycle } from '~/contract/plans/plans';
import { subscriptionStatuses } from './billing';
import { paymentStatuses } from './payments';

const id = z.int('The id must be a whole number').min(1).max(int4Max);

export const choiceSchema = z.object({
  planId: z
    .int('Please select a subscription plan first.')
    .min(1, 'Please select a subscription plan first.')
    .max(int4Max, 'Please select a subscription plan first.'),
  billingCycle: z
    .enum(billingCycles, 'The billing cycle is monthly or yearly')
    .default(defaultBillingCycle),
});

/**
 * Input that starts a subscription. Includes the amount due that the client saw, so that the
 * request is rejected if the price has changed.
 */
export const subscribingSchema = choiceSchema.extend({
  amountDue: z
    .string()
    .max(20)
    .optional()
    .describe('Decimal; as shown to the client. 409 if another amount would be charged'),
});

export const confirmationSchema = choiceSchema.extend({
  amountDue: z.string().max(20),
  countedAt: z.int(),
});

export const paymentIdSchema = z.object({ id });

export const paymentSearchSchema = z.object({
  search: text({ max: optionMax }).optional(),
  status: z.enum(paymentStatuses).optional(),
  page: z.int().min(1).max(int4Max).optional(),
});

export const setupIntentSchema = z.object({
  setupIntentId: z
    .string()
    .regex(/^seti_\w+$/, 'This is no setup intent')
    .max(255),
});

export const secretSchema = z.object({ clientSecret: z.string() });

/** Provider of card payments: Stripe, the sandbox in demo mode, or none. */
export const providerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stripe'), publishableKey: z.string() }),
  z.object({ kind: z.literal('sandbox') }),
  z.object({ kind: z.literal('none') }),
]);
export type PaymentProvider = z.output<typeof providerSchema>;

/** A client's subscription, with its plan. */
export const mySubscriptionSchema = z.object({
  id: z.int(),
  status: z.enum(subscriptionStatuses),
  /** Plan of the subscription; null if its price belongs to no plan, such as after a manual change at Stripe. */
  plan: z
    .object({
      id: z.int(),
      name: z.string(),
      description: z.string(),
      features: z.array(z.string()),
    })
    .nullable(),
  billingCycle: z.enum(billingCycles),
  /** Decimal amount of each charge. */
  amount: z.string().describe('Decimal; amount of each charge'),
  currency: z.string(),
  /** When the next charge is due, or when the subscription ends. */
  currentPeriodEnd: z.string().nullable(),
  cancelAtPeriodEnd: z.boolean(),
  /** Card of the subscription, such as 'Visa ending in 4242'; empty if the subscription has no card. */
  card: z.string(),
  createdAt: z.string(),
});
export type MySubscription = z.output<typeof mySubscriptionSchema>;

export const paymentSchema = z.object({
  id: z.int(),
  /** Decimal amount. */
  amount: z.string().describe('Decimal'),
  /** Decimal amount that was refunded. */
  refunded: z.string().describe('Decimal; refunded amount'),
  currency: z.string(),
  description: z.string(),
  status: z.enum(paymentStatuses),
  isReversed: z.boolean().describe('Reversed: recorded by mistake, or returned by the bank'),
  isReturned: z.boolean().describe('Returned by the bank'),
  failure: z.string(),
  paidAt: z.string().nullable(),
  createdAt: z.string(),
});
export type Payment = z.output<typeof paymentSchema>;

export const paymentPageSchema = z.object({
  rows: z.array(paymentSchema),
  total: z.int(),
  page: z.int(),
});
export type PaymentPage = z.output<typeof paymentPageSchema>;

/** Receipt of a payment: payer, payee, item and amount. */
export const receiptSchema = paymentSchema.extend({
  number: z.string(),
  payer: z.object({ name: z.string(), email: z.string() }),
  seller: z.object({
    name: z.string(),
    lines: z.array(z.string()).describe('Address, email, phone and tax numbers'),
  }),
  invoice: z
    .object({ id: z.int(), number: z.string() })
    .nullable()
    .describe('Invoice that it paid; null if the payment has no invoice yet'),
  overpaid: z.string().describe('Decimal; part that exceeds its invoice'),
});
export type Receipt = z.output<typeof receiptSchema>;

/** Tax of each charge of a plan. */
const offeredTaxSchema = z.object({
  net: z.string().describe('Decimal'),
  tax: z.string().describe('Decimal'),
  gross: z.string().describe('Decimal; amount of each charge'),
  label: z.string().describe('Such as "VAT, 19%" or "Reverse charge"'),
  why: z.string(),
});

/** Billing data for the invoices of a plan. */
const planBillingSchema = z.object({
  required: z.array(z.enum(['address', 'country'])),
  missing: z
    .array(z.enum(['address', 'country']))
    .describe('Required data that is not stored yet. Without it, no plan can be paid'),
});
export type PlanBilling = z.output<typeof planBillingSchema>;

/** Price of a plan for a client, with the tax calculated from the client's billing data. */
export const offerSchema = z.object({
  currency: z.string(),
  /** Tax of the price; null if plans are not taxed. */
  tax: offeredTaxSchema.nullable(),
  billing: planBillingSchema,
});
export type Offer = z.output<typeof offerSchema>;

/** Preview of the amounts after a change of plan or billing cycle. */
export const changePreviewSchema = z.object({
  planId: z.int(),
  billingCycle: z.enum(billingCycles),
  /** Decimal amount charged immediately. */
  amountDue: z.string(),
  /** Decimal amount credited against the next charges. */
  credit: z.string(),
  /** Decimal amount of each later charge. */
  amount: z.string(),
  /** Tax of each later charge; null if plans are not taxed. */
  tax: offeredTaxSchema.nullable(),
  billing: planBillingSchema,
  currency: z.string(),
  /** Unix time in seconds from which Stripe prorates. The confirmation must repeat this value. */
  countedAt: z.int(),
});
export type ChangePreview = z.output<typeof changePreviewSchema>;
