import { eq } from 'drizzle-orm';
import type { z } from 'zod';

import { dateIn } from '~/contract/common/dates';
import { adminInvoiceSchema } from '~/contract/invoices/invoices-schema';
import type { WebhookEventType } from '~/contract/webhooks/events';
import { readSetting } from '~/server/features/settings/read-setting';
import { emitEvent } from '~/server/features/webhooks/emit-event';
import type { Database } from '~/server/platform/db/client';
import { invoices } from '~/server/platform/db/schema/invoices';
import {
  adminColumns,
  creditNotesOf,
  detailsOf,
  paymentsOf,
  refundsOf,
  toAdminRow,
} from './invoices.rows';

/** Schema without the fields that are for the panel only. */
const announcedSchema = adminInvoiceSchema.omit({
  eInvoice: true,
  savedTotal: true,
  timeline: true,
  undelivered: true,
});

/** Emits the webhook event for a changed invoice. */
export const emitInvoice = (
  tx: Pick<Database, 'insert' | 'select'>,
  type: Extract<WebhookEventType, `invoice.${string}`>,
  id: number,
) =>
  emitEvent(tx, type, {
    about: `invoice:${id}`,
    read: async () => {
      const [found] = await tx.select(adminColumns).from(invoices).where(eq(invoices.id, id));
      if (!found) throw new Error('the invoice of an event is missing');
      const { row } = found;
      const { timeZone } = await readSetting(tx, 'responseTimes');
      const dateOf = (at: Date) => dateIn(timeZone, at);
      const payments = await paymentsOf(tx, id);
      const creditNotes = await creditNotesOf(tx, id);
      const shown: z.input<typeof announcedSchema> = {
        ...toAdminRow(found, dateOf(new Date())),
        ...detailsOf(row, { payments, creditNotes }, dateOf),
        refunds: await refundsOf(tx, row, dateOf),
        vatCheck: row.vatCheck,
      };
      return announcedSchema.parse(shown);
    },
  });
