import { and, sql } from 'drizzle-orm';

import { addDocumentEvent } from '~/server/features/documents/events';
import type { VatCheck } from '~/server/features/vat-numbers/vat-checks.service';
import type { Database } from '~/server/platform/db/client';
import { invoices } from '~/server/platform/db/schema/invoices';

const words = (check: VatCheck): string =>
  check.status === 'valid' ? `${check.number} is valid` : `${check.number} was found invalid`;

/**
 * Adds the results of delayed checks to the invoices that were issued without them. The content of these invoices does
 * not change.
 *
 * @returns how many numbers had a result
 */
export async function noteVatChecks(db: Database, checks: readonly VatCheck[]): Promise<number> {
  for (const check of checks) {
    await db.transaction(async (tx) => {
      const waiting = await tx
        .update(invoices)
        .set({ vatCheck: check })
        .where(
          and(
            sql`${invoices.vatCheck}->>'status' = 'not_checked'`,
            sql`${invoices.vatCheck}->>'number' = ${check.number}`,
          ),
        )
        .returning({ id: invoices.id });
      for (const { id } of waiting) {
        await addDocumentEvent(tx, { invoiceId: id }, 'vat_checked', { text: words(check) });
      }
    });
  }
  return checks.length;
}
