import { and, eq } from 'drizzle-orm';

import { amountToCents, formatCents } from '~/contract/common/currencies';
import { momentOf } from '~/contract/common/dates';
import { AppError } from '~/contract/common/errors';
import type {
  AdminInvoice,
  RecordedTransfer,
  TransferFields,
} from '~/contract/invoices/invoices-schema';
import { addDocumentEvent } from '~/server/features/documents/events';
import { rejectFields } from '~/server/features/documents/items';
import { type Actor, nameOf, record } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { payments } from '~/server/platform/db/schema/billing';
import type { Mailer } from '~/server/platform/mail/mailer';
import { digestOf, rejectOtherSubmission } from '~/server/platform/submission-digest';
import { lockInvoice, type Transaction } from './invoices.rows';
import type { Issuing } from './issue';
import { settleInvoice } from './settle';

/** Payments by transfer, which admins record and can reverse. */
export function createTransfers(
  db: Database,
  options: {
    prepare(): Promise<Issuing>;
    mailer: Mailer;
    cancelClosedSoon(): void;
    get(id: number): Promise<AdminInvoice>;
  },
) {
  const { prepare, mailer, cancelClosedSoon, get } = options;

  return {
    /** Records a transfer; more than is owed is kept and shown. A repeat under the same key changes nothing. */
    async recordTransfer(actor: Actor, fields: TransferFields): Promise<RecordedTransfer> {
      const { id, amount, date, reference = '', key } = fields;
      const issuing = await prepare();
      const { today, timeZone } = issuing.context;
      if (date > today) rejectFields([{ path: 'date', message: 'This date is in the future' }]);
      const submissionKey = key ? `${id}:${key}` : null;
      const submissionDigest = key ? digestOf({ amount, date, reference }) : null;
      const paymentId = await db.transaction(async (tx) => {
        const invoice = await lockInvoice(tx, id);
        if (invoice.status === 'draft' || !invoice.userId) {
          throw new AppError('CONFLICT', 'Only an issued invoice can be paid');
        }
        const { currency } = invoice;
        const amountCents = amountToCents(amount, currency);
        if (!amountCents) {
          const message = `Please enter an amount in ${currency} above 0`;
          throw new AppError('BAD_REQUEST', message, { issues: [{ path: 'amount', message }] });
        }
        const [row] = await tx
          .insert(payments)
          .values({
            userId: invoice.userId,
            invoiceId: id,
            method: 'transfer',
            description: `Invoice ${invoice.number}`,
            amountCents,
            currency,
            status: 'completed',
            reference,
            paidAt: momentOf(date, '12:00', timeZone),
            submissionKey,
            submissionDigest,
          })
          .onConflictDoNothing({ target: payments.submissionKey })
          .returning();
        if (!row) return paymentUnder(tx, submissionKey ?? '', submissionDigest);
        const words = formatCents(amountCents, currency);
        const author = nameOf(actor);
        await addDocumentEvent(tx, { invoiceId: id }, 'payment', { text: words, author });
        await record(tx, actor, {
          action: 'invoice.payment_recorded',
          about: `invoice:${id}`,
          did: `recorded a transfer of ${words} for the invoice ${invoice.number}`,
          after: { amount, date, reference },
        });
        const after = await settleInvoice(tx, invoice);
        const link = await issuing.links.mailed(tx, 'invoice', id);
        await issuing.emails.paymentReceived(tx, after, link, amountCents);
        return row.id;
      });
      mailer.sendSoon();
      cancelClosedSoon();
      const invoice = await get(id);
      const payment = invoice.payments.find((one) => one.id === paymentId);
      if (!payment) throw new Error('a transfer that was just recorded is gone');
      return { ...payment, invoice };
    },

    /** Takes back a transfer that was recorded by mistake; it stays in the list as reversed. */
    async reverseTransfer(
      actor: Actor,
      id: number,
      paymentId: number,
    ): Promise<{ id: number; invoice: AdminInvoice }> {
      const issuing = await prepare();
      await db.transaction(async (tx) => {
        const invoice = await lockInvoice(tx, id);
        const [row] = await tx
          .select()
          .from(payments)
          .where(and(eq(payments.id, paymentId), eq(payments.invoiceId, id)));
        if (!row) throw new AppError('NOT_FOUND', 'Payment not found');
        if (row.method !== 'transfer') {
          throw new AppError('CONFLICT', 'A payment by card is refunded, not reversed');
        }
        if (row.reversedAt) return;
        if (row.refundedCents > 0) {
          throw new AppError('CONFLICT', 'This payment was refunded and cannot be reversed');
        }
        await tx
          .update(payments)
          .set({
            status: 'failed',
            failure: 'It was recorded by mistake.',
            reversedAt: new Date(),
            updatedAt: new Date(),
          })
          .where(eq(payments.id, paymentId));
        const words = formatCents(row.amountCents, row.currency);
        const author = nameOf(actor);
        await addDocumentEvent(tx, { invoiceId: id }, 'payment_reversed', { text: words, author });
        await record(tx, actor, {
          action: 'invoice.payment_reversed',
          about: `invoice:${id}`,
          did: `reversed a transfer of ${words} for the invoice ${invoice.number}`,
          before: { amount: words, reference: row.reference },
        });
        const after = await settleInvoice(tx, invoice);
        const link = await issuing.links.mailed(tx, 'invoice', id);
        await issuing.emails.reversed(tx, after, link, row.amountCents);
      });
      mailer.sendSoon();
      cancelClosedSoon();
      return { id: paymentId, invoice: await get(id) };
    },
  };
}

async function paymentUnder(
  tx: Transaction,
  submissionKey: string,
  digest: string | null,
): Promise<number> {
  const [row] = await tx
    .select({ id: payments.id, digest: payments.submissionDigest })
    .from(payments)
    .where(eq(payments.submissionKey, submissionKey));
  if (!row) throw new Error('A transfer conflicted under its submission key and is not stored.');
  rejectOtherSubmission(row.digest, digest);
  return row.id;
}
