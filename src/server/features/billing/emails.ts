import { dateInWords } from '~/contract/common/date-words';
import { shownName } from '~/server/features/documents/clients';
import type { OnlineMethod } from '~/server/features/payments/stripe';
import type { Database } from '~/server/platform/db/client';
import type { OpenMailer } from '~/server/platform/mail/mailer';

type Executor = Pick<Database, 'insert'>;

interface Payer {
  email: string;
  firstName: string;
}

/** A client about whom the agency gets an email. */
interface Client extends Payer {
  id: string;
  lastName: string;
}

interface Paid {
  id: number;
  description: string;
  /** Formatted amount with its currency. */
  amount: string;
}

const failedWords: Record<OnlineMethod, string> = {
  card: 'We couldn’t charge your card. Add another card and we’ll retry the payment right away.',
  debit:
    'Your bank did not make the payment, so it is still to be paid. Please ask your bank why, or add a card and we’ll charge it right away.',
  online:
    'Your payment was not completed, so it is still to be paid. Add a card and we’ll charge it right away.',
};

const planOf = ({ planName }: { planName: string | null }) =>
  planName ? `plan ${planName}` : 'subscription';

/** Emails about subscriptions and payments. */
export function billingEmails({ write, words, publicUrl, agencyEmail, name }: OpenMailer) {
  const factsOf = ({ description, amount }: Paid): [string, string][] => [
    ['For', description],
    ['Amount', amount],
  ];
  const variables = ({ firstName }: Payer, { description, amount }: Paid) => ({
    firstName,
    description,
    amount,
  });
  /** Notifies the agency of the payment of a plan. */
  const toAgency = (
    tx: Executor,
    client: Client,
    payment: Paid,
    email: { title: string; what: string; text: string; failure?: string },
  ) =>
    write(tx, {
      kind: 'invoice_notice',
      to: agencyEmail,
      about: `payment:${payment.id}`,
      title: email.title,
      subject: `${name}: Payment of ${payment.amount} ${email.what}`,
      parts: [
        { kind: 'text', text: email.text },
        {
          kind: 'facts',
          facts: [
            ['Client', shownName(client)],
            ...factsOf(payment),
            ...(email.failure ? [['Reason', email.failure] as [string, string]] : []),
          ],
        },
        {
          kind: 'button',
          label: 'Open in admin',
          url: `${publicUrl}/admin?section=users&open=${client.id}`,
        },
      ],
    });

  return {
    /** Notifies client and agency of a first payment that is pending. */
    paymentBegun: async (tx: Executor, client: Client, payment: Paid) => {
      const { intro, ...head } = words('planPaymentStarted', variables(client, payment));
      await write(tx, {
        kind: 'payment_pending',
        to: client.email,
        about: `payment:${payment.id}`,
        ...head,
        parts: [
          intro,
          { kind: 'facts', facts: factsOf(payment) },
          { kind: 'button', label: 'View plan', url: `${publicUrl}/dashboard/plan` },
        ],
      });
      await toAgency(tx, client, payment, {
        title: 'Plan payment started',
        what: `started for ${payment.description}`,
        text: 'The plan is active. Bank payments can take a few days; you get an email when this one is paid or fails.',
      });
    },

    /**
     * Notifies the agency of a returned payment without an invoice. The client is notified once the invoice can be
     * issued.
     */
    paymentReturned: (tx: Executor, client: Client, payment: Paid) =>
      toAgency(tx, client, payment, {
        title: 'A plan payment was returned',
        what: `for ${payment.description} returned by the bank`,
        text: 'The plan continues, but this period is unpaid. Stripe does not charge it again. The payment has no invoice yet, because invoices cannot be issued; once they can, the client gets an email to pay it.',
      }),

    /** Notifies the agency of a paid plan whose invoice waits for the client's billing data. */
    invoiceHeld: (tx: Executor, client: Client, payment: Paid & { why: string }) =>
      toAgency(tx, client, payment, {
        title: 'The invoice of a plan waits',
        what: `for ${payment.description} has no invoice yet`,
        text: 'The payment was made. Its invoice is issued and emailed once the client’s billing data is complete; you and the client can enter it.',
        failure: payment.why,
      }),

    paymentReceived: (tx: Executor, payer: Payer, payment: Paid) => {
      const { intro, ...head } = words('planPaymentReceived', variables(payer, payment));
      return write(tx, {
        kind: 'payment_received',
        to: payer.email,
        about: `payment:${payment.id}`,
        ...head,
        parts: [
          intro,
          { kind: 'facts', facts: factsOf(payment) },
          {
            kind: 'button',
            label: 'View receipt',
            url: `${publicUrl}/dashboard/payments/${payment.id}`,
          },
        ],
      });
    },

    /** Notifies client and agency of a failed payment. */
    paymentFailed: async (
      tx: Executor,
      client: Client,
      payment: Paid & { failure: string; method: OnlineMethod },
    ) => {
      const { intro, ...head } = words('planPaymentFailed', {
        ...variables(client, payment),
        nextStep: failedWords[payment.method],
      });
      await write(tx, {
        kind: 'payment_failed',
        to: client.email,
        about: `payment:${payment.id}`,
        ...head,
        parts: [
          intro,
          {
            kind: 'facts',
            facts: [
              ...factsOf(payment),
              ...(payment.failure ? [['Your bank says', payment.failure] as [string, string]] : []),
            ],
          },
          {
            kind: 'button',
            label: payment.method === 'card' ? 'Update card' : 'Add a card',
            url: `${publicUrl}/dashboard/plan?card=true`,
          },
        ],
      });
      await toAgency(tx, client, payment, {
        title: 'A plan payment failed',
        what: `for ${payment.description} failed`,
        text: `${shownName(client)} was notified, and can pay with a card in the client area.`,
        failure: payment.failure,
      });
    },

    /** Cancels the email that announced the end of the subscription. */
    subscriptionResumed: (
      tx: Executor,
      payer: Payer,
      subscription: { id: number; planName: string | null },
    ) => {
      const { intro, ...head } = words('planResumed', {
        firstName: payer.firstName,
        plan: planOf(subscription),
      });
      return write(tx, {
        kind: 'subscription_resumed',
        to: payer.email,
        about: `subscription:${subscription.id}`,
        ...head,
        parts: [intro, { kind: 'button', label: 'View plan', url: `${publicUrl}/dashboard/plan` }],
      });
    },

    /** Announces the end of a subscription. @param subscription.endsAt null if it has ended */
    subscriptionEnding: (
      tx: Executor,
      payer: Payer,
      subscription: { id: number; planName: string | null; endsAt: Date | null },
    ) => {
      const { firstName } = payer;
      const plan = planOf(subscription);
      const { intro, ...head } = subscription.endsAt
        ? words('planCanceled', {
            firstName,
            plan,
            endsOn: dateInWords(subscription.endsAt.toISOString().slice(0, 10)),
          })
        : words('planEnded', { firstName, plan });
      return write(tx, {
        kind: 'subscription_ending',
        to: payer.email,
        about: `subscription:${subscription.id}`,
        ...head,
        parts: [
          intro,
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
