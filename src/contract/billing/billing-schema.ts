import { z } from 'zod';
import { int4Max, optionMax } from '~/contract/common/limits';
import { text } from '~/contract/common/text-schema';
import { billingCycles, defaultBillingCycle } from '~/contract/plans/plans';
import {
  type ChangePreview,
  type MySubscription,
  type Payment,
  type PaymentPage,
  type PaymentProvider,
  paymentStatuses,
  type Receipt,
  subscriptionStatuses,
} from './billing';

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

export const providerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stripe'), publishableKey: z.string() }),
  z.object({ kind: z.literal('sandbox') }),
  z.object({ kind: z.literal('none') }),
]) satisfies z.ZodType<PaymentProvider>;

export const mySubscriptionSchema = z.object({
  id: z.int(),
  status: z.enum(subscriptionStatuses),
  plan: z
    .object({
      id: z.int(),
      name: z.string(),
      description: z.string(),
      features: z.array(z.string()),
    })
    .nullable(),
  billingCycle: z.enum(billingCycles),
  amount: z.string().describe('Decimal; what is charged each time'),
  currency: z.string(),
  currentPeriodEnd: z.string().nullable(),
  cancelAtPeriodEnd: z.boolean(),
  card: z.string(),
  createdAt: z.string(),
}) satisfies z.ZodType<MySubscription>;

export const paymentSchema = z.object({
  id: z.int(),
  amount: z.string().describe('Decimal'),
  refunded: z.string().describe('Decimal; what was given back of it'),
  currency: z.string(),
  description: z.string(),
  status: z.enum(paymentStatuses),
  failure: z.string(),
  paidAt: z.string().nullable(),
  createdAt: z.string(),
}) satisfies z.ZodType<Payment>;

export const paymentPageSchema = z.object({
  rows: z.array(paymentSchema),
  total: z.int(),
  page: z.int(),
}) satisfies z.ZodType<PaymentPage>;

export const receiptSchema = paymentSchema.extend({
  number: z.string(),
  payer: z.object({ name: z.string(), email: z.string() }),
}) satisfies z.ZodType<Receipt>;

export const changePreviewSchema = z.object({
  planId: z.int(),
  billingCycle: z.enum(billingCycles),
  amountDue: z.string(),
  credit: z.string(),
  amount: z.string(),
  currency: z.string(),
  countedAt: z.int(),
}) satisfies z.ZodType<ChangePreview>;
