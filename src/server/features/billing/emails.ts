import { dateInWords } from '~/contract/common/date-words';
import type { OnlineMethod } from '~/server/features/payments/stripe';
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
  /** Formatted amount with its currency. */
  amount: string;
  method: OnlineMethod | 'transfer';
}

/** Emails about subscriptions and payments. */
export function billingEmails({ write, publicUrl, agencyEmail, name }: OpenMailer) {
  const factsOf = ({ description, amount }: Paid): [string, string][] => [
    ['For', description],
    ['Amount', amount],
  ];
  /** Notifies the agency of a payment that is not simply received. */
  const toAgency = (
    tx: Executor,
    payer: Payer,
    payment: Paid,
    email: { title: string; subject: string; failure?: string },
  ) =>
    write(tx, {
      kind: 'invoice_notice',
      to: agencyEmail,
      about: `payment:${payment.id}`,
      title: email.title,
      subject: `${name}: ${email.subject}`,
      parts: [
        {
          kind: 'facts',
          facts: [
            ['Client', payer.email],
            ...factsOf(payment),
            ...(email.failure ? [['The bank says', email.failure] as [string, string]] : []),
          ],
        },
        { kind: 'button', label: 'Open in admin', url: `${publicUrl}/admin?section=payments` },
      ],
    });

  return {
    paymentReceived: (tx: Executor, payer: Payer, payment: Paid) =>
      write(tx, {
        kind: 'payment_received',
        to: payer.email,
        about: `payment:${payment.id}`,
        title: 'We’ve received your payment',
        subject: `Payment of ${payment.amount} received for ${payment.description}`,
        parts: [
          { kind: 'text', text: `Hi ${payer.firstName},\n\nThank you for your payment.` },
          { kind: 'facts', facts: factsOf(payment) },
          {
            kind: 'button',
            label: 'View receipt',
            url: `${publicUrl}/dashboard/payments/${payment.id}`,
          },
        ],
      }),

    /** Notifies client and agency of a debit that the bank has not made yet. */
    paymentBegun: async (tx: Executor, payer: Payer, payment: Paid) => {
      await write(tx, {
        kind: 'payment_pending',
        to: payer.email,
        about: `payment:${payment.id}`,
        title: 'Your payment is on its way',
        subject: `Payment of ${payment.amount} started: ${payment.description}`,
        parts: [
          {
            kind: 'text',
            text: `Hi ${payer.firstName},\n\nYour payment was started. Banks can take some days for it. We will write to you when it has arrived.`,
          },
          { kind: 'facts', facts: factsOf(payment) },
          { kind: 'button', label: 'View plan', url: `${publicUrl}/dashboard/plan` },
        ],
      });
      await toAgency(tx, payer, payment, {
        title: 'A payment is on its way',
        subject: `Payment of ${payment.amount} started for ${payment.description}`,
      });
    },

    /** Notifies client and agency. */
    paymentFailed: async (tx: Executor, payer: Payer, payment: Paid & { failure: string }) => {
      const what = payment.method === 'card' ? 'card' : 'payment method';
      await toAgency(tx, payer, payment, {
        title: 'A payment of a plan failed',
        subject: `Payment of ${payment.amount} for ${payment.description} failed`,
        failure: payment.failure,
      });
      return write(tx, {
        kind: 'payment_failed',
        to: payer.email,
        about: `payment:${payment.id}`,
        title: 'Your payment failed',
        subject: `Payment of ${payment.amount} failed: ${payment.description}`,
        parts: [
          {
            kind: 'text',
            text: `Hi ${payer.firstName},\n\nWe couldn’t charge your ${what}. Add another one and we’ll retry the payment right away.`,
          },
          {
            kind: 'facts',
            facts: [
              ...factsOf(payment),
              ...(payment.failure ? [['Your bank says', payment.failure] as [string, string]] : []),
            ],
          },
          {
            kind: 'button',
            label: `Update ${what}`,
            url: `${publicUrl}/dashboard/plan?card=true`,
          },
        ],
      });
    },

    /** Cancels the email that announced the end of the subscription. */
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
        title: 'Subscription resumed',
        subject: `Your ${plan} continues`,
        parts: [
          {
            kind: 'text',
            text: `Hi ${payer.firstName},\n\nYou resumed your ${plan}. It continues and renews as before.`,
          },
          { kind: 'button', label: 'View plan', url: `${publicUrl}/dashboard/plan` },
        ],
      });
    },

    /** Announces the end of a subscription. @param subscription.endsAt null if it has ended */
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
          ? 'Your subscription is canceled'
          : 'Your subscription has ended',
        subject: subscription.endsAt
          ? `Your ${plan} ends on ${dateInWords(subscription.endsAt.toISOString().slice(0, 10))}`
          : `Your ${plan} has ended`,
        parts: [
          {
            kind: 'text',
            text: subscription.endsAt
              ? `Hi ${payer.firstName},\n\nYour ${plan} runs until ${dateInWords(subscription.endsAt.toISOString().slice(0, 10))}, then ends. You won’t be charged again. Until then, you can resume it on your dashboard.`
              : `Hi ${payer.firstName},\n\nYour ${plan} has ended. You won’t be charged again. You can subscribe again any time.`,
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
