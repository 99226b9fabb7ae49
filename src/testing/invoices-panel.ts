import type { AdminUser } from '~/contract/admin/admin-schema';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { sampleAdminInvoice } from './invoices';
import { pageOf, renderSection } from './panel';
import { sampleItemDefaults } from './proposals';
import type { Answers } from './render';

type InvoiceAnswers = NonNullable<NonNullable<Answers['admin']>['invoices']>;

/** Opens the panel's invoices section, which lists one invoice. */
export function openInvoices(
  search: string,
  invoice: AdminInvoice,
  more: InvoiceAnswers = {},
  role?: 'viewer',
  clients: AdminUser[] = [],
) {
  return renderSection(
    `?section=invoices${search}`,
    {
      invoices: {
        page: () => ({ ...pageOf([invoice]), totals: [] }),
        get: () => invoice,
        preview: () => ({ valid: true, syntaxes: ['cii', 'ubl'] }),
        vatCheck: () => uncheckedVat,
        lastBuyer: () => invoice.client,
        ...more,
      },
      proposals: {
        itemDefaults: () => sampleItemDefaults(),
        suggestions: () => [],
      },
      users: { page: () => pageOf(clients) },
    },
    role && { role },
  );
}

export const uncheckedVat = {
  number: '',
  status: 'not_checked' as const,
  checkedAt: null,
  consultationNumber: '',
};

export const draftInvoice = (changes: Partial<AdminInvoice> = {}) =>
  sampleAdminInvoice({ status: 'draft', number: null, issueDate: null, dueDate: null, ...changes });
