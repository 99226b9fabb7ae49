import { and, asc, eq, gte, sql } from 'drizzle-orm';

import { centsToAmount } from '~/contract/common/currencies';
import { AppError, changedMeanwhile } from '~/contract/common/errors';
import type { Page } from '~/contract/common/paging';
import { missingOfSeller } from '~/contract/documents/billing-address';
import { normalRate } from '~/contract/documents/money';
import type { TaxProposal } from '~/contract/documents/tax';
import { isOpenProposal, proposalNumber } from '~/contract/proposals/proposals';
import type {
  AdminProposal,
  AdminProposalRow,
  NewProposal,
  ProposalFields,
  ProposalsList,
  ShownProposal,
} from '~/contract/proposals/proposals-schema';
import {
  moveProposal,
  openConversation,
} from '~/server/features/conversations/conversations.service';
import { findClient } from '~/server/features/documents/clients';
import {
  type DocumentContext,
  type DocumentSettings,
  readDocumentContext,
} from '~/server/features/documents/context';
import { addDocumentEvent, documentEventsOf } from '~/server/features/documents/events';
import type { DocumentLinks } from '~/server/features/documents/links';
import { takePosition } from '~/server/features/documents/numbers';
import type { Pdfs } from '~/server/features/documents/pdf/pdfs';
import { differingColumns, followingRecords } from '~/server/features/documents/record-changes';
import { itemDefaultsOf } from '~/server/features/documents/tax-defaults';
import { rejectUnprintable } from '~/server/features/documents/unprintable';
import { keepFromNewAddress } from '~/server/features/request-threads/readdressed';
import type { VatChecks } from '~/server/features/vat-numbers/vat-checks.service';
import { type Actor, nameOf, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { holds, orderOf, paginate } from '~/server/platform/db/paging';
import { invoices } from '~/server/platform/db/schema/invoices';
import { proposals, proposalVersions } from '~/server/platform/db/schema/proposals';
import type { Mailer } from '~/server/platform/mail/mailer';
import { addresseeOf, isReaddressed } from './addressee';
import { type Addressed, addressedAfter, addressedOf, clientOfLead, currentClient } from './client';
import { changeContent, emptyContent, isSame, presentContent, rejectIncomplete } from './content';
import { fieldsOfMessage, fieldsOfQuote, suggestItems } from './prefill';
import {
  acceptanceOf,
  columnsOf,
  findProposal,
  isDeleted,
  isNotDeleted,
  leadOf,
  lockProposal,
  type ProposalRow,
  statusOn,
  type Transaction,
  toAcceptanceRecord,
  toAdminRow,
} from './proposals.rows';
import { addVersion, createProposalSending, revokeLinks } from './sending';
import { currentProposal, taxedBuyerOf, taxedContent, taxOfProposal } from './tax';
import { contentOfTemplate } from './templates';
import { createDraftTrash } from './trash';
import { waitingOn } from './waiting';

const sorts = {
  createdAt: proposals.createdAt,
  number: proposals.id,
  title: proposals.title,
  client: proposals.clientName,
  status: proposals.status,
  total: proposals.totalCents,
};

/** Proposals as admins write and send them. */
export function createProposalsAdmin(
  db: Database,
  options: {
    settings: DocumentSettings;
    mailer: Mailer;
    links: DocumentLinks;
    vatChecks: Pick<VatChecks, 'of'>;
    pdfs: Pick<Pdfs, 'unprintable'>;
  },
) {
  const { settings, links, vatChecks, pdfs } = options;

  const draftsQuery = sql`select user_id, company_id, client_email from proposals where status = 'draft'`;
  /** Updates the stored clients and totals of drafts, so that lists show the same values as the opened drafts. */
  const followDrafts = followingRecords(db, draftsQuery, async (changedSince) => {
    const context = await readDocumentContext(settings);
    const isDraft = eq(proposals.status, 'draft');
    const drafts = await db
      .select()
      .from(proposals)
      .where(and(isDraft, gte(proposals.updatedAt, changedSince)));
    for (const stored of drafts) {
      const now = await currentProposal(db, stored, context);
      const changes = differingColumns(stored, now, [
        'clientName',
        'clientCompany',
        'clientOverrides',
        'totalCents',
      ]);
      if (!changes) continue;
      // Skips a proposal that was saved while this call ran. The next call handles it.
      const isSeen = sql`${proposals.clientOverrides} = ${JSON.stringify(stored.clientOverrides)}::jsonb`;
      await db
        .update(proposals)
        .set(changes)
        .where(and(isDraft, eq(proposals.id, stored.id), isSeen));
    }
  });

  async function get(id: number): Promise<AdminProposal> {
    const stored = await findProposal(db, id);
    const [context, acceptance, versions, made, timeline] = await Promise.all([
      readDocumentContext(settings),
      acceptanceOf(db, id),
      db
        .select()
        .from(proposalVersions)
        .where(eq(proposalVersions.proposalId, id))
        .orderBy(asc(proposalVersions.version)),
      db
        .select()
        .from(invoices)
        .where(eq(invoices.proposalId, id))
        .orderBy(asc(invoices.proposalPart)),
      documentEventsOf(db, { proposalId: id }),
    ]);
    const row = await currentProposal(db, stored, context);
    const status = statusOn(context.today, row);
    return {
      ...toAdminRow(row, context.today),
      ...presentContent({ ...row, status }, acceptance?.optionalItems),
      declineReason: row.declineReason,
      proposedTax: row.taxProposed,
      acceptance: acceptance ? toAcceptanceRecord(acceptance) : null,
      versions: versions.map(({ version, contentHash, author, createdAt }) => ({
        version,
        contentHash,
        by: author,
        createdAt: createdAt.toISOString(),
      })),
      invoices: made.map((one) => ({
        id: one.id,
        number: one.number,
        status: one.status,
        total: centsToAmount(one.totalCents, one.currency),
      })),
      timeline,
    };
  }

  /** Returns the data with which a proposal is prefilled from a lead or a client. */
  async function filledIn(
    tx: Transaction,
    given: NewProposal,
    currency: string,
  ): Promise<ProposalFields> {
    const { clientId, templateId, messageId, ...fields } = given;
    const ofLead = fields.leadId
      ? await fieldsOfQuote(tx, fields.leadId, currency)
      : messageId && (await fieldsOfMessage(tx, messageId, currency));
    if (ofLead) {
      const client = ofLead.client && (await clientOfLead(tx, ofLead.client));
      return { ...(templateId ? {} : ofLead), ...(client && { client }), ...fields };
    }
    if (!clientId) return fields;
    const { email } = await findClient(tx, clientId);
    return { client: { name: '', email }, ...fields };
  }

  /** Returns the proposed tax for a client, including a VAT number check. Must be called before a transaction starts. */
  async function checkedTax(context: DocumentContext, addressed: Addressed): Promise<TaxProposal> {
    await vatChecks.of(await taxedBuyerOf(db, addressed));
    return taxOfProposal(db, context, addressed);
  }

  async function insert(
    tx: Transaction,
    actor: Actor,
    values: Pick<
      ProposalRow,
      'content' | 'clientOverrides' | 'quoteId' | 'messageId' | 'taxProposed'
    >,
    did: string,
    before?: ProposalRow,
  ): Promise<number> {
    const { content, ...origin } = values;
    const addressee = await addresseeOf(tx, content, before);
    const number = proposalNumber(await takePosition(tx, 'proposal'));
    const [row] = await tx
      .insert(proposals)
      .values({ ...columnsOf(content), number, ...addressee, ...origin })
      .returning({ id: proposals.id });
    if (!row) throw new Error('a proposal was not stored');
    await openConversation(tx, { kind: 'proposal', id: row.id });
    await addDocumentEvent(tx, { proposalId: row.id }, 'created', { author: nameOf(actor) });
    await recordAudit(tx, actor, {
      action: 'proposal.created',
      about: `proposal:${row.id}`,
      did: `${did} ${number}`,
    });
    return row.id;
  }

  return {
    get,
    ...createDraftTrash(db),
    ...createProposalSending(db, options, get),

    async search(request: ProposalsList): Promise<Page<AdminProposalRow>> {
      const { leadId, messageId, clientId, requestId } = request;
      await followDrafts();
      const { today } = await readDocumentContext(settings);
      const page = await paginate(db, request, {
        table: proposals,
        status: sql<string>`case when ${proposals.status} in ('sent', 'viewed') and ${proposals.validUntil} < ${today}
          then 'expired' else ${proposals.status}::text end`,
        also: { waiting: waitingOn(today), deleted: sql`(${isDeleted})` },
        matching: and(
          request.status === 'deleted' ? undefined : isNotDeleted,
          holds(proposals.searchText, request.search),
          leadId ? eq(proposals.quoteId, leadId) : undefined,
          messageId ? eq(proposals.messageId, messageId) : undefined,
          clientId ? eq(proposals.userId, clientId) : undefined,
          requestId ? eq(proposals.requestId, requestId) : undefined,
        ),
        select: async ({ where, limit, offset }) =>
          db
            .select()
            .from(proposals)
            .where(where)
            .orderBy(...orderOf(request.sort, sorts, proposals.id))
            .limit(limit)
            .offset(offset),
      });
      return { ...page, rows: page.rows.map((row) => toAdminRow(row, today)) };
    },

    async create(actor: Actor, given: NewProposal): Promise<AdminProposal> {
      await rejectUnprintable(pdfs, given);
      const context = await readDocumentContext(settings);
      const id = await db.transaction(async (tx) => {
        const filled = await filledIn(tx, given, context.currency);
        const isOther = given.currency !== undefined && given.currency !== context.currency;
        // Omits prices if the proposal has another currency, because prices of services are in the agency's currency.
        const fields =
          isOther && !given.items
            ? { ...filled, items: filled.items?.map((item) => ({ ...item, unitPrice: '0' })) }
            : filled;
        const template = given.templateId && (await contentOfTemplate(tx, given.templateId));
        const empty = emptyContent(context);
        const addressed = await addressedAfter(
          tx,
          {
            ...{ status: 'draft', userId: null, companyId: null },
            ...{ content: empty, clientOverrides: {} },
          },
          fields.client,
        );
        const { client, clientOverrides } = await currentClient(tx, addressed);
        const taxProposed = await taxOfProposal(tx, context, addressed);
        // Items of a template get the domestic tax, because a template has no client.
        const atHome = itemDefaultsOf(context, empty.currency).proposed;
        const start = taxedContent({ ...empty, ...template }, atHome, taxProposed);
        const content = changeContent(start, { ...fields, client }, context, taxProposed);
        const origin = {
          clientOverrides,
          taxProposed,
          quoteId: given.leadId ?? null,
          messageId: given.messageId ?? null,
        };
        return insert(tx, actor, { content, ...origin }, 'created the proposal');
      });
      return get(id);
    },

    /** Changes a draft, or creates a new version of a sent proposal. A change without effect creates no version. */
    async update(
      actor: Actor,
      id: number,
      fields: ProposalFields,
      expectedUpdatedAt: string | undefined,
    ): Promise<AdminProposal> {
      await rejectUnprintable(pdfs, fields);
      const context = await readDocumentContext(settings);
      const opened = await findProposal(db, id);
      await checkedTax(context, await addressedAfter(db, opened, fields.client));
      await db.transaction(async (tx) => {
        const before = await lockProposal(tx, id);
        if (expectedUpdatedAt && before.updatedAt.toISOString() !== expectedUpdatedAt) {
          throw new AppError('CONFLICT', changedMeanwhile);
        }
        const isDraft = before.status === 'draft';
        const status = statusOn(context.today, before);
        if (!isDraft && !isOpenProposal(status)) {
          throw new AppError('CONFLICT', `This proposal is ${status} and cannot be changed`);
        }
        const addressed = await addressedAfter(tx, before, fields.client);
        const { client, clientOverrides } = await currentClient(tx, addressed);
        const taxProposed = await taxOfProposal(tx, context, addressed);
        const start = taxedContent(before.content, before.taxProposed, taxProposed);
        const content = changeContent(start, { ...fields, client }, context, taxProposed);
        if (!isDraft) rejectIncomplete(content, context.today);
        const lead = leadOf(fields, before);
        const isSameLead = lead.quoteId === before.quoteId && lead.messageId === before.messageId;
        const { seller, client: shown } = before.content;
        const unfollowed = { ...content, seller, client: fields.client ? client : shown };
        const isUnchanged = isSame(unfollowed, before.content);
        const isSameClient =
          JSON.stringify(clientOverrides) === JSON.stringify(before.clientOverrides);
        if (isUnchanged && isSameLead && isSameClient) return;
        const [after] = await tx
          .update(proposals)
          .set({
            ...columnsOf(content),
            clientOverrides,
            taxProposed,
            ...(await addresseeOf(tx, content, before)),
            ...lead,
            updatedAt: new Date(),
            ...(!isDraft && !isUnchanged && { version: before.version + 1, status: 'sent' }),
          })
          .where(eq(proposals.id, id))
          .returning();
        if (!after) return;
        if (!isSameLead) await moveProposal(tx, id);
        if (isReaddressed(content, before)) await keepFromNewAddress(tx, { kind: 'proposal', id });
        if (isDraft || isUnchanged) return;
        // Revokes the links, because those sent to the previous address must not open the new client's proposal.
        if (isReaddressed(content, before)) await revokeLinks(links, tx, actor, id);
        await addVersion(tx, actor, after);
        await addDocumentEvent(tx, { proposalId: id }, 'changed', {
          text: `Version ${after.version}`,
          author: nameOf(actor),
        });
        await recordAudit(tx, actor, {
          action: 'proposal.changed',
          about: `proposal:${id}`,
          did: `made version ${after.version} of the proposal ${after.number}`,
        });
      });
      return get(id);
    },

    /** Creates a draft with the content of a proposal in any status. */
    async duplicate(actor: Actor, id: number): Promise<AdminProposal> {
      const context = await readDocumentContext(settings);
      const copyId = await db.transaction(async (tx) => {
        const original = await lockProposal(tx, id);
        const { content, number, clientEmail, companyId, taxProposed } = original;
        const { validUntil } = emptyContent(context);
        // Uses the client's current data, because it may have changed since.
        const { client, clientOverrides } = await currentClient(tx, {
          ...addressedOf(original),
          client: { ...content.client, email: clientEmail },
        });
        const copy = { ...content, client, seller: context.seller, validUntil };
        const values = {
          ...{ content: copy, clientOverrides, taxProposed },
          ...{ quoteId: null, messageId: null },
        };
        // The copy belongs to the same company, even if the owner of the original has left it.
        const before = companyId === null ? undefined : { ...original, content: copy };
        return insert(tx, actor, values, `copied the proposal ${number} to`, before);
      });
      return get(copyId);
    },

    /** Previews a change without saving it. */
    async preview(id: number, fields: ProposalFields): Promise<ShownProposal> {
      const context = await readDocumentContext(settings);
      const row = await findProposal(db, id);
      const addressed = await addressedAfter(db, row, fields.client);
      const { client } = await currentClient(db, addressed);
      const proposed = await checkedTax(context, addressed);
      const start = taxedContent(row.content, row.taxProposed, proposed);
      const content = changeContent(start, { ...fields, client }, context, proposed);
      return presentContent({ ...row, content });
    },

    /** Returns an earlier version as it was shown to the client. */
    async version(id: number, version: number): Promise<ShownProposal> {
      const [found] = await db
        .select({ proposal: proposals, content: proposalVersions.content })
        .from(proposalVersions)
        .innerJoin(proposals, eq(proposals.id, proposalVersions.proposalId))
        .where(and(eq(proposalVersions.proposalId, id), eq(proposalVersions.version, version)));
      if (!found) throw new AppError('NOT_FOUND', 'Version not found');
      return presentContent({ ...found.proposal, version, content: found.content });
    },

    async itemDefaults() {
      const { tax, seller, sales, currency } = await readDocumentContext(settings);
      const { scheme, standardRate } = tax;
      const { taxRate } = itemDefaultsOf({ tax, seller }, currency).proposed;
      return {
        taxRate: normalRate(taxRate),
        currency,
        seller: {
          scheme,
          standardRate: normalRate(standardRate),
          country: seller.country,
          paymentDays: sales.paymentDays,
          lacks: missingOfSeller(seller, tax),
        },
      };
    },

    /** Returns the proposed tax for the client of a proposal, and the reason. */
    async tax({ id, client }: { id: number; client: Addressed['client'] }): Promise<TaxProposal> {
      const [context, row] = await Promise.all([
        readDocumentContext(settings),
        findProposal(db, id),
      ]);
      const { country, ...withoutCountry } = client;
      const isOther = client.email.toLowerCase() !== row.content.client.email.toLowerCase();
      // The form does not know the country of the other client yet.
      const given = isOther && !country ? withoutCountry : client;
      return checkedTax(context, await addressedAfter(db, row, given));
    },

    suggestions: (search: string) => suggestItems(db, settings, search),
  };
}

export type ProposalsAdmin = ReturnType<typeof createProposalsAdmin>;
