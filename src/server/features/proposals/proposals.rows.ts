import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';

import { centsToAmount, formatCents } from '~/contract/common/currencies';
import { AppError } from '~/contract/common/errors';
import { totalsOf } from '~/contract/documents/money';
import type { ProposalContent } from '~/contract/proposals/proposal-content';
import { isOpenProposal, type ProposalStatus } from '~/contract/proposals/proposals';
import type {
  AdminProposalRow,
  ClientProposal,
  NextInvoice,
  OwnProposal,
  PaymentProgress,
  ProposalFields,
} from '~/contract/proposals/proposals-schema';
import type { AcceptanceRecord } from '~/server/features/documents/pdf/proposal-pdf';
import type { Database } from '~/server/platform/db/client';
import { proposalAcceptances, proposals } from '~/server/platform/db/schema/proposals';
import { presentContent } from './content';

export type ProposalRow = typeof proposals.$inferSelect;
export type AcceptanceRow = typeof proposalAcceptances.$inferSelect;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export const notFound = () => new AppError('NOT_FOUND', 'Proposal not found');

const iso = (at: Date | null) => at?.toISOString() ?? null;

/**
 * Returns the status on a day. An open proposal counts as expired from the day after its last valid day, even if the
 * job has not run yet.
 */
export function statusOn(
  today: string,
  { status, validUntil }: Pick<ProposalRow, 'status' | 'validUntil'>,
): ProposalStatus {
  return isOpenProposal(status) && today > validUntil ? 'expired' : status;
}

/** Columns that repeat parts of the content, for lists. */
export function columnsOf(content: ProposalContent, chosen?: readonly number[]) {
  const { title, client, currency, validUntil } = content;
  return {
    content,
    title,
    clientName: client.name,
    clientEmail: client.email,
    clientCompany: client.company ?? '',
    totalCents: totalsOf(content, currency, chosen).totalCents,
    currency,
    validUntil,
  };
}

/** True for drafts in the trash. */
export const isDeleted = isNotNull(proposals.deletedAt);
export const isNotDeleted = isNull(proposals.deletedAt);

/** Returns the lead of a proposal after a change. A quote replaces a message, and vice versa. */
export function leadOf(
  { leadId, messageId }: Pick<ProposalFields, 'leadId' | 'messageId'>,
  before: Pick<ProposalRow, 'quoteId' | 'messageId'>,
): Pick<ProposalRow, 'quoteId' | 'messageId'> {
  if (leadId) return { quoteId: leadId, messageId: null };
  if (messageId) return { quoteId: null, messageId };
  return {
    quoteId: leadId === null ? null : before.quoteId,
    messageId: messageId === null ? null : before.messageId,
  };
}

/** Returns a proposal. @throws NOT_FOUND, also for a draft in the trash */
export async function findProposal(db: Pick<Database, 'select'>, id: number): Promise<ProposalRow> {
  const [row] = await db
    .select()
    .from(proposals)
    .where(and(eq(proposals.id, id), isNotDeleted));
  if (!row) throw notFound();
  return row;
}

export async function lockProposal(tx: Transaction, id: number): Promise<ProposalRow> {
  const [row] = await tx
    .select()
    .from(proposals)
    .where(and(eq(proposals.id, id), isNotDeleted))
    .for('update');
  if (!row) throw notFound();
  return row;
}

export async function acceptanceOf(
  db: Pick<Database, 'select'>,
  proposalId: number,
): Promise<AcceptanceRow | undefined> {
  const [row] = await db
    .select()
    .from(proposalAcceptances)
    .where(eq(proposalAcceptances.proposalId, proposalId));
  return row;
}

export const newestFirst = [desc(proposals.createdAt), desc(proposals.id)] as const;

function toAcceptance(row: AcceptanceRow) {
  const { name, acceptedAt, contentHash, version, optionalItems } = row;
  return { name, acceptedAt: acceptedAt.toISOString(), contentHash, version, optionalItems };
}

/** Returns the record of acceptance, with fields that only the document shows. */
export const toAcceptanceRecord = (row: AcceptanceRow): AcceptanceRecord => {
  const { ip, userAgent, signedInAs } = row;
  return { ...toAcceptance(row), ip, userAgent, signedInAs };
};

export function toClientProposal(
  row: ProposalRow,
  acceptance: AcceptanceRow | undefined,
  today: string,
  paying: { nextInvoice: NextInvoice | null; progress: PaymentProgress | null },
): Omit<ClientProposal, 'messages' | 'asksFor'> {
  return {
    ...presentContent({ ...row, status: statusOn(today, row) }, acceptance?.optionalItems),
    sentAt: iso(row.sentAt),
    decidedAt: iso(row.decidedAt),
    acceptance: acceptance ? toAcceptance(acceptance) : null,
    ...paying,
  };
}

export function toOwnProposal(row: ProposalRow, today: string): OwnProposal {
  const { id, number, title, currency, validUntil } = row;
  return {
    id,
    number,
    status: statusOn(today, row),
    title,
    total: centsToAmount(row.totalCents, currency),
    currency,
    validUntil,
    sentAt: iso(row.sentAt),
  };
}

export function toAdminRow(row: ProposalRow, today: string): AdminProposalRow {
  return {
    ...toOwnProposal(row, today),
    leadId: row.quoteId,
    messageId: row.messageId,
    clientId: row.userId,
    clientName: row.clientName,
    clientEmail: row.clientEmail,
    client_name: row.clientName,
    client_email: row.clientEmail,
    version: row.version,
    requestId: row.requestId,
    viewedAt: iso(row.viewedAt),
    decidedAt: iso(row.decidedAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Returns the recipients of copies, each once. The client is excluded, because they get the email itself. */
export function copiesOf(copyTo: readonly string[], clientEmail: string): string[] {
  const known = new Set([clientEmail.toLowerCase()]);
  return copyTo.filter((one) => {
    const key = one.toLowerCase();
    return !known.has(key) && known.add(key);
  });
}

/** Returns the data of a proposal for emails. */
export const mailedProposal = (row: ProposalRow) => ({
  ...row,
  total: formatCents(row.totalCents, row.currency),
});
