import { eq } from 'drizzle-orm';

import { amountMessage, amountToCents } from '~/contract/common/currencies';
import { AppError } from '~/contract/common/errors';
import type {
  AdminInvoice,
  RecordedTransfer,
  TransferFields,
} from '~/contract/invoices/invoices-schema';
import { lockEntryOf, unbookPayment } from '~/server/features/bank/bookings';
import { rejectFields } from '~/server/features/documents/items';
import { reverseRepayment } from '~/server/features/payments/repayments';
import type { Actor } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { payments } from '~/server/platform/db/schema/billing';
import type { Mailer } from '~/server/platform/mail/mailer';
import { digestOf, rejectOtherSubmission } from '~/server/platform/submission-digest';
import { lockInvoice, type Transaction } from './invoices.rows';
import type { Issuing } from './issue';
import { receiveTransfer, reverseReceived } from './received-transfers';

/** Manages payments by transfer, which admins record and can reverse. */
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
    /** Records a transfer. An overpayment is stored and shown. A repeated call with the same key changes nothing. */
    async recordTransfer(actor: Actor, fields: TransferFields): Promise<RecordedTransfer> {
      const { id, amount, date, reference = '', key } = fields;
      const issuing = await prepare();
      const { today } = issuing.context;
      if (date > today) rejectFields([{ path: 'date', message: 'This date is in the future' }]);
      const submissionKey = key ? `${id}:${key}` : null;
      const submissionDigest = key ? digestOf({ amount, date, reference }) : null;
      const paymentId = await db.transaction(async (tx) => {
        const invoice = await lockInvoice(tx, id);
        if (invoice.status === 'draft') {
          throw new AppError('CONFLICT', 'Only an issued invoice can be paid');
        }
        const { currency } = invoice;
        const amountCents = amountToCents(amount, currency);
        if (!amountCents) {
          const message = amountMessage(currency);
          throw new AppError('BAD_REQUEST', message, { issues: [{ path: 'amount', message }] });
        }
        const received = { amountCents, date, reference, submissionKey, submissionDigest };
        const row = await receiveTransfer(tx, actor, invoice, received, issuing);
        return row ? row.id : paymentUnder(tx, submissionKey ?? '', submissionDigest);
      });
      mailer.sendSoon();
      cancelClosedSoon();
      const invoice = await get(id);
      const payment = invoice.payments.find((one) => one.id === paymentId);
      if (!payment) throw new Error('a transfer disappeared after it was recorded');
      return { ...payment, invoice };
    },

    /**
     * Reverses a transfer that was recorded by mistake, and lists it as reversed. If the transfer was booked from a
     * bank statement, its entry must be matched again.
     */
    async reverseTransfer(
      actor: Actor,
      id: number,
      paymentId: number,
    ): Promise<{ id: number; invoice: AdminInvoice }> {
      const issuing = await prepare();
      await db.transaction(async (tx) => {
        // Locks the entry before the invoice, in the same order as when an entry of a bank statement is booked.
        const entry = await lockEntryOf(tx, paymentId);
        const invoice = await lockInvoice(tx, id);
        const isNew = await reverseReceived(tx, actor, invoice, { paymentId }, issuing);
        if (isNew && entry) await unbookPayment(tx, paymentId, entry);
      });
      mailer.sendSoon();
      cancelClosedSoon();
      return { id: paymentId, invoice: await get(id) };
    },

    /** Reverses a refund that was recorded by mistake. */
    async reverseRepayment(actor: Actor, id: number, refundId: number): Promise<AdminInvoice> {
      const issuing = await prepare();
      await db.transaction(async (tx) => {
        await reverseRepayment(tx, actor, await lockInvoice(tx, id), refundId, issuing);
      });
      mailer.sendSoon();
      cancelClosedSoon();
      return get(id);
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
  if (!row) throw new Error('a submission key is taken, but its transfer is missing');
  rejectOtherSubmission(row.digest, digest);
  return row.id;
}
