import { formatCents } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import { type DocumentContext, takesTransfers } from '~/server/features/documents/context';
import type { PaymentRow } from '~/server/features/payments/write-payment';
import type { Database } from '~/server/platform/db/client';
import type { Part } from '~/server/platform/mail/layout';
import type { OpenMailer } from '~/server/platform/mail/mailer';
import type { Addressed } from './address-of';
import { type InvoiceRow, overpaidCents, remainingCents, type Transaction } from './invoices.rows';
import { agencyReversals, reversals } from './reversal-words';

type Executor = Pick<Database, 'insert'>;

/** A refund to the card, or by a transfer from the agency's bank account. */
export interface Repaid {
  cents: number;
  method?: PaymentRow['method'];
  transfer?: { date: string; reference: string } | undefined;
}

/** Payment methods that the agency has set up. */
export interface WaysToPay {
  /** True if Stripe is set up. */
  online: boolean;
  transfer: boolean;
}

export const waysToPay = (
  { bank }: DocumentContext,
  { canPayOnline }: { canPayOnline: boolean },
): WaysToPay => ({
  online: canPayOnline,
  transfer: takesTransfers(bank),
});

function howToPay({ online, transfer }: WaysToPay): string {
  if (online && transfer) return 'You can pay it online or by transfer, without an account.';
  if (online) return 'You can pay it online, without an account.';
  if (transfer) return 'You can pay it by bank transfer. The bank details are on the invoice.';
  return 'You can view it without an account.';
}

const refundTargets: Record<PaymentRow['method'], string> = {
  card: 'the card that you paid with',
  debit: 'the bank account that you paid with',
  online: 'the account that you paid with',
  transfer: 'your bank account',
};

/** Maximum number of invoice items that an email lists. */
const linesMax = 3;

/** Formats a date such as '7 December'. Adds the year if it differs from the year of issue. */
function shortDate(date: string, issueDate: string | null): string {
  const words = dateInWords(date);
  return date.slice(0, 4) === issueDate?.slice(0, 4) ? words.replace(/ \d{4}$/, '') : words;
}

/**
 * Returns the record to whose conversation a reply to an email about an invoice belongs: the
 * request or the proposal that the invoice is for; undefined if there is neither.
 */
const conversationOf = ({ requestId, proposalId }: InvoiceRow): string | undefined => {
  if (requestId !== null) return `request:${requestId}`;
  return proposalId === null ? undefined : `proposal:${proposalId}`;
};

/**
 * Emails about invoices, to the client and to the agency.
 *
 * @param addressOf returns the recipient and the link of an invoice
 */
export function invoiceEmails<Tx extends Executor>(
  { write, words, publicUrl, agencyEmail, name }: OpenMailer,
  ways: WaysToPay,
  addressOf: (tx: Tx, row: InvoiceRow) => Promise<Addressed>,
) {
  const about = ({ id }: Pick<InvoiceRow, 'id'>) => `invoice:${id}`;
  const money = (cents: number, { currency }: InvoiceRow) => formatCents(cents, currency);
  const variables = (row: InvoiceRow) => ({
    name: row.buyer.name,
    number: row.number ?? '',
    total: money(row.totalCents, row),
  });
  const hello = ({ buyer }: InvoiceRow, text: string): Part => ({
    kind: 'text',
    text: `Hello ${buyer.name},\n\n${text}`,
  });
  const repayment = (row: InvoiceRow, { cents, method = 'card', transfer }: Repaid): Part => ({
    kind: 'text',
    text: transfer
      ? `We sent ${money(cents, row)} back by bank transfer on ${dateInWords(transfer.date)}${
          transfer.reference ? `, with the reference ${transfer.reference}` : ''
        }. It can take a few days to reach your account.`
      : `${money(cents, row)} goes back to ${refundTargets[method]}. It can take a few days to reach your account.`,
  });
  const facts = (row: InvoiceRow, more: [string, string][] = []): Part => ({
    kind: 'facts',
    facts: [['Invoice', row.number ?? ''], ['Amount', money(row.totalCents, row)], ...more],
  });
  const owedBack = (row: InvoiceRow): [string, string][] =>
    overpaidCents(row) > 0 ? [['We owe you', money(overpaidCents(row), row)]] : [];
  /**
   * Returns the unpaid period for an email to the agency about a returned payment of a plan, because Stripe regards the
   * invoice as paid.
   */
  const unpaidPeriod = ({ serviceFrom, serviceTo }: InvoiceRow): [string, string][] => [
    ...(serviceFrom && serviceTo
      ? ([['Unpaid', `${dateInWords(serviceFrom)} to ${dateInWords(serviceTo)}`]] satisfies [
          string,
          string,
        ][])
      : []),
    [
      'Next step',
      'Stripe does not charge this again. The client can pay the invoice, which is open again. The plan continues until it is canceled.',
    ],
  ];
  const due = (row: InvoiceRow): [string, string][] => [
    ['Balance due', money(remainingCents(row), row)],
    ['Due on', dateInWords(row.dueDate ?? '')],
  ];

  const linesOf = ({ items }: InvoiceRow): string => {
    const names = items.slice(0, linesMax).map(({ description }) => description);
    const left = items.length - names.length;
    return [...names, ...(left > 0 ? [`and ${left} more`] : [])].join('\n');
  };

  const toClient = async (
    tx: Tx,
    row: InvoiceRow,
    email: {
      kind:
        | 'invoice_issued'
        | 'invoice_reminder'
        | 'invoice_credited'
        | 'payment_pending'
        | 'payment_received'
        | 'payment_repaid'
        | 'payment_reversed';
      title: string;
      subject: string;
      intro: Part;
      parts: Part[] | ((url: string) => Part[]);
    },
  ) => {
    const { to, url, linkNonce } = await addressOf(tx, row);
    const parts = typeof email.parts === 'function' ? email.parts(url) : email.parts;
    return write(tx, {
      kind: email.kind,
      to,
      replyTo: agencyEmail,
      about: about(row),
      answersTo: conversationOf(row),
      linkNonce,
      title: email.title,
      subject: email.subject,
      parts: [email.intro, ...parts, { kind: 'button', label: 'View invoice', url }],
    });
  };

  /** Notifies the agency of a payment. */
  const toAgency = (
    tx: Executor,
    row: InvoiceRow,
    email: { title: string; subject: string; facts: [string, string][] },
  ) =>
    write(tx, {
      kind: 'invoice_notice',
      to: agencyEmail,
      about: about(row),
      title: email.title,
      subject: email.subject,
      parts: [
        facts(row, email.facts),
        {
          kind: 'button',
          label: 'Open in admin',
          url: `${publicUrl}/admin?section=invoices&open=${row.id}`,
        },
      ],
    });

  const dueOf = (row: InvoiceRow, cents: number) =>
    `${money(cents, row)}, due ${shortDate(row.dueDate ?? '', row.issueDate)}`;

  const reminderWords = (row: InvoiceRow, text: string) =>
    words('invoiceReminder', {
      ...variables(row),
      due: dueOf(row, remainingCents(row)),
      reminder: text,
    });

  return {
    issued: (tx: Tx, row: InvoiceRow) =>
      toClient(tx, row, {
        kind: 'invoice_issued',
        // An invoice with the total 0 counts as paid immediately.
        ...words('invoiceIssued', {
          ...variables(row),
          due: row.totalCents === 0 ? 'nothing to pay' : dueOf(row, row.totalCents),
          howToPay: row.totalCents === 0 ? 'There is nothing to pay.' : howToPay(ways),
        }),
        parts: [
          facts(row, [
            ...(row.totalCents === 0
              ? []
              : ([['Due on', dateInWords(row.dueDate ?? '')]] satisfies [string, string][])),
            ['For', linesOf(row)],
          ]),
        ],
      }),

    /** Notifies the agency of a draft that should have been issued automatically, and now waits for an admin. */
    held: (tx: Executor, row: InvoiceRow, why: string) =>
      write(tx, {
        kind: 'invoice_notice',
        to: agencyEmail,
        about: about(row),
        title: `An invoice for ${row.clientName} needs your review`,
        parts: [
          {
            kind: 'text',
            text: `The invoice of ${money(row.totalCents, row)} to ${row.clientName} was to be issued today, and waits for you instead. ${why}. Please check the draft, and issue it.`,
          },
          {
            kind: 'button',
            label: 'Open draft',
            url: `${publicUrl}/admin?section=invoices&open=${row.id}`,
          },
        ],
      }),

    /** Notifies the agency of an invoice that was issued automatically to a client without an email. */
    unsent: (tx: Executor, row: InvoiceRow) =>
      toAgency(tx, row, {
        title: `Please send the invoice to ${row.clientName}`,
        subject: `${name}: ${row.number} was issued, please send it to ${row.clientName}`,
        facts: [['Not emailed', 'The client has no email']],
      }),

    /** Notifies the agency of an invoice that will be issued automatically. @param day formatted date */
    announced: (tx: Executor, row: InvoiceRow, day: string) =>
      write(tx, {
        kind: 'invoice_notice',
        to: agencyEmail,
        about: about(row),
        title: `An invoice for ${row.clientName} will be issued on ${day}`,
        parts: [
          {
            kind: 'text',
            text: `The work is completed, so the invoice of ${money(row.totalCents, row)} to ${row.clientName} will be issued and emailed on ${day}. Until then, you can issue, edit or stop it.`,
          },
          {
            kind: 'button',
            label: 'Open draft',
            url: `${publicUrl}/admin?section=invoices&open=${row.id}`,
          },
        ],
      }),

    /** Returns the subject and text of a reminder, for a preview. */
    reminderWords: (row: InvoiceRow, text: string) => {
      const { subject, intro } = reminderWords(row, text);
      return { subject, text: intro.text };
    },

    /** Reminds the client of an open invoice. @param text the agency's own text */
    reminder: (tx: Tx, row: InvoiceRow, text: string) =>
      toClient(tx, row, {
        kind: 'invoice_reminder',
        ...reminderWords(row, text),
        parts: [facts(row, due(row))],
      }),

    credited: (
      tx: Tx,
      row: InvoiceRow,
      note: {
        id: number;
        number: string;
        totalCents: number;
        reason: string;
        repaid?: Repaid | undefined;
      },
    ) =>
      toClient(tx, row, {
        kind: 'invoice_credited',
        ...words('invoiceCredited', {
          ...variables(row),
          creditNote: note.number,
          amount: money(note.totalCents, row),
        }),
        parts: (url) => [
          ...(note.repaid ? [repayment(row, note.repaid)] : []),
          facts(row, [
            ['Credit note', note.number],
            ['Credited', money(note.totalCents, row)],
            ['Reason', note.reason],
            ...(row.status === 'open' ? due(row) : []),
          ]),
          {
            kind: 'button',
            label: 'Download credit note',
            url: `${url.replace('/invoices/', '/api/invoices/by-link/')}/credit-notes/${note.id}/pdf`,
          },
        ],
      }),

    /** Notifies the client of a refunded overpayment. There is no credit note for it. */
    repaid: (tx: Tx, row: InvoiceRow, repaid: Repaid) =>
      toClient(tx, row, {
        kind: 'payment_repaid',
        ...words('overpaymentRefunded', { ...variables(row), amount: money(repaid.cents, row) }),
        parts: [repayment(row, repaid), facts(row, [['Refunded', money(repaid.cents, row)]])],
      }),

    /** Notifies client and agency of a pending payment. Anyone with the invoice's link can start one. */
    paymentBegun: async (tx: Tx, row: InvoiceRow, cents: number) => {
      const sum = money(cents, row);
      await toClient(tx, row, {
        kind: 'payment_pending',
        ...words('paymentStarted', { ...variables(row), amount: sum }),
        parts: [facts(row)],
      });
      await toAgency(tx, row, {
        title: 'Invoice payment started',
        subject: `${name}: Payment of ${sum} started for ${row.number}`,
        facts: [
          ['Client', row.clientName],
          ['Pending', sum],
        ],
      });
    },

    /** Notifies the agency of a lost dispute. The client already knows, because the client disputed the payment. */
    disputeLost: (tx: Executor, row: InvoiceRow, cents: number) =>
      toAgency(tx, row, {
        title: 'A dispute was lost',
        subject: `${name}: Payment of ${money(cents, row)} for ${row.number} lost in a dispute`,
        facts: [
          ['Client', row.clientName],
          ['Returned to the client by the bank', money(cents, row)],
        ],
      }),

    /** Corrects a payment confirmation, or reports a failed debit. */
    reversed: async (
      tx: Tx,
      row: InvoiceRow,
      { cents, why }: { cents: number; why: keyof typeof reversals },
    ) => {
      const sum = money(cents, row);
      const { title, subject, text } = reversals[why];
      await toClient(tx, row, {
        kind: 'payment_reversed',
        title,
        subject: `${subject} of ${sum} for invoice ${row.number}`,
        intro: hello(row, text(sum)),
        parts: [facts(row, [...owedBack(row), ...(row.status === 'open' ? due(row) : [])])],
      });
      const told = agencyReversals[why];
      if (!told) return;
      await toAgency(tx, row, {
        title: told.title,
        subject: `${name}: ${told.subject(sum, row.number ?? '')}`,
        facts: [
          ['Client', row.clientName],
          [told.fact, sum],
          ...(why === 'returned' && row.stripeInvoiceId !== null ? unpaidPeriod(row) : []),
        ],
      });
    },

    /** Sends the invoice of a plan that was paid from the client's balance, without a payment. */
    paidFromBalance: (tx: Tx, row: InvoiceRow) =>
      toClient(tx, row, {
        kind: 'payment_received',
        title: 'Your invoice',
        subject: `Invoice ${row.number}, ${money(row.totalCents, row)}, paid from your balance`,
        intro: hello(
          row,
          'Here is your invoice. We paid it from your balance, so there is nothing to pay.',
        ),
        parts: [facts(row, [['For', linesOf(row)]])],
      }),

    /** Confirms a payment to the client, and notifies the agency unless one of its admins recorded it. */
    paymentReceived: async (
      tx: Tx,
      row: InvoiceRow,
      { cents, isRecorded = false }: { cents: number; isRecorded?: boolean },
    ) => {
      const overpaid = overpaidCents(row);
      const received: [string, string][] = [['Received', money(cents, row)]];
      if (overpaid > 0) received.push(['Overpayment', money(overpaid, row)]);
      await toClient(tx, row, {
        kind: 'payment_received',
        ...words('paymentReceived', { ...variables(row), amount: money(cents, row) }),
        parts: [
          ...(overpaid > 0
            ? [
                {
                  kind: 'text' as const,
                  text: `You overpaid by ${money(overpaid, row)}; we’ll contact you about it.`,
                },
              ]
            : []),
          facts(row, [...received, ...(row.status === 'open' ? due(row).slice(0, 1) : [])]),
        ],
      });
      if (isRecorded) return;
      await toAgency(tx, row, {
        title: 'Invoice payment received',
        subject: `${name}: Payment of ${money(cents, row)} for ${row.number}`,
        facts: [['Client', row.clientName], ...received],
      });
    },
  };
}

export type InvoiceEmails = ReturnType<typeof invoiceEmails<Transaction>>;
