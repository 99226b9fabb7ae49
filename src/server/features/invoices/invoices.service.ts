import { and, eq, type SQL, sql } from 'drizzle-orm';
import type Stripe from 'stripe';

import type { Repayment } from '~/contract/billing/payments';
import { dateIn } from '~/contract/common/dates';
import { AppError } from '~/contract/common/errors';
import { listMax } from '~/contract/common/limits';
import type { SignedInCaller } from '~/contract/identity/api-keys';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { EInvoiceSyntax } from '~/contract/invoices/invoices';
import type { ClientInvoice, OwnInvoice } from '~/contract/invoices/invoices-schema';
import { isInvoiceOf } from '~/server/features/companies/ownership';
import {
  type DocumentContext,
  type DocumentSettings,
  readDocumentContext,
} from '~/server/features/documents/context';
import { missingFor } from '~/server/features/documents/e-invoice/conformance';
import { type DocumentLinks, isLiveLink } from '~/server/features/documents/links';
import type { InvoicePdf } from '~/server/features/documents/pdf/invoice-pdf';
import type { DocumentFile, Pdfs } from '~/server/features/documents/pdf/pdfs';
import { taxNotesOf } from '~/server/features/documents/printed';
import { isLiveSession } from '~/server/features/identity/live-session';
import type { AccountSource } from '~/server/features/payments/account';
import { isChargeable } from '~/server/features/payments/amounts';
import { refundTransfer } from '~/server/features/payments/repayments';
import type { StripeSource } from '~/server/features/payments/stripe';
import type { VatChecks } from '~/server/features/vat-numbers/vat-checks.service';
import type { Database } from '~/server/platform/db/client';
import { invoices } from '~/server/platform/db/schema/invoices';
import type { Mailer } from '~/server/platform/mail/mailer';
import { createAddressOf } from './address-of';
import { createAttachments } from './attachments';
import { followingDrafts } from './draft-fields';
import { contentOfInvoice, contentOfNote, syntaxesOf } from './e-invoices';
import { invoiceEmails, waysToPay } from './emails';
import { createIntents } from './intents';
import {
  asIssued,
  bankOf,
  creditNotesOf,
  detailsOf,
  hasPendingPayment,
  type InvoiceRow,
  newestFirst,
  notFound,
  paymentsOf,
  planPaymentOf,
  proposalNumberOf,
  refundsOf,
  remainingCents,
  toCreditNote,
  toOwnInvoice,
  wasPlanPaymentReturned,
} from './invoices.rows';
import type { Issuing } from './issue';
import { createOnlinePayments } from './online-payments';
import { noteOverdue } from './overdue';
import { sendReminders } from './reminders';
import { issueScheduled } from './scheduled';
import { noteVatChecks } from './vat-checks';

type Client = Pick<CurrentUser, 'id' | 'email'>;

export interface InvoicesOptions {
  settings: DocumentSettings;
  mailer: Mailer;
  links: DocumentLinks;
  pdfs: Pdfs;
  stripe: StripeSource;
  account: AccountSource;
  vatChecks: VatChecks;
  /** True if payments at Stripe are set up. */
  canPayOnline: boolean;
  onFailure(about: string, error: unknown): void;
}

/** Empty bank details, for invoices that were issued without any. */
const noBank = { accountHolder: '', iban: '', bic: '', paymentDetails: [] };

export function createInvoices(db: Database, options: InvoicesOptions) {
  const { settings, mailer, links, pdfs } = options;
  const followDrafts = followingDrafts(db, settings);

  const addressOf = createAddressOf(links);

  async function prepare(now = new Date()): Promise<Issuing> {
    const [context, open] = await Promise.all([readDocumentContext(settings, now), mailer.open()]);
    return { context, emails: invoiceEmails(open, waysToPay(context, options), addressOf) };
  }

  const online = createOnlinePayments(db, { prepare: () => prepare(), mailer });
  const intents = createIntents(db, {
    stripe: options.stripe,
    account: options.account,
    sync: (stripe, id) => online.sync(stripe, id),
    onFailure: options.onFailure,
  });

  /**
   * Reads an invoice in a single snapshot, so that a payment that settles in the meantime does not appear together with
   * the old outstanding amount.
   */
  const snapshotOf = (id: number, dateOf: (at: Date) => string) =>
    db.transaction(
      async (tx) => {
        const [row] = await tx.select().from(invoices).where(eq(invoices.id, id));
        if (!row) throw notFound();
        return {
          row,
          payments: await paymentsOf(tx, id),
          refunds: await refundsOf(tx, row, dateOf),
          creditNotes: await creditNotesOf(tx, id),
        };
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );

  async function present({ id }: InvoiceRow): Promise<ClientInvoice> {
    const context = await readDocumentContext(settings);
    const dateOf = (at: Date) => dateIn(context.timeZone, at);
    const { row, payments, refunds, creditNotes } = await snapshotOf(id, dateOf);
    const { number, status, overdue, issueDate, dueDate } = toOwnInvoice(row, context.today);
    // Includes payments that the bank returned, but no transfers that were recorded by mistake.
    const shown = payments
      .filter(({ reversedAt, returnedAt }) => reversedAt === null || returnedAt !== null)
      // Removes the reference, because it can come from a bank statement and contain text about other people.
      .map((payment) => ({ ...payment, reference: '' }));
    return {
      ...detailsOf(row, { payments: shown, creditNotes }, dateOf),
      refunds,
      number,
      status,
      overdue,
      issueDate,
      dueDate,
      syntaxes: syntaxesOf(contentOfInvoice(row)),
      bank: bankOf(row, context),
      canPayOnline:
        options.canPayOnline &&
        status === 'open' &&
        isChargeable(remainingCents(row), row.currency),
    };
  }

  async function own(client: Client, id: number): Promise<InvoiceRow> {
    const [row] = await db
      .select()
      .from(invoices)
      .where(and(eq(invoices.id, id), isInvoiceOf(client)));
    if (!row) throw notFound();
    return row;
  }

  async function linked(token: string): Promise<InvoiceRow> {
    const id = await links.find('invoice', token);
    const [row] =
      id === undefined ? [] : await db.select().from(invoices).where(eq(invoices.id, id));
    if (!row || row.status === 'draft') throw notFound();
    return row;
  }

  /**
   * Returns the content of an issued invoice's PDF in two states: with payments and credits until now, and as issued.
   */
  async function readPdfContents(
    row: InvoiceRow,
    right: SQL | undefined,
  ): Promise<{ now: InvoicePdf; atIssue: InvoicePdf }> {
    const { number, issueDate, dueDate } = row;
    if (!number || !issueDate || !dueDate) {
      throw new AppError('CONFLICT', 'This invoice is a draft. Please issue it first.');
    }
    const [context, url, ourReference] = await Promise.all([
      readDocumentContext(settings),
      links.readableUrl('invoice', row.id, right),
      proposalNumberOf(db, row),
    ]);
    const content = contentOfInvoice(row);
    const eInvoice = missingFor(content).length === 0 ? content : null;
    const wasReturned = await wasPlanPaymentReturned(db, row);
    const contentOf = (state: InvoiceRow, bank: DocumentContext['bank']): InvoicePdf => {
      const details = detailsOf(state, { payments: [], creditNotes: [] }, () => '');
      const { paid, credited, remaining, overpaid } = details;
      return {
        ...details,
        ...{ number, issueDate, dueDate, ourReference, eInvoice },
        payment: {
          ...{ isOpen: state.status === 'open', paid, credited, remaining, overpaid },
          ...{ bank: bankOf(state, { bank }), url, canPayOnline: options.canPayOnline },
        },
        // The document as issued shows a payment that was returned later.
        planPayment: state === row && wasReturned ? null : planPaymentOf(state),
      };
    };
    return {
      now: contentOf(row, context.bank),
      atIssue: contentOf(asIssued(row), row.printed?.bank ?? noBank),
    };
  }

  /**
   * Returns the PDF of an invoice.
   *
   * @param right condition under which the reader may have the link that the PDF contains
   */
  async function pdfOf(row: InvoiceRow, right: SQL | undefined): Promise<DocumentFile> {
    const { now, atIssue } = await readPdfContents(row, right);
    return pdfs.invoice(now, atIssue);
  }

  /** Returns the PDF of an invoice as it was issued, for the accountant. */
  async function issuedPdfOf(row: InvoiceRow): Promise<DocumentFile> {
    const { now, atIssue } = await readPdfContents(row, sql`true`);
    return pdfs.invoice(atIssue, now);
  }

  async function notePdfOf(row: InvoiceRow, noteId: number): Promise<DocumentFile> {
    const note = await noteOf(row, noteId);
    const { number, reason, items, totals, issueDate } = toCreditNote(note, row);
    const content = contentOfNote(note, row);
    const shown = {
      ...{ number, reason, items, totals, issueDate },
      taxNotes: taxNotesOf(note.totals, note.printed),
      seller: note.seller,
      client: row.buyer,
      currency: row.currency,
      invoiceNumber: row.number ?? '',
      invoiceDate: row.issueDate ?? '',
      eInvoice: missingFor(content).length === 0 ? content : null,
    };
    return pdfs.creditNote(shown);
  }

  async function noteOf(row: InvoiceRow, noteId: number) {
    const note = (await creditNotesOf(db, row.id)).find(({ id }) => id === noteId);
    if (!note) throw new AppError('NOT_FOUND', 'Credit note not found');
    return note;
  }

  /** Returns the structured invoice as XML. @throws NOT_FOUND for a draft, and if required data is missing */
  async function xmlOf(row: InvoiceRow, noteId: number, syntax: EInvoiceSyntax) {
    const content = noteId ? contentOfNote(await noteOf(row, noteId), row) : contentOfInvoice(row);
    if (row.status === 'draft' || missingFor(content).length > 0) {
      throw new AppError('NOT_FOUND', 'No e-invoice is available for this document');
    }
    return pdfs.xml(content, syntax);
  }

  async function any(id: number): Promise<InvoiceRow> {
    const [row] = await db.select().from(invoices).where(eq(invoices.id, id));
    if (!row) throw notFound();
    return row;
  }

  const pay = async ({ id }: InvoiceRow) => ({ clientSecret: await intents.secretOf(id) });

  const attachmentsOf = createAttachments(db, {
    getSales: () => settings.getSales(),
    pdfOf,
    onFailure: options.onFailure,
  });

  return {
    attachmentsOf,

    /** Reads the data for issuing invoices. Must be called before the transaction. */
    prepare,
    cancelClosedSoon: () => intents.cancelClosedSoon(),

    /** Returns the issued invoices of a client, newest first. */
    async mine(client: Client): Promise<OwnInvoice[]> {
      const { today } = await readDocumentContext(settings);
      const rows = await db
        .select({ row: invoices, isPaymentPending: hasPendingPayment })
        .from(invoices)
        .where(isInvoiceOf(client))
        .orderBy(...newestFirst)
        .limit(listMax);
      return rows.map(({ row, isPaymentPending }) => ({
        ...toOwnInvoice(row, today),
        isPaymentPending,
      }));
    },

    async get(client: Client, id: number) {
      const row = await own(client, id);
      return { ...(await present(row)), id, requestId: row.requestId };
    },

    pdf: async (client: SignedInCaller, id: number): Promise<DocumentFile> =>
      pdfOf(await own(client, id), and(isInvoiceOf(client), isLiveSession(client))),
    pdfByLink: async (token: string): Promise<DocumentFile> =>
      pdfOf(await linked(token), isLiveLink(token)),
    /** Returns the PDF of any invoice, for admins. */
    pdfOfAny: async (id: number): Promise<DocumentFile> => pdfOf(await any(id), sql`true`),
    /** Returns the PDF as issued, without later payments or credits. */
    issuedPdfOfAny: async (id: number): Promise<DocumentFile> => issuedPdfOf(await any(id)),

    /** Returns an invoice, or one of its credit notes, as XML. */
    xml: async (client: Client, id: number, noteId: number, syntax: EInvoiceSyntax) =>
      xmlOf(await own(client, id), noteId, syntax),
    xmlByLink: async (token: string, noteId: number, syntax: EInvoiceSyntax) =>
      xmlOf(await linked(token), noteId, syntax),
    xmlOfAny: async (id: number, noteId: number, syntax: EInvoiceSyntax) =>
      xmlOf(await any(id), noteId, syntax),

    /** Lets everyone who may read an invoice read its credit notes. */
    creditNotes: {
      pdf: async (client: Client, id: number, noteId: number) =>
        notePdfOf(await own(client, id), noteId),
      pdfByLink: async (token: string, noteId: number) => notePdfOf(await linked(token), noteId),
      pdfOfAny: async (id: number, noteId: number) => notePdfOf(await any(id), noteId),
    },

    byLink: async (token: string): Promise<ClientInvoice> => present(await linked(token)),
    pay: async (client: Client, id: number) => pay(await own(client, id)),
    payByLink: async (token: string) => pay(await linked(token)),

    /** Returns the result of the payment that the client has just made. */
    paymentOutcome: async (client: Client, id: number) =>
      intents.outcomeOf((await own(client, id)).id),
    paymentOutcomeByLink: async (token: string) => intents.outcomeOf((await linked(token)).id),

    /** Card payments and documents for billing. */
    billing: {
      prepare: () => prepare(),
      owns: online.owns,
      sync: online.sync,
      reconcile: (stripe: Stripe) => intents.reconcile(stripe),
      refundTransfer: async (
        paymentId: number,
        amountCents: number | undefined,
        repayment?: Repayment,
      ) => {
        await refundTransfer(db, () => prepare(), { paymentId, amountCents, ...repayment });
        mailer.sendSoon();
      },
    },

    /**
     * Issues drafts whose date has been reached, sends due reminders, records overdue invoices and
     * checks VAT numbers.
     *
     * @returns the result as text
     */
    async runJob(now = new Date()): Promise<string> {
      await followDrafts();
      const issued = await issueScheduled(db, { prepare, onFailure: options.onFailure }, now);
      const reminded = await sendReminders(db, { prepare, onFailure: options.onFailure }, now);
      mailer.sendSoon();
      await noteOverdue(db, { prepare, onFailure: options.onFailure }, now);
      const checked = await noteVatChecks(db, await options.vatChecks.runJob(now));
      const done = [
        issued + reminded > 0 && `${issued} issued, ${reminded} reminders sent.`,
        checked > 0 && `${checked} VAT numbers checked.`,
      ];
      return done.filter(Boolean).join(' ');
    },
  };
}

export type Invoices = ReturnType<typeof createInvoices>;
