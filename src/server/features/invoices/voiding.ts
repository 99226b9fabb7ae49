import { AppError } from '~/contract/common/errors';
import type { AdminInvoice, VoidFields } from '~/contract/invoices/invoices-schema';
import { type Actor, nameOf, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import type { Mailer } from '~/server/platform/mail/mailer';
import { creditItems } from './credit';
import { lockInvoice } from './invoices.rows';
import type { Issuing } from './issue';
import { isPaymentPending } from './pending-payments';

/** Voids invoices. An issued invoice keeps its number and content, so its remaining amount is credited. */
export function createVoiding(
  db: Database,
  deps: {
    prepare(): Promise<Issuing>;
    mailer: Mailer;
    cancelClosedSoon(): void;
    get(id: number): Promise<AdminInvoice>;
  },
) {
  return {
    /**
     * Voids an open invoice without payments. A repeated call changes nothing.
     *
     * @throws CONFLICT for a draft, and if there is a payment or a pending payment
     */
    async void(actor: Actor, { id, reason }: VoidFields): Promise<AdminInvoice> {
      const issuing = await deps.prepare();
      await db.transaction(async (tx) => {
        const invoice = await lockInvoice(tx, id);
        if (invoice.status === 'void') return;
        // The paid amount is negative if refunds exceed the payments.
        if (invoice.paidCents !== 0) {
          throw new AppError(
            'CONFLICT',
            'An invoice of which something was paid cannot be void. Please credit it instead',
          );
        }
        if (await isPaymentPending(tx, id)) {
          throw new AppError(
            'CONFLICT',
            'A payment of this invoice is under way. Please wait for it, or credit the invoice instead',
          );
        }
        const author = nameOf(actor);
        const { note } = await creditItems(tx, invoice, undefined, { reason, author }, issuing);
        await recordAudit(tx, actor, {
          action: 'invoice.voided',
          about: `invoice:${id}`,
          did: `voided the invoice ${invoice.number} by the credit note ${note.number}`,
          after: { reason },
        });
      });
      deps.mailer.sendSoon();
      deps.cancelClosedSoon();
      return deps.get(id);
    },
  };
}
