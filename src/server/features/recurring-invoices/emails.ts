import type { Database } from '~/server/platform/db/client';
import type { OpenMailer } from '~/server/platform/mail/mailer';
import { aboutRecurring, type RecurringRow } from './recurring-invoices.rows';

/** Emails about recurring invoices, to the agency. */
export const recurringEmails = ({ write, publicUrl, agencyEmail }: OpenMailer) => ({
  paused: (tx: Pick<Database, 'insert'>, row: RecurringRow, reason: string) =>
    write(tx, {
      kind: 'invoice_notice',
      to: agencyEmail,
      about: aboutRecurring(row.id),
      title: `Recurring invoice for ${row.clientName} paused`,
      parts: [
        {
          kind: 'text',
          text: `An invoice for ${row.clientName} was due but could not be created, so its recurring invoice is paused until you resume it. Reason: ${reason}`,
        },
        { kind: 'facts', facts: [['For', row.items[0]?.description ?? '']] },
        {
          kind: 'button',
          label: 'View recurring invoice',
          url: `${publicUrl}/admin?section=recurringInvoices&open=${row.id}`,
        },
      ],
    }),
});
