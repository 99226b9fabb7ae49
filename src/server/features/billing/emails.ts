import { dateInWords } from '~/contract/common/date-words';
import type { Database } from '~/server/platform/db/client';
import type { OpenMailer } from '~/server/platform/mail/mailer';

type Executor = Pick<Database, 'insert'>;

interface Payer {
  email: string;
  firstName: string;
}

interface Paid {
  id: number;
  description: string;
  /** With its currency. */
  amount: string;
}

/** Emails about subscriptions and payments. */
export function billingEmails({ write, publicUrl }: OpenMailer) {
  return {
    paymentReceived: (tx: Executor, payer: Payer, payment: Paid) =>
      write(tx, {
        kind: 'payment_received',
        to: payer.email,
        about: `payment:${payment.id}`,
        title: 'We have received your payment',
        subject: `Payment of ${payment.amount} received for ${payment.description}`,
        parts: [
          { kind: 'text', text: `Hello ${payer.firstName},\n\nThank you. Your payment is here.` },
          {
            kind: 'facts',
            facts: [
              ['For', payment.description],
              ['Amount', payment.amount],
            ],
          },
          {
            kind: 'button',
            label: 'Open the receipt',
            url: `${publicUrl}/dashboard/payments/${payment.id}`,
          },
        ],
      }),

    paymentFailed: (tx: Executor, payer: Payer, payment: Paid & { failure: string }) =>
      write(tx, {
        kind: 'payment_failed',
        to: payer.email,
        about: `payment:${payment.id}`,
        title: 'Your payment did not go through',
        subject: `${payment.amount} could not be charged: ${payment.description}`,
        parts: [
          {
            kind: 'text',
            text: `Hello ${payer.firstName},\n\nWe could not charge your card. Nothing is lost: put in another card, and the payment is tried again at once.`,
          },
          {
            kind: 'facts',
            facts: [
              ['For', payment.description],
              ['Amount', payment.amount],
              ...(payment.failure ? [['Your bank says', payment.failure] as [string, string]] : []),
            ],
          },
          {
            kind: 'button',
            label: 'Update the card',
            url: `${publicUrl}/dashboard/plan?card=true`,
          },
        ],
      }),

    /** Takes back what was said of its end. */
    subscriptionResumed: (
      tx: Executor,
      payer: Payer,
      subscription: { id: number; planName: string | null },
    ) => {
      const plan = subscription.planName ? `plan ${subscription.planName}` : 'subscription';
      return write(tx, {
        kind: 'subscription_resumed',
        to: payer.email,
        about: `subscription:${subscription.id}`,
        title: 'Your subscription goes on',
        subject: `Your ${plan} goes on`,
        parts: [
          {
            kind: 'text',
            text: `Hello ${payer.firstName},\n\nYou have taken up your ${plan} again: it does not end, and is charged as before.`,
          },
          { kind: 'button', label: 'Open your plan', url: `${publicUrl}/dashboard/plan` },
        ],
      });
    },

    /** @param subscription.endsAt null where it has ended */
    subscriptionEnding: (
      tx: Executor,
      payer: Payer,
      subscription: { id: number; planName: string | null; endsAt: Date | null },
    ) => {
      const plan = subscription.planName ? `plan ${subscription.planName}` : 'subscription';
      return write(tx, {
        kind: 'subscription_ending',
        to: payer.email,
        about: `subscription:${subscription.id}`,
        title: subscription.endsAt
          ? 'Your subscription is cancelled'
          : 'Your subscription has ended',
        subject: subscription.endsAt
          ? `Your ${plan} ends on ${dateInWords(subscription.endsAt.toISOString().slice(0, 10))}`
          : `Your ${plan} has ended`,
        parts: [
          {
            kind: 'text',
            text: subscription.endsAt
              ? `Hello ${payer.firstName},\n\nYour ${plan} runs until ${dateInWords(subscription.endsAt.toISOString().slice(0, 10))} and then ends. Nothing more is charged. Until then you can take it up again on your dashboard.`
              : `Hello ${payer.firstName},\n\nYour ${plan} has ended. Nothing more is charged. You can subscribe again whenever you like.`,
          },
          {
            kind: 'button',
            label: subscription.endsAt ? 'Open your plan' : 'See the plans',
            url: `${publicUrl}/${subscription.endsAt ? 'dashboard/plan' : 'pricing'}`,
          },
        ],
      });
    },
  };
}

export type BillingEmails = ReturnType<typeof billingEmails>;
