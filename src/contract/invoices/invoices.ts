export const invoiceStatuses = ['draft', 'open', 'paid', 'void'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/**
 * Three are not stored statuses: `overdue` is an open invoice after its due date, `ready` a draft due on completion of its
 * request, which is completed, `overpaid` one for which more was received than is owed.
 */
export const invoiceFilters = [...invoiceStatuses, 'overdue', 'ready', 'overpaid'] as const;

export const invoiceSorts = [
  'createdAt',
  'number',
  'client',
  'total',
  'dueDate',
  'status',
] as const;

/** Bank debits are pending for days and can be returned. `online` is any other method at Stripe, such as iDEAL. */
export const paymentMethods = ['card', 'transfer', 'debit', 'online'] as const;

export const paymentMethodNames: Record<(typeof paymentMethods)[number], string> = {
  card: 'Card',
  transfer: 'Bank transfer',
  debit: 'Bank debit',
  online: 'Online payment',
};

/** Returns the displayed status: distinguishes open invoices by payments and due date. */
export function shownStatus(invoice: {
  status: InvoiceStatus;
  overdue: boolean;
  /** Decimal; received minus refunded. */
  paid: string;
  /** A draft whose request is completed. */
  isReady?: boolean;
  isPaymentPending?: boolean;
}): string {
  if (invoice.isReady) return 'ready';
  if (invoice.status !== 'open') return invoice.status;
  if (invoice.isPaymentPending) return 'payment_pending';
  if (invoice.overdue) return 'overdue';
  return Number(invoice.paid) > 0 ? 'part_paid' : 'open';
}

/** Syntaxes of EN 16931: UN/CEFACT Cross Industry Invoice, and UBL. */
export const eInvoiceSyntaxes = ['cii', 'ubl'] as const;
export type EInvoiceSyntax = (typeof eInvoiceSyntaxes)[number];
