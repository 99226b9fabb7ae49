import { and, eq, gte, lte, or, type SQL, sql } from 'drizzle-orm';

import { centsToAmount, formatCents } from '~/contract/common/currencies';
import { dateIn } from '~/contract/common/dates';
import { AppError, changedMeanwhile } from '~/contract/common/errors';
import { searchedCents } from '~/contract/common/typed-decimals';
import type { Buyer } from '~/contract/documents/documents-schema';
import type {
  AdminInvoice,
  Credited,
  CreditFields,
  CreditNotesList,
  InvoiceFields,
  InvoicesList,
  InvoicesPage,
  IssueFields,
} from '~/contract/invoices/invoices-schema';
import { buyerOnRecord } from '~/server/features/companies/billing-profile';
import { isOfNamedCompany } from '~/server/features/companies/ownership';
import { rejectUnconfirmed } from '~/server/features/documents/confirmed';
import {
  type DocumentContext,
  type DocumentSettings,
  readDocumentContext,
} from '~/server/features/documents/context';
import { addDocumentEvent, documentEventsOf } from '~/server/features/documents/events';
import type { DocumentLinks } from '~/server/features/documents/links';
import type { Pdfs } from '~/server/features/documents/pdf/pdfs';
import { rejectUnprintable } from '~/server/features/documents/unprintable';
import { isSum } from '~/server/features/payments/figures';
import type { VatChecks } from '~/server/features/vat-numbers/vat-checks.service';
import { type Actor, nameOf, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { holds, orderOf, paginate } from '~/server/platform/db/paging';
import { creditNotes } from '~/server/platform/db/schema/credit-notes';
import { invoices } from '~/server/platform/db/schema/invoices';
import type { Mailer } from '~/server/platform/mail/mailer';
import { undeliveredAbout } from '~/server/platform/mail/undelivered';
import { digestOf, rejectOtherSubmission } from '~/server/platform/submission-digest';
import { createAddressOf } from './address-of';
import { createChecks } from './checks';
import { copyInvoice } from './copy-invoice';
import { creditItems, creditPart, noteUnder } from './credit';
import { hasCreditNote, searchCreditNotes } from './credit-notes';
import {
  amountFields,
  buyerFields,
  changedAmounts,
  checkRequest,
  currentDraft,
  followingDrafts,
  givenBuyer,
  insertDraft,
  taxedBuyerOf,
} from './draft-fields';
import { contentOfDraft, contentOfInvoice, eInvoiceOf } from './e-invoices';
import { invoiceEmails, waysToPay } from './emails';
import {
  adminColumns,
  creditNotesOf,
  detailsOf,
  type InvoiceRow,
  isOverpaid,
  isReady,
  lockInvoice,
  notFound,
  overdueOn,
  paymentsOf,
  refundsOf,
  remainingOfRow,
  type Transaction,
  toAdminRow,
} from './invoices.rows';
import { heldReasonOf, type Issuing, issueDraft } from './issue';
import { createManualReminders } from './manual-reminders';
import { createNumbering } from './numbering';
import { createTransfers } from './transfers';
import { createVoiding } from './voiding';

const sorts = {
  createdAt: invoices.createdAt,
  number: invoices.number,
  client: invoices.clientName,
  total: invoices.totalCents,
  dueDate: invoices.dueDate,
  status: invoices.status,
};

function isOfSum(search: string | undefined): SQL | undefined {
  const cents = search ? searchedCents(search) : undefined;
  const { totalCents: amountCents, currency } = invoices;
  return cents === undefined ? undefined : isSum({ amountCents, currency }, cents);
}

/** Invoices as admins create, issue and correct them. */
export function createInvoicesAdmin(
  db: Database,
  options: {
    settings: DocumentSettings;
    mailer: Mailer;
    links: DocumentLinks;
    pdfs: Pick<Pdfs, 'unprintable'>;
    vatChecks: Pick<VatChecks, 'of'>;
    /** True if payments at Stripe are set up. */
    canPayOnline: boolean;
    /** Cancels closed intents at Stripe. Called after a commit that may have closed one. */
    cancelClosedSoon(): void;
  },
) {
  const { settings, mailer, links, pdfs, vatChecks, cancelClosedSoon } = options;
  const about = (id: number) => `invoice:${id}`;
  const followDrafts = followingDrafts(db, settings);

  const addressOf = createAddressOf(links);

  async function prepare(): Promise<Issuing> {
    const [context, open] = await Promise.all([readDocumentContext(settings), mailer.open()]);
    return { context, emails: invoiceEmails(open, waysToPay(context, options), addressOf) };
  }

  async function get(id: number): Promise<AdminInvoice> {
    const [found] = await db.select(adminColumns).from(invoices).where(eq(invoices.id, id));
    if (!found) throw notFound();
    const stored = found.row;
    const [context, payments, notes, timeline] = await Promise.all([
      readDocumentContext(settings),
      paymentsOf(db, id),
      creditNotesOf(db, id),
      documentEventsOf(db, { invoiceId: id }),
    ]);
    const row = stored.status === 'draft' ? await currentDraft(db, stored, context) : stored;
    const held = stored.heldFor ? await heldReasonOf(db, stored, { context }) : undefined;
    const savedCents = stored.totals.totalCents;
    const dateOf = (at: Date) => dateIn(context.timeZone, at);
    const details = detailsOf(row, { payments, creditNotes: notes }, dateOf);
    return {
      ...toAdminRow({ ...found, row }, context.today),
      ...details,
      refunds: await refundsOf(db, row, dateOf),
      seller: row.seller ?? context.seller,
      heldFor: held?.why ?? '',
      savedTotal: row.totalCents === savedCents ? null : centsToAmount(savedCents, stored.currency),
      eInvoice: eInvoiceOf(
        row.status === 'draft' ? contentOfDraft(row, context) : contentOfInvoice(row),
      ),
      vatCheck: row.vatCheck,
      timeline,
      undelivered: await undeliveredAbout(db, `invoice:${row.id}`),
    };
  }

  /** Returns a credit note with its invoice. @throws NOT_FOUND */
  async function creditNote(noteId: number): Promise<Credited> {
    const [found] = await db
      .select({ invoiceId: creditNotes.invoiceId })
      .from(creditNotes)
      .where(eq(creditNotes.id, noteId));
    const invoice = found && (await get(found.invoiceId));
    const note = invoice?.creditNotes.find((one) => one.id === noteId);
    if (!invoice || !note) throw new AppError('NOT_FOUND', 'Credit note not found');
    return { ...note, invoice };
  }

  /** Returns the buyer of a draft after a change; the current buyer if the change contains none. */
  async function buyerAfter(
    id: number,
    context: DocumentContext,
    given: Pick<InvoiceFields, 'clientId' | 'client'> = {},
  ): Promise<Buyer | undefined> {
    const [row] = await db.select().from(invoices).where(eq(invoices.id, id));
    if (!row) return undefined;
    if (!given.client && !given.clientId) return (await currentDraft(db, row, context)).buyer;
    return givenBuyer(db, given, row);
  }

  /** Returns the texts that a draft would print. */
  async function printedTextsOf(id: number, { context }: Issuing): Promise<object> {
    const [row] = await db
      .select({ client: invoices.buyer, items: invoices.items, note: invoices.note })
      .from(invoices)
      .where(eq(invoices.id, id));
    return { ...row, seller: context.seller };
  }

  /** Requests today's check of a VAT number. Called before a transaction begins. */
  const checkNumber = async (buyer: Buyer | undefined) => buyer && vatChecks.of(buyer);

  async function lockDraft(tx: Transaction, id: number, what: string): Promise<InvoiceRow> {
    const row = await lockInvoice(tx, id);
    if (row.status === 'draft') return row;
    throw new AppError('CONFLICT', `An issued invoice cannot be ${what}. Please credit it instead`);
  }

  async function sumsOf(where: SQL | undefined): Promise<InvoicesPage['totals']> {
    const { currency, status, totalCents, creditedCents } = invoices;
    const rows = await db
      .select({
        currency,
        total: sql<string>`sum(case when ${status} = 'draft' then 0 else ${totalCents} - ${creditedCents} end)`,
        drafts: sql<string>`sum(case when ${status} = 'draft' then ${totalCents} else 0 end)`,
        remaining: sql<string>`sum(case when ${status} = 'open' then ${remainingOfRow} else 0 end)`,
      })
      .from(invoices)
      .where(where)
      .groupBy(currency)
      .orderBy(currency);
    return rows.map((row) => ({
      currency: row.currency,
      total: centsToAmount(Number(row.total), row.currency),
      remaining: centsToAmount(Number(row.remaining), row.currency),
      drafts: centsToAmount(Number(row.drafts), row.currency),
    }));
  }

  return {
    get,

    async search(request: InvoicesList): Promise<InvoicesPage> {
      const { today } = await readDocumentContext(settings);
      await followDrafts();
      const { clientId, requestId, proposalId, recurringInvoiceId, from, to } = request;
      const totals: InvoicesPage['totals'] = [];
      const page = await paginate(db, request, {
        table: invoices,
        status: invoices.status,
        also: { overdue: overdueOn(today), ready: isReady, overpaid: isOverpaid },
        matching: and(
          // Includes the numbers of credit notes, which appear on the client's statements.
          or(
            holds(invoices.searchText, request.search),
            isOfNamedCompany(invoices.companyId, request.search),
            isOfSum(request.search),
            hasCreditNote(request.search),
          ),
          clientId ? eq(invoices.userId, clientId) : undefined,
          requestId ? eq(invoices.requestId, requestId) : undefined,
          proposalId ? eq(invoices.proposalId, proposalId) : undefined,
          recurringInvoiceId ? eq(invoices.recurringInvoiceId, recurringInvoiceId) : undefined,
          from ? gte(invoices.dueDate, from) : undefined,
          to ? lte(invoices.dueDate, to) : undefined,
        ),
        select: async ({ where, limit, offset }) => {
          totals.push(...(await sumsOf(where)));
          return db
            .select(adminColumns)
            .from(invoices)
            .where(where)
            .orderBy(...orderOf(request.sort, sorts, invoices.id))
            .limit(limit)
            .offset(offset);
        },
      });
      return { ...page, totals, rows: page.rows.map((row) => toAdminRow(row, today)) };
    },

    creditNotes: (request: CreditNotesList) => searchCreditNotes(db, request),

    ...createNumbering(db, settings),

    /** Returns the client's buyer data. @throws NOT_FOUND for an unknown client */
    lastBuyer: (clientId: string) => buyerOnRecord(db, clientId),

    async create(actor: Actor, fields: InvoiceFields): Promise<AdminInvoice> {
      await rejectUnprintable(pdfs, fields);
      const { context } = await prepare();
      const { currency = context.currency, discount, proposedTax } = fields;
      await checkNumber(await givenBuyer(db, fields));
      const id = await db.transaction(async (tx) => {
        const buyer = await buyerFields(tx, actor, fields);
        if (!buyer) throw new AppError('BAD_REQUEST', 'Please choose or enter a client');
        const taxed = await taxedBuyerOf(tx, { userId: null, companyId: null, ...buyer });
        await checkRequest(tx, fields.requestId);
        const row = await insertDraft(tx, {
          ...buyer,
          ...amountFields(fields.items ?? [], { currency, discount, proposedTax }, context, taxed),
          currency,
          requestId: fields.requestId ?? null,
          dueDate: fields.dueDate ?? null,
          scheduledFor: fields.scheduledFor ?? null,
          serviceDate: fields.serviceDate ?? null,
          serviceFrom: fields.serviceFrom ?? null,
          serviceTo: fields.serviceTo ?? null,
          vatCheck: taxed.vatCheck,
          note: fields.note ?? '',
        });
        await addDocumentEvent(tx, { invoiceId: row.id }, 'created', { author: nameOf(actor) });
        await recordAudit(tx, actor, {
          action: 'invoice.created',
          about: about(row.id),
          did: `created an invoice for ${buyer.clientName}`,
        });
        return row.id;
      });
      return get(id);
    },

    /**
     * Changes a draft. If the draft is part of a proposal's schedule, new items replace the items and amounts of that
     * part.
     */
    async update(
      actor: Actor,
      id: number,
      fields: InvoiceFields,
      expectedUpdatedAt: string | undefined,
    ): Promise<AdminInvoice> {
      await rejectUnprintable(pdfs, fields);
      const { context } = await prepare();
      await checkNumber(await buyerAfter(id, context, fields));
      await db.transaction(async (tx) => {
        const before = await lockDraft(tx, id, 'changed');
        if (expectedUpdatedAt && before.updatedAt.toISOString() !== expectedUpdatedAt) {
          throw new AppError('CONFLICT', changedMeanwhile);
        }
        await checkRequest(tx, fields.requestId);
        const { requestId, dueDate, serviceDate, serviceFrom, serviceTo } = fields;
        const { note, scheduledFor } = fields;
        const buyer = await buyerFields(tx, actor, fields, before);
        const taxed = await taxedBuyerOf(tx, { ...before, ...buyer });
        await tx
          .update(invoices)
          .set({
            ...buyer,
            ...changedAmounts(before, fields, context, taxed),
            vatCheck: taxed.vatCheck,
            ...(requestId !== undefined && { requestId }),
            ...(dueDate !== undefined && { dueDate }),
            ...(serviceDate !== undefined && { serviceDate }),
            ...(serviceFrom !== undefined && { serviceFrom }),
            ...(serviceTo !== undefined && { serviceTo }),
            ...(note !== undefined && { note }),
            ...(scheduledFor !== undefined && { scheduledFor }),
            ...(scheduledFor && scheduledFor !== before.scheduledFor && { heldFor: '' }),
            // A date chosen by an admin replaces the condition that the request is completed.
            ...(scheduledFor && scheduledFor !== before.scheduledFor && { onCompletion: false }),
            updatedAt: new Date(),
          })
          .where(eq(invoices.id, id));
        if (before.announcedAt && before.scheduledFor && scheduledFor === null) {
          await addDocumentEvent(tx, { invoiceId: id }, 'stopped', { author: nameOf(actor) });
        }
        await recordAudit(tx, actor, {
          action: 'invoice.changed',
          about: about(id),
          did: `changed the draft of an invoice for ${before.clientName}`,
        });
      });
      return get(id);
    },

    /** Creates a draft with the same client and items. See `copyInvoice` for the data that is not copied. */
    duplicate: async (actor: Actor, id: number): Promise<AdminInvoice> =>
      get(await db.transaction((tx) => copyInvoice(tx, actor, id))),

    /** Deletes a draft, and adds an entry with the reason to the timeline of its proposal. */
    async remove(actor: Actor, id: number, reason = ''): Promise<{ id: number }> {
      await db.transaction(async (tx) => {
        const row = await lockDraft(tx, id, 'deleted');
        const { proposalId } = row;
        await tx.delete(invoices).where(eq(invoices.id, id));
        if (proposalId) {
          const sum = formatCents(row.totalCents, row.currency);
          await addDocumentEvent(tx, { proposalId }, 'draft_deleted', {
            text: reason ? `${sum}, ${reason}` : sum,
            author: nameOf(actor),
          });
        }
        await recordAudit(tx, actor, {
          action: 'invoice.deleted',
          about: about(id),
          did: `deleted the draft of an invoice for ${row.clientName}`,
          before: { total: centsToAmount(row.totalCents, row.currency), proposalId },
          after: { reason },
        });
      });
      return { id };
    },

    /**
     * Issues a draft with a number and emails the link. A repeated call returns the same number.
     *
     * @throws CONFLICT if the total or the client differs from the confirmed one
     */
    async issue(
      actor: Actor,
      id: number,
      confirmed?: IssueFields['confirmed'],
    ): Promise<{ number: string; url: string }> {
      const issuing = await prepare();
      await rejectUnprintable(pdfs, await printedTextsOf(id, issuing));
      // Uses today's check of the VAT number, if the service responds.
      await checkNumber(await buyerAfter(id, issuing.context));
      const answer = await db.transaction(async (tx) => {
        const before = await lockInvoice(tx, id);
        const isDraft = before.status === 'draft';
        const row = isDraft ? await issueDraft(tx, before, issuing, nameOf(actor)) : before;
        if (isDraft) {
          const total = centsToAmount(row.totalCents, row.currency);
          rejectUnconfirmed('issued', confirmed, { total, client: row.buyer });
          await recordAudit(tx, actor, {
            action: 'invoice.issued',
            about: about(id),
            did: `issued the invoice ${row.number} to ${row.clientName}`,
          });
        }
        return { number: row.number ?? '', url: await links.urlOf(tx, 'invoice', id) };
      });
      mailer.sendSoon();
      return answer;
    },

    /** Credits an issued invoice, in full or in part. A repeated call with the same key changes nothing. */
    async credit(
      actor: Actor,
      { id, items, amount, reason, key }: CreditFields,
    ): Promise<Credited> {
      await rejectUnprintable(pdfs, { items, reason });
      const issuing = await prepare();
      const noteId = await db.transaction(async (tx) => {
        const invoice = await lockInvoice(tx, id);
        const submissionKey = key && `${id}:${key}`;
        const known = submissionKey ? await noteUnder(tx, submissionKey) : undefined;
        const submissionDigest = key
          ? digestOf({ items, reason, ...(amount && { amount }) })
          : null;
        if (known) {
          rejectOtherSubmission(known.submissionDigest, submissionDigest);
          return known.id;
        }
        const crediting = { reason, author: nameOf(actor), submissionKey, submissionDigest };
        const { note } = amount
          ? await creditPart(tx, invoice, amount, crediting, issuing)
          : await creditItems(tx, invoice, items, crediting, issuing);
        await recordAudit(tx, actor, {
          action: 'invoice.credited',
          about: about(id),
          did: `credited the invoice ${invoice.number} by ${note.number}`,
          after: { reason },
        });
        return note.id;
      });
      mailer.sendSoon();
      cancelClosedSoon();
      return creditNote(noteId);
    },

    creditNote,

    ...createChecks(db, { settings, vatChecks }),
    ...createTransfers(db, { prepare, mailer, cancelClosedSoon, get }),
    ...createManualReminders(db, { prepare, mailer, get }),
    ...createVoiding(db, { prepare, mailer, cancelClosedSoon, get }),

    /** Revokes the private links that were sent. The next email contains a new link. */
    async revokeLink(actor: Actor, id: number): Promise<AdminInvoice> {
      await db.transaction(async (tx) => {
        const row = await lockInvoice(tx, id);
        await links.revoke(tx, 'invoice', id);
        await addDocumentEvent(tx, { invoiceId: id }, 'link_revoked', { author: nameOf(actor) });
        await recordAudit(tx, actor, {
          action: 'invoice.link_revoked',
          about: about(id),
          did: `revoked the link to the invoice ${row.number ?? ''}`,
        });
      });
      return get(id);
    },
  };
}

export type InvoicesAdmin = ReturnType<typeof createInvoicesAdmin>;
