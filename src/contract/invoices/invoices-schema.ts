import { z } from 'zod';

import { paymentStatuses } from '~/contract/billing/payments';
import { dateField } from '~/contract/common/date-schema';
import {
  listQuerySchema,
  pageSchema,
  updatedSinceShape,
  userIdField,
  versionShape,
} from '~/contract/common/paging-schema';
import { submissionKeySchema } from '~/contract/common/submission-key-schema';
import { text } from '~/contract/common/text-schema';
import {
  amountField,
  buyerField,
  creditedItemList,
  currencyField,
  discountField,
  discountSchema,
  documentEventSchema,
  enteredTaxField,
  idField,
  itemList,
  numbersShape,
  sellerShape,
  shownBuyerSchema,
  shownItemSchema,
  taxWithItems,
  totalsSchema,
  vatCheckSchema,
} from '~/contract/documents/documents-schema';
import { taxCategories } from '~/contract/documents/tax-categories';
import {
  eInvoiceSyntaxes,
  invoiceFilters,
  invoiceSorts,
  invoiceStatuses,
  paymentMethods,
} from './invoices';

/** Fields of an invoice that an admin edits. */
const invoiceFieldsSchema = z.object({
  /**
   * Client with an account; null for a buyer without an account, whose details are in `client`. An
   * update that omits the field does not change the client.
   */
  clientId: userIdField.nullish(),
  client: buyerField.optional(),
  requestId: idField.nullish(),
  items: itemList.optional(),
  proposedTax: enteredTaxField,
  discount: discountField.describe('On all items: a percentage or an amount'),
  currency: currencyField
    .optional()
    .describe('Defaults to the currency in the settings for a new invoice'),
  /** Defaults to the payment term in the settings, counted from the issue date. */
  dueDate: dateField.nullish(),
  serviceDate: dateField.nullish(),
  /** Service period, both days included, instead of a single date. */
  serviceFrom: dateField.nullish(),
  serviceTo: dateField.nullish(),
  note: text({ max: 2000 }).optional(),
  /** Day on which a job issues the draft; null if it is not issued automatically. */
  scheduledFor: dateField.nullish(),
});

/** Checks that a period has both days and does not end before it begins. */
const wholePeriod = z.check<{
  serviceFrom?: string | null | undefined;
  serviceTo?: string | null | undefined;
}>(({ value, issues }) => {
  const { serviceFrom, serviceTo } = value;
  const fault = (path: string, message: string) =>
    issues.push({ code: 'custom', message, path: [path], input: value });
  if (serviceFrom && !serviceTo) fault('serviceTo', 'Please enter the last day of the period');
  if (serviceTo && !serviceFrom) fault('serviceFrom', 'Please enter the first day of the period');
  if (serviceFrom && serviceTo && serviceTo < serviceFrom) {
    fault('serviceTo', 'The period ends before it begins');
  }
});

export type InvoiceFields = z.output<typeof invoiceFieldsSchema>;

export const draftDeletionSchema = z.object({
  id: idField,
  /** Reason for the timeline of the invoice's proposal. */
  reason: text({ max: 500 }).optional(),
});

export const newInvoiceSchema = invoiceFieldsSchema
  .refine(({ client, clientId }) => client !== undefined || typeof clientId === 'string', {
    message: 'Please choose or enter a client',
    path: ['client'],
  })
  .check(wholePeriod, taxWithItems);
export const invoiceChangeSchema = invoiceFieldsSchema
  .extend({
    id: idField,
    ...versionShape,
  })
  .check(wholePeriod, taxWithItems);

export const issueFieldsSchema = z.object({
  id: idField,
  confirmed: z
    .object({ total: z.string().max(30), client: shownBuyerSchema })
    .optional()
    .describe(
      'Total and client that were confirmed. If they have changed since, the draft is not issued',
    ),
});
export type IssueFields = z.output<typeof issueFieldsSchema>;

/** Maximum position in a number series. */
export const invoicePositionMax = 999_999_999;

export const nextNumberSchema = z.object({
  next: z
    .int('Please enter a whole number')
    .min(1, 'Please enter 1 or more')
    .max(invoicePositionMax, `Please enter ${invoicePositionMax} or less`)
    .describe('Position in the series, such as 148 for INV-2026-0148'),
});
export const shownNextNumberSchema = z.object({
  next: z.int(),
  number: z.string().describe('Number, such as INV-2026-0148'),
  head: z.string().describe('Prefix of the digits, such as INV-2026-'),
  digits: z.int().describe('Minimum number of digits'),
});
export type NextNumber = z.output<typeof shownNextNumberSchema>;

const listQuery = listQuerySchema({ statuses: invoiceFilters, sorts: invoiceSorts });
export const invoicesListSchema = listQuery.extend({
  /** Filters by client, request, proposal or recurring invoice. */
  clientId: userIdField.optional(),
  requestId: idField.optional(),
  proposalId: idField.optional(),
  recurringInvoiceId: idField.optional(),
  /** Range of the due date, both days included. */
  from: dateField.optional(),
  to: dateField.optional(),
  ...updatedSinceShape,
});
export type InvoicesList = z.output<typeof invoicesListSchema>;

const key = submissionKeySchema.optional();

const creditShape = z.object({
  id: idField,
  /** Items or amount to credit. Defaults to everything that has not been credited yet. */
  items: creditedItemList
    .min(1, 'Please name the credited items, or omit them to credit the rest of the invoice')
    .optional(),
  amount: amountField
    .optional()
    .describe('Decimal; instead of items: divided among the remaining taxes'),
  reason: text({ min: 1, minMessage: 'Please enter a reason', max: 500 }),
  key,
});
export const creditFieldsSchema = creditShape.refine(
  ({ items, amount }) => items === undefined || amount === undefined,
  { path: ['amount'], message: 'Please enter either items or an amount' },
);
export type CreditFields = z.output<typeof creditFieldsSchema>;

export const voidFieldsSchema = creditShape.pick({ id: true, reason: true });
export type VoidFields = z.output<typeof voidFieldsSchema>;

export const transferFieldsSchema = z.object({
  id: idField,
  amount: amountField,
  date: dateField,
  reference: text({ max: 200 }).optional(),
  key,
});
export type TransferFields = z.output<typeof transferFieldsSchema>;

export const transferIdSchema = z.object({ id: idField, paymentId: idField });
/** A reminder as it will be emailed. */
export const reminderPreviewSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
});
export type ReminderPreview = z.output<typeof reminderPreviewSchema>;

export const remindersSwitchSchema = z.object({ id: idField, isOn: z.boolean() });

const bankSchema = z.object({
  holder: z.string(),
  iban: z.string().describe('Empty without one'),
  bic: z.string(),
  details: z
    .array(z.object({ label: z.string(), value: z.string() }))
    .describe('Other payment details, such as a routing number and an account number'),
  reference: z.string().describe('Payment reference for the transfer'),
  epc: z.string().nullable().describe('Text of the EPC QR code; only for amounts in EUR'),
});

const syntaxesField = z
  .array(z.enum(eInvoiceSyntaxes))
  .describe('Syntaxes in which it can be downloaded as EN 16931 XML; empty if data is missing');

export const eInvoiceSchema = z
  .union([
    z.object({ valid: z.literal(true), syntaxes: syntaxesField }),
    z.object({
      valid: z.literal(false),
      missing: z.array(z.object({ path: z.string(), message: z.string() })),
    }),
  ])
  .describe('Whether it is a structured invoice by EN 16931, or what is missing for it');
export type EInvoice = z.output<typeof eInvoiceSchema>;

const taxNotesField = z
  .array(z.object({ category: z.enum(taxCategories), text: z.string() }))
  .describe('Why a category has no tax');

const creditNoteSchema = z.object({
  id: z.int(),
  number: z.string(),
  reason: z.string(),
  items: z.array(shownItemSchema),
  totals: totalsSchema,
  total: z.string().describe('Decimal'),
  issueDate: z.iso.date(),
  createdAt: z.iso.datetime(),
  syntaxes: syntaxesField,
});

const invoicePaymentSchema = z.object({
  id: z.int(),
  amount: z.string().describe('Decimal'),
  refunded: z.string().describe('Decimal'),
  method: z.enum(paymentMethods),
  methodType: z
    .string()
    .describe('Type of the method at Stripe, such as `ideal`; empty if it is not paid there'),
  status: z.enum(paymentStatuses),
  reference: z.string(),
  failure: z.string(),
  date: z.iso.date().nullable().describe('Date on which it was received'),
  isReversed: z.boolean(),
  isReturned: z.boolean().describe('Returned by the bank'),
});

const refundSchema = z.object({
  id: z.int(),
  paymentId: z.int(),
  amount: z.string().describe('Decimal'),
  date: z.iso.date(),
  reference: z.string(),
});

/** An invoice as its client reads it. */
export const clientInvoiceSchema = z.object({
  number: z.string(),
  status: z.enum(invoiceStatuses),
  overdue: z.boolean(),
  seller: sellerShape,
  sellerNumbers: numbersShape,
  clientNumbers: numbersShape,
  client: shownBuyerSchema,
  items: z.array(shownItemSchema),
  discount: discountSchema,
  totals: totalsSchema,
  total: z.string().describe('Decimal'),
  paid: z.string().describe('Decimal; received minus refunded'),
  credited: z.string().describe('Decimal'),
  remaining: z.string().describe('Decimal; outstanding'),
  overpaid: z.string().describe('Decimal; overpaid'),
  currency: z.string(),
  issueDate: z.iso.date(),
  dueDate: z.iso.date(),
  serviceDate: z.iso.date().nullable(),
  serviceFrom: z.iso.date().nullable(),
  serviceTo: z.iso.date().nullable(),
  taxNotes: taxNotesField,
  note: z.string(),
  payments: z.array(invoicePaymentSchema),
  refunds: z.array(refundSchema).describe('Refunds of the payments, oldest first'),
  creditNotes: z.array(creditNoteSchema),
  syntaxes: syntaxesField,
  bank: bankSchema.nullable().describe('Null if nothing is outstanding, or no account is set'),
  canPayOnline: z.boolean().describe('By any method that is enabled at Stripe'),
});
export type ClientInvoice = z.output<typeof clientInvoiceSchema>;

const pendingField = z
  .boolean()
  .describe('Whether a payment is pending, as bank debits are for days');

export const paymentOutcomeSchema = z.enum(['received', 'pending', 'none']);
export type PaymentOutcome = z.output<typeof paymentOutcomeSchema>;

export const ownInvoiceSchema = z.object({
  id: z.int(),
  number: z.string(),
  status: z.enum(invoiceStatuses),
  overdue: z.boolean(),
  isPaymentPending: pendingField,
  total: z.string().describe('Decimal'),
  paid: z.string().describe('Decimal; received minus refunded'),
  remaining: z.string().describe('Decimal'),
  currency: z.string(),
  issueDate: z.iso.date(),
  dueDate: z.iso.date(),
});
export type OwnInvoice = z.output<typeof ownInvoiceSchema>;
export const ownInvoiceDetailSchema = clientInvoiceSchema.extend({
  id: z.int(),
  requestId: z.int().nullable(),
});

/** An invoice in the panel's list. */
export const adminInvoiceRowSchema = z.object({
  id: z.int(),
  number: z.string().nullable(),
  status: z.enum(invoiceStatuses),
  overdue: z.boolean(),
  isPaymentPending: pendingField,
  clientId: z.string().nullable(),
  clientName: z.string(),
  clientEmail: z.string(),
  company: z.string().describe('Company on the invoice; empty without one'),
  client_name: z.string().meta({ deprecated: true, description: 'As clientName' }),
  client_email: z.string().meta({ deprecated: true, description: 'As clientEmail' }),
  about: z.string().describe('Subject of its first line, such as the part of a proposal'),
  total: z.string().describe('Decimal'),
  paid: z.string().describe('Decimal'),
  credited: z.string().describe('Decimal'),
  remaining: z.string().describe('Decimal'),
  overpaid: z.string().describe('Decimal'),
  currency: z.string(),
  issueDate: z.iso.date().nullable(),
  dueDate: z.iso.date().nullable(),
  scheduledFor: z.iso.date().nullable(),
  onCompletion: z.boolean().describe('A draft that is due when its request is completed'),
  isReady: z
    .boolean()
    .describe('A draft that waits to be issued: its request is completed, or it was held'),
  heldFor: z.string().describe('Why it was not issued automatically; empty for other drafts'),
  proposalId: z.int().nullable(),
  requestId: z.int().nullable(),
  recurringInvoiceId: z.int().nullable().describe('Source of the invoice'),
  recurringDay: z.iso.date().nullable().describe('Date for which it was created'),
  remindersOn: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export const invoicesPageSchema = pageSchema(adminInvoiceRowSchema).extend({
  totals: z
    .array(
      z.object({
        currency: z.string(),
        total: z.string().describe('Decimal; issued minus credited'),
        remaining: z.string().describe('Decimal; outstanding'),
        drafts: z.string().describe('Decimal; not issued yet'),
      }),
    )
    .describe('Totals of all matching invoices, on all pages'),
});
export type InvoicesPage = z.output<typeof invoicesPageSchema>;
export type AdminInvoiceRow = z.output<typeof adminInvoiceRowSchema>;

export const adminInvoiceSchema = adminInvoiceRowSchema.extend({
  client: shownBuyerSchema,
  seller: sellerShape,
  sellerNumbers: numbersShape,
  clientNumbers: numbersShape,
  items: z.array(shownItemSchema),
  discount: discountSchema,
  totals: totalsSchema,
  serviceDate: z.iso.date().nullable(),
  serviceFrom: z.iso.date().nullable(),
  serviceTo: z.iso.date().nullable(),
  taxNotes: taxNotesField,
  note: z.string(),
  payments: z.array(invoicePaymentSchema),
  refunds: z.array(refundSchema).describe('Refunds of the payments, oldest first'),
  creditNotes: z.array(creditNoteSchema),
  savedTotal: z
    .string()
    .nullable()
    .describe(
      'Decimal; total of a draft when it was saved, if the tax has changed since; otherwise null',
    ),
  eInvoice: eInvoiceSchema,
  vatCheck: vatCheckSchema.nullable().describe('Check of the client’s VAT number'),
  timeline: z.array(documentEventSchema),
  undelivered: z
    .array(
      z.object({
        id: z.int(),
        to: z.string(),
        reason: z.string().describe('In the words of the mail server'),
        createdAt: z.iso.datetime(),
      }),
    )
    .describe('Emails about it that were not delivered, newest first'),
});
export type AdminInvoice = z.output<typeof adminInvoiceSchema>;

/** A credit note in the panel's list. */
export const creditNoteRowSchema = z.object({
  id: z.int(),
  number: z.string(),
  invoiceId: z.int(),
  invoiceNumber: z.string(),
  clientName: z.string(),
  reason: z.string(),
  total: z.string().describe('Decimal'),
  currency: z.string(),
  issueDate: z.iso.date(),
  createdAt: z.iso.datetime(),
});
export type CreditNoteListRow = z.output<typeof creditNoteRowSchema>;
export const creditNoteSorts = ['createdAt', 'number', 'total'] as const;
export const creditNotesListSchema = listQuerySchema({
  statuses: ['issued'],
  sorts: creditNoteSorts,
});
export type CreditNotesList = z.output<typeof creditNotesListSchema>;
export const creditNotesPageSchema = pageSchema(creditNoteRowSchema);

/** A credit note, with the invoice that it corrects. */
export const creditedSchema = creditNoteSchema.extend({ invoice: adminInvoiceSchema });
export type Credited = z.output<typeof creditedSchema>;

/** A recorded transfer, with the invoice that it pays. */
export const recordedTransferSchema = invoicePaymentSchema.extend({ invoice: adminInvoiceSchema });
export type RecordedTransfer = z.output<typeof recordedTransferSchema>;
