import { and, desc, eq, or, sql } from 'drizzle-orm';

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

/** An open proposal counts as expired from the day after its last one, also before the job has said so. */
export function statusOn(
  today: string,
  { status, validUntil }: Pick<ProposalRow, 'status' | 'validUntil'>,
): ProposalStatus {
  return isOpenProposal(status) && today > validUntil ? 'expired' : status;
}

/** The columns that repeat parts of the content, for lists. */
export function columnsOf(content: ProposalContent, chosen: readonly number[] = []) {
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

export async function lockProposal(tx: Transaction, id: number): Promise<ProposalRow> {
  const [row] = await tx.select().from(proposals).where(eq(proposals.id, id)).for('update');
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

/** Proposals that were sent to a client: by account, or with the client's verified email. */
export const isOwn = (client: { id: string; email: string }) =>
  and(
    sql`${proposals.status} <> 'draft'`,
    or(
      eq(proposals.userId, client.id),
      and(
        sql`${proposals.userId} is null`,
        eq(sql`lower(${proposals.clientEmail})`, client.email.toLowerCase()),
      ),
    ),
  );

export const newestFirst = [desc(proposals.createdAt), desc(proposals.id)] as const;

export function toAcceptance(row: AcceptanceRow) {
  const { name, acceptedAt, contentHash, version, optionalItems } = row;
  return { name, acceptedAt: acceptedAt.toISOString(), contentHash, version, optionalItems };
}

/** With what only the document shows. */
export const toAcceptanceRecord = (row: AcceptanceRow): AcceptanceRecord => {
  const { ip, userAgent } = row;
  return { ...toAcceptance(row), ip, userAgent };
};

export function toClientProposal(
  row: ProposalRow,
  acceptance: AcceptanceRow | undefined,
  today: string,
  nextInvoice: NextInvoice | null,
): ClientProposal {
  return {
    ...presentContent({ ...row, status: statusOn(today, row) }, acceptance?.optionalItems),
    sentAt: iso(row.sentAt),
    decidedAt: iso(row.decidedAt),
    acceptance: acceptance ? toAcceptance(acceptance) : null,
    nextInvoice,
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

/** What emails say of a proposal. */
export const mailedProposal = (row: ProposalRow) => ({
  ...row,
  total: formatCents(row.totalCents, row.currency),
});
