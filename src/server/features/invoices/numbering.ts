import type { NextNumber } from '~/contract/invoices/invoices-schema';
import { type DocumentSettings, readDocumentContext } from '~/server/features/documents/context';
import { continueInvoiceNumbers, nextInvoiceNumber } from '~/server/features/documents/numbers';
import { type Actor, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';

/** Reads and sets the next number of the series, for the settings. */
export function createNumbering(db: Database, settings: DocumentSettings) {
  return {
    async nextNumber(): Promise<NextNumber> {
      const { sales, today } = await readDocumentContext(settings);
      return nextInvoiceNumber(db, sales.series, today);
    },

    /** Sets the next number. @throws BAD_REQUEST for a number below the next one, or a number that is taken */
    async setNextNumber(actor: Actor, next: number): Promise<NextNumber> {
      const { sales, today } = await readDocumentContext(settings);
      return db.transaction(async (tx) => {
        const { before, after } = await continueInvoiceNumbers(tx, sales.series, today, next);
        await recordAudit(tx, actor, {
          action: 'invoice.number_set',
          about: 'setting:sales',
          did: `set the next invoice number from ${before} to ${after.number}`,
          before: { number: before },
          after: { number: after.number },
        });
        return after;
      });
    },
  };
}
