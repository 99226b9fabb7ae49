import { and, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm';

import { centsToAmount, formatAmount } from '~/contract/common/currencies';
import { AppError } from '~/contract/common/errors';
import { listMax } from '~/contract/common/limits';
import type { LinkedMessage } from '~/contract/conversations/conversations-schema';
import { normalRate, presentTotals, totalsOf } from '~/contract/documents/money';
import type { SignedInCaller } from '~/contract/identity/api-keys';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { ProposalContent } from '~/contract/proposals/proposal-content';
import { isOpenProposal } from '~/contract/proposals/proposals';
import type {
  AcceptanceFields,
  BilledProposal,
  BilledTotals,
  ClientProposal,
  OwnProposal,
} from '~/contract/proposals/proposals-schema';
import {
  fillRecord,
  overridesOf,
  withOverrides,
} from '~/server/features/companies/billing-profile';
import { isInvoiceOf, isProposalOf } from '~/server/features/companies/ownership';
import type {
  LinkedConversation,
  LinkedText,
} from '~/server/features/conversations/linked-conversation';
import { fullName } from '~/server/features/documents/clients';
import { type DocumentSettings, readDocumentContext } from '~/server/features/documents/context';
import { addDocumentEvent } from '~/server/features/documents/events';
import { checkSelection } from '~/server/features/documents/items';
import { type DocumentLinks, isLiveLink } from '~/server/features/documents/links';
import type { DocumentFile, Pdfs } from '~/server/features/documents/pdf/pdfs';
import { itemDefaultsOf } from '~/server/features/documents/tax-defaults';
import { isLiveSession } from '~/server/features/identity/live-session';
import { type Issuing, invoiceProposal } from '~/server/features/invoices/issue';
import { noteProposalAccepted } from '~/server/features/leads/statuses';
import type { VatChecks } from '~/server/features/vat-numbers/vat-checks.service';
import { recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { proposalAcceptances, proposals } from '~/server/platform/db/schema/proposals';
import type { Mailer } from '~/server/platform/mail/mailer';
import { acceptingClients } from './addressee';
import { overridesTo } from './client';
import { hashOf, presentContent } from './content';
import { proposalEmails } from './emails';
import { emitProposal } from './emit-proposal';
import { nextInvoiceOf, progressOf } from './next-invoice';
import {
  acceptanceOf,
  columnsOf,
  findProposal,
  lockProposal,
  mailedProposal,
  newestFirst,
  notFound,
  type ProposalRow,
  statusOn,
  type Transaction,
  toAcceptanceRecord,
  toClientProposal,
  toOwnProposal,
} from './proposals.rows';
import { requestOf } from './request';
import { billedBuyerOf, billingAskedFor, currentProposal, taxedContent, taxOfBuyer } from './tax';

type Client = Pick<CurrentUser, 'id' | 'email'>;

/** Origin of an acceptance, to be recorded with it. */
export interface Signer {
  ip: string;
  userAgent: string;
  /** Email of the signed-in account; empty if nobody was signed in. */
  signedInAs: string;
}

const userAgentMax = 500;

/** Returns a note for the history if the signed-in person differs from the recipient of the proposal. */
const otherAccountOf = ({ signedInAs }: Signer, { clientEmail }: ProposalRow): string =>
  signedInAs && signedInAs.toLowerCase() !== clientEmail.toLowerCase()
    ? `, signed in as ${signedInAs}`
    : '';

/** True for proposals that a client can accept: as the recipient, or as a manager of the company. */
const isDecidedBy = ({ id, email }: Client) =>
  or(
    eq(proposals.userId, id),
    eq(sql`lower(${proposals.clientEmail})`, email.toLowerCase()),
    sql`${proposals.companyId} = (select manager.company_id from users manager
      where manager.id = ${id} and manager.is_company_manager)`,
  );

const isAddressee = (client: Client, row: ProposalRow): boolean =>
  row.userId === client.id || row.clientEmail.toLowerCase() === client.email.toLowerCase();

const changedSince = () =>
  new AppError(
    'CONFLICT',
    'This proposal was changed after you opened it. Please read the new version.',
  );

const changedTotal = (total: string) =>
  new AppError('CONFLICT', `The total is ${total} by now. Please check it, then accept again.`);

/** Checks that a proposal can still be accepted or declined. @throws CONFLICT with the reason if not */
function rejectDecided(status: ProposalRow['status']): void {
  if (isOpenProposal(status)) return;
  const words: Partial<Record<ProposalRow['status'], string>> = {
    accepted: 'This proposal was already accepted',
    declined: 'This proposal was already declined',
    expired: 'This proposal is no longer valid. Please ask us for a new one',
    withdrawn: 'This proposal was withdrawn. Please ask us for a new one',
  };
  throw new AppError('CONFLICT', words[status] ?? 'This proposal has not been sent yet');
}

/** Proposals as clients read and decide them. */
export function createProposals(
  db: Database,
  options: {
    settings: DocumentSettings;
    mailer: Mailer;
    links: DocumentLinks;
    pdfs: Pdfs;
    conversation: Pick<LinkedConversation, 'write' | 'ofProposal' | 'ofOwnProposal'>;
    vatChecks: Pick<VatChecks, 'of'>;
    /** Reads the data that is required for issuing invoices. */
    prepareInvoices(): Promise<Issuing>;
  },
) {
  const { settings, mailer, links, pdfs, conversation, vatChecks, prepareInvoices } = options;

  /**
   * Returns a proposal as its client reads it.
   *
   * @param right condition under which the reader may have the link of the next invoice
   */
  async function present(row: ProposalRow, right: SQL | undefined): Promise<ClientProposal> {
    const context = await readDocumentContext(settings);
    const { today } = context;
    const [asksFor, acceptance, nextInvoice, progress, messages] = await Promise.all([
      isOpenProposal(row.status) ? billingAskedFor(db, context, row) : [],
      acceptanceOf(db, row.id),
      row.status === 'accepted' ? nextInvoiceOf(db, links, row, right) : null,
      row.status === 'accepted' ? progressOf(db, row, context) : null,
      conversation.ofProposal(row.id),
    ]);
    return {
      ...toClientProposal(row, acceptance, today, { nextInvoice, progress }),
      asksFor,
      messages,
    };
  }

  async function linked(token: string): Promise<ProposalRow> {
    const id = await links.find('proposal', token);
    const [row] =
      id === undefined ? [] : await db.select().from(proposals).where(eq(proposals.id, id));
    if (!row || row.status === 'draft') throw notFound();
    return row;
  }

  /** Locks a proposal, and checks that its link was not revoked in the meantime. */
  async function lockLinked(tx: Transaction, token: string, id: number): Promise<ProposalRow> {
    const row = await lockProposal(tx, id);
    if ((await links.find('proposal', token, tx)) === undefined) throw notFound();
    return row;
  }

  const presentAt = async (token: string) => present(await linked(token), isLiveLink(token));

  /** Records that a version was viewed for the first time. */
  async function markViewed({ id }: ProposalRow): Promise<void> {
    await db.transaction(async (tx) => {
      const [viewed] = await tx
        .update(proposals)
        .set({ status: 'viewed', viewedAt: sql`coalesce(${proposals.viewedAt}, now())` })
        .where(and(eq(proposals.id, id), eq(proposals.status, 'sent')))
        .returning({ id: proposals.id });
      if (!viewed) return;
      await addDocumentEvent(tx, { proposalId: id }, 'viewed');
      await emitProposal(tx, 'proposal.viewed', id);
    });
  }

  async function pdfOf(row: ProposalRow): Promise<DocumentFile> {
    const acceptance = await acceptanceOf(db, row.id);
    return pdfs.proposal(
      presentContent(row, acceptance?.optionalItems),
      acceptance && toAcceptanceRecord(acceptance),
    );
  }

  async function own(client: Client, id: number): Promise<ProposalRow> {
    const [row] = await db
      .select()
      .from(proposals)
      .where(and(eq(proposals.id, id), isProposalOf(client)));
    if (!row) throw notFound();
    return row;
  }

  return {
    /** Returns the PDF of the current version, with the record of its acceptance. */
    pdf: async (client: Client, id: number): Promise<DocumentFile> => pdfOf(await own(client, id)),
    pdfByLink: async (token: string): Promise<DocumentFile> => pdfOf(await linked(token)),
    /** Returns the PDF of any proposal, for admins. */
    async pdfOfAny(id: number): Promise<DocumentFile> {
      const row = await findProposal(db, id);
      return pdfOf(await currentProposal(db, row, await readDocumentContext(settings)));
    },

    /** Returns the sent proposals of a client, newest first. */
    async mine(client: Client): Promise<OwnProposal[]> {
      const { today } = await readDocumentContext(settings);
      const rows = await db
        .select()
        .from(proposals)
        .where(isProposalOf(client))
        .orderBy(...newestFirst)
        .limit(listMax);
      return rows.map((row) => toOwnProposal(row, today));
    },

    async get(client: SignedInCaller, id: number) {
      const row = await own(client, id);
      const isLive = isLiveSession(client);
      const shown = await present(row, and(isInvoiceOf(client), isLive));
      const mayDecide = and(isProposalOf(client), isDecidedBy(client), isLive);
      const url = isOpenProposal(shown.status)
        ? await links.readableUrl('proposal', id, mayDecide, { orNew: true })
        : null;
      return {
        ...shown,
        id,
        requestId: row.requestId,
        url,
        messages: await conversation.ofOwnProposal(client, row),
      };
    },

    /** Returns a proposal by its private link. @param isAdmin true for an admin, whose view does not count as the client's */
    async byLink(token: string, { isAdmin }: { isAdmin: boolean }): Promise<ClientProposal> {
      const row = await linked(token);
      if (row.status !== 'sent' || isAdmin) return present(row, isLiveLink(token));
      await markViewed(row);
      return presentAt(token);
    },

    /**
     * Accepts a proposal once; a repeated call returns the first result. A single transaction records who accepted
     * exactly which content, and creates the client, the request and the invoices of the payment schedule.
     */
    async accept(fields: AcceptanceFields, signer: Signer): Promise<ClientProposal> {
      const opened = await linked(fields.token);
      const { id } = opened;
      const issuing = await prepareInvoices();
      // Requests today's check of the VAT number, which is used if the service responds.
      await vatChecks.of(await billedBuyerOf(db, opened, fields.billing));
      const { today } = issuing.context;
      const emails = proposalEmails(await mailer.open());
      await db.transaction(async (tx) => {
        const row = await lockLinked(tx, fields.token, id);
        if (row.status === 'accepted') return;
        rejectDecided(statusOn(today, row));
        const { content, number } = row;
        const contentHash = hashOf(number, content);
        if (contentHash !== fields.contentHash) throw changedSince();
        const chosen = [...new Set(fields.optionalItems)].sort((a, b) => a - b);
        checkSelection(content.items, chosen);
        const accepting = await acceptingClients(tx, row);
        const { payerId: userId, companyId } = accepting;
        const given = { ...row.clientOverrides, ...fields.billing };
        const owner = { userId, companyId };
        const known = await fillRecord(tx, 'system', owner, given, `the proposal ${number}`);
        const buyerOverrides = overridesOf(known, given);
        const tax = await taxOfBuyer(tx, issuing.context, withOverrides(known, buyerOverrides));
        const taxed = taxedContent(content, row.taxProposed, tax);
        // The client accepts the content with the tax that results from the entered billing data, if the client has
        // seen this tax.
        const totalOf = (one: ProposalContent) => totalsOf(one, row.currency, chosen).totalCents;
        const isSeen = fields.total !== undefined || totalOf(taxed) <= totalOf(content);
        const agreed = fields.billing && isSeen ? taxed : content;
        const total = centsToAmount(totalOf(agreed), row.currency);
        if (fields.total !== undefined && fields.total !== total)
          throw changedTotal(formatAmount(total, row.currency));
        const requestId = await requestOf(tx, { ...row, content: agreed }, accepting, chosen);
        const acceptedAt = new Date();
        await tx.insert(proposalAcceptances).values({
          proposalId: id,
          version: row.version,
          name: fields.name,
          ip: signer.ip,
          userAgent: signer.userAgent.slice(0, userAgentMax),
          signedInAs: signer.signedInAs,
          contentHash: hashOf(number, agreed),
          optionalItems: chosen,
          acceptedAt,
        });
        const [accepted] = await tx
          .update(proposals)
          .set({
            ...columnsOf(agreed, chosen),
            ...(fields.billing && { taxProposed: tax }),
            clientEmail: row.clientEmail,
            clientOverrides: overridesTo(known, row.clientOverrides),
            status: 'accepted',
            userId,
            companyId,
            requestId,
            viewedAt: row.viewedAt ?? acceptedAt,
            decidedAt: acceptedAt,
            updatedAt: acceptedAt,
          })
          .where(eq(proposals.id, id))
          .returning();
        if (!accepted) throw notFound();
        await addDocumentEvent(tx, { proposalId: id }, 'accepted', { text: fields.name });
        await emitProposal(tx, 'proposal.accepted', id);
        await recordAudit(tx, 'system', {
          action: 'proposal.accepted',
          about: `proposal:${id}`,
          did: `recorded that ${fields.name} accepted the proposal ${number}${otherAccountOf(signer, row)}`,
        });
        await noteProposalAccepted(tx, row, number);
        const link = await links.mailed(tx, 'proposal', id);
        await emails.accepted(tx, mailedProposal(accepted), link, fields);
        // Uses the accepted content if the tax now makes the total higher. The drafts are then held.
        const isDearer = totalOf(taxed) > totalOf(agreed);
        const made = {
          proposalId: id,
          number,
          content: isDearer ? agreed : taxed,
          taxProposed: isDearer ? row.taxProposed : tax,
          buyer: withOverrides(known, buyerOverrides),
          buyerOverrides,
          chosen,
          userId,
          companyId,
          requestId,
        };
        await invoiceProposal(tx, made, issuing);
      });
      mailer.sendSoon();
      return presentAt(fields.token);
    },

    /** Returns the totals for the entered billing data, and the reason for the tax. */
    async billed({ token, optionalItems, billing }: BilledProposal): Promise<BilledTotals> {
      const row = await linked(token);
      const context = await readDocumentContext(settings);
      const buyer = await billedBuyerOf(db, row, billing);
      const check = await vatChecks.of(buyer);
      const { proposed: tax } = itemDefaultsOf(context, row.currency, buyer, check?.status);
      const content = taxedContent(row.content, row.taxProposed, tax);
      const totals = totalsOf(content, row.currency, optionalItems);
      return {
        tax: { ...tax, taxRate: normalRate(tax.taxRate) },
        totals: presentTotals(totals, row.currency),
        total: centsToAmount(totals.totalCents, row.currency),
      };
    },

    async decline(token: string, reason = ''): Promise<ClientProposal> {
      const { id } = await linked(token);
      const { today } = await readDocumentContext(settings);
      const emails = proposalEmails(await mailer.open());
      await db.transaction(async (tx) => {
        const row = await lockLinked(tx, token, id);
        if (row.status === 'declined') return;
        rejectDecided(statusOn(today, row));
        await tx
          .update(proposals)
          .set({
            status: 'declined',
            declineReason: reason,
            decidedAt: new Date(),
            updatedAt: new Date(),
          })
          .where(eq(proposals.id, id));
        await addDocumentEvent(tx, { proposalId: id }, 'declined', { text: reason });
        await emitProposal(tx, 'proposal.declined', id);
        await recordAudit(tx, 'system', {
          action: 'proposal.declined',
          about: `proposal:${id}`,
          did: `recorded that the proposal ${row.number} was declined`,
        });
        await emails.declined(tx, mailedProposal(row), reason);
      });
      mailer.sendSoon();
      return presentAt(token);
    },

    /**
     * Stores a question written at the private link.
     *
     * @param user the signed-in user: a colleague of the recipient writes in their own name
     * @returns the conversation afterwards
     */
    async ask(
      { token, ...message }: LinkedText & { token: string },
      user: CurrentUser | null,
    ): Promise<LinkedMessage[]> {
      const row = await linked(token);
      const { id } = row;
      const name = user && !isAddressee(user, row) ? fullName(user) || user.email : undefined;
      await conversation.write({ kind: 'proposal', id }, { ...message, name });
      return conversation.ofProposal(id);
    },

    /** Stores a question of a signed-in client who can see the proposal, in their own name. */
    async askAsClient(
      client: Client & Pick<CurrentUser, 'firstName' | 'lastName'>,
      { id, ...message }: LinkedText & { id: number },
    ): Promise<LinkedMessage[]> {
      const row = await own(client, id);
      const name = fullName(client) || client.email;
      await conversation.write({ kind: 'proposal', id }, { ...message, name });
      return conversation.ofOwnProposal(client, row);
    },

    /**
     * Marks open proposals as expired from the day after their last valid day, by the agency's date.
     *
     * @returns the result as text
     */
    async expire(now = new Date()): Promise<string> {
      const { today } = await readDocumentContext(settings, now);
      const expired = await db.transaction(async (tx) => {
        const rows = await tx
          .update(proposals)
          .set({ status: 'expired', decidedAt: now, updatedAt: now })
          .where(
            and(inArray(proposals.status, ['sent', 'viewed']), lt(proposals.validUntil, today)),
          )
          .returning({ id: proposals.id });
        for (const { id } of rows) {
          await addDocumentEvent(tx, { proposalId: id }, 'expired');
          await emitProposal(tx, 'proposal.expired', id);
        }
        return rows.length;
      });
      return expired > 0 ? `${expired} proposals expired.` : '';
    },
  };
}

export type Proposals = ReturnType<typeof createProposals>;
