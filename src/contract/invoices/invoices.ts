export const invoiceStatuses = ['draft', 'open', 'paid', 'void'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/**
 * Filters of invoices. Three of them are not stored statuses. `overdue`: an open invoice after its due date. `ready`: a
 * draft that is due on completion of a request which is now completed. `overpaid`: an invoice for which more was received
 * than is owed.
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

/**
 * Payment methods. Bank debits stay pending for days and can be returned. `online` is any other method at Stripe, such as
 * iDEAL.
 */
export const paymentMethods = ['card', 'transfer', 'debit', 'online'] as const;

export const paymentMethodNames: Record<(typeof paymentMethods)[number], string> = {
  card: 'Card',
  transfer: 'Bank transfer',
  debit: 'Bank debit',
  online: 'Online payment',
};

/** Names of payment methods at Stripe that differ from their type. */
const onlineNames: Record<string, string> = {
  alipay: 'Alipay',
  amazon_pay: 'Amazon Pay',
  blik: 'BLIK',
  cashapp: 'Cash App Pay',
  eps: 'EPS',
  ideal: 'iDEAL',
  mb_way: 'MB WAY',
  mobilepay: 'MobilePay',
  p24: 'Przelewy24',
  paypal: 'PayPal',
  revolut_pay: 'Revolut Pay',
  twint: 'TWINT',
  wechat_pay: 'WeChat Pay',
};

/**
 * Payment method. `methodType` is the type of the method at Stripe, such as 'ideal'; empty for a
 * payment that was not made through Stripe.
 */
interface PaidWith {
  method: (typeof paymentMethods)[number];
  methodType: string;
}

/** Returns the name of an online payment method, such as 'iDEAL' or 'Bancontact'; undefined for other methods. */
function onlineNameOf({ method, methodType }: PaidWith): string | undefined {
  if (method !== 'online' || methodType === '') return undefined;
  const words = methodType.replaceAll('_', ' ');
  return onlineNames[methodType] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

export const paymentMethodName = (payment: PaidWith): string =>
  onlineNameOf(payment) ?? paymentMethodNames[payment.method];

/** Returns the name of a payment method as used within a sentence: 'card', 'bank transfer', 'iDEAL'. */
export const paymentMethodInWords = (payment: PaidWith): string =>
  onlineNameOf(payment) ?? paymentMethodNames[payment.method].toLowerCase();

/** Returns the status to display, which distinguishes open invoices by payments and due date. */
export function shownStatus(invoice: {
  status: InvoiceStatus;
  overdue: boolean;
  /** Decimal amount received minus refunded. */
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
