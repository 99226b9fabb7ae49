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
      title: `The recurring invoice for ${row.clientName} is paused`,
      parts: [
        {
          kind: 'text',
          text: `An invoice for ${row.clientName} was due and could not be made, so its recurring invoice is paused until you resume it. The reason: ${reason}`,
        },
        { kind: 'facts', facts: [['For', row.items[0]?.description ?? '']] },
        {
          kind: 'button',
          label: 'Open the recurring invoice',
          url: `${publicUrl}/admin?section=recurringInvoices&open=${row.id}`,
        },
      ],
    }),
});
