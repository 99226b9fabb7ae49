import { createRecurringInvoices } from '~/server/features/recurring-invoices/recurring-invoices.service';
import type { Database } from '~/server/platform/db/client';
import { createInvoicesAdmin } from './invoices.panel';
import { createInvoices, type InvoicesOptions } from './invoices.service';

/** Invoices for clients, the panel and jobs, and recurring invoices. */
export function createInvoicesFeature(db: Database, options: InvoicesOptions) {
  const ofClients = createInvoices(db, options);
  const ofPanel = createInvoicesAdmin(db, {
    ...options,
    cancelClosedSoon: () => ofClients.cancelClosedSoon(),
  });
  const recurring = createRecurringInvoices(db, { ...options, prepare: ofClients.prepare });
  return { ofClients, ofPanel, recurring };
}
