import { and, eq, gt, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { AdminInvoice, ReminderPreview } from '~/contract/invoices/invoices-schema';
import { rejectUnsendable } from '~/server/features/companies/recipients';
import { addDocumentEvent } from '~/server/features/documents/events';
import { type Actor, nameOf, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { documentEvents, invoices } from '~/server/platform/db/schema/invoices';
import type { Mailer } from '~/server/platform/mail/mailer';
import { type InvoiceRow, lockInvoice, notFound, type Transaction } from './invoices.rows';
import type { Issuing } from './issue';
import { isPaymentPending } from './pending-payments';
import { reminderOf, sendReminder } from './reminders';

const noRecipient = () =>
  new AppError('CONFLICT', 'The client of this invoice has no email address');

/** Checks that a reminder can be sent. @throws CONFLICT if nothing is outstanding, or the client has no email */
function rejectUnremindable({ status, clientEmail }: InvoiceRow): void {
  if (status !== 'open') throw new AppError('CONFLICT', 'Nothing is due on this invoice');
  if (!clientEmail) throw noRecipient();
}

/** Returns whether a reminder was sent just now, for example from another tab or by a repeated request. */
async function wasJustReminded(tx: Transaction, invoiceId: number): Promise<boolean> {
  const [known] = await tx
    .select({ id: documentEvents.id })
    .from(documentEvents)
    .where(
      and(
        eq(documentEvents.invoiceId, invoiceId),
        eq(documentEvents.kind, 'reminder'),
        gt(documentEvents.createdAt, sql`clock_timestamp() - interval '1 minute'`),
      ),
    )
    .limit(1);
  return known !== undefined;
}

/** Lets admins send reminders, and turn automatic ones off. */
export function createManualReminders(
  db: Database,
  deps: {
    prepare(): Promise<Issuing>;
    mailer: Mailer;
    get(id: number): Promise<AdminInvoice>;
  },
) {
  const about = (id: number) => `invoice:${id}`;

  return {
    /** Returns the reminder that would be sent now, for a preview. */
    async previewReminder(id: number): Promise<ReminderPreview> {
      const { context, emails } = await deps.prepare();
      const [row] = await db.select().from(invoices).where(eq(invoices.id, id));
      if (!row) throw notFound();
      rejectUnremindable(row);
      const { text } = reminderOf(row, context);
      return { to: row.clientEmail, ...emails.reminderWords(row, text) };
    },

    /** Sends a reminder now, even if automatic reminders are turned off. */
    async remind(actor: Actor, id: number): Promise<AdminInvoice> {
      const issuing = await deps.prepare();
      await db.transaction(async (tx) => {
        const row = await lockInvoice(tx, id);
        rejectUnremindable(row);
        if (await isPaymentPending(tx, id)) {
          throw new AppError('CONFLICT', 'A payment of this invoice is under way');
        }
        if (await wasJustReminded(tx, id)) {
          throw new AppError('CONFLICT', 'A reminder was sent less than a minute ago');
        }
        if (!(await sendReminder(tx, row, issuing, nameOf(actor)))) {
          await rejectUnsendable(tx, { ...row, clientEmail: '' });
          throw noRecipient();
        }
        await recordAudit(tx, actor, {
          action: 'invoice.reminded',
          about: about(id),
          did: `reminded ${row.clientName} of the invoice ${row.number}`,
        });
      });
      deps.mailer.sendSoon();
      return deps.get(id);
    },

    async switchReminders(actor: Actor, id: number, isOn: boolean): Promise<AdminInvoice> {
      await db.transaction(async (tx) => {
        const row = await lockInvoice(tx, id);
        if (row.remindersOn === isOn) return;
        await tx
          .update(invoices)
          .set({ remindersOn: isOn, updatedAt: new Date() })
          .where(eq(invoices.id, id));
        const kind = isOn ? 'reminders_on' : 'reminders_off';
        await addDocumentEvent(tx, { invoiceId: id }, kind, { author: nameOf(actor) });
        await recordAudit(tx, actor, {
          action: `invoice.${kind}`,
          about: about(id),
          did: `switched reminders of the invoice ${row.number ?? ''} ${isOn ? 'on' : 'off'}`,
        });
      });
      return deps.get(id);
    },
  };
}
