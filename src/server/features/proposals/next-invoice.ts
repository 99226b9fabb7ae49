import { and, asc, eq, type SQL } from 'drizzle-orm';

import { centsToAmount } from '~/contract/common/currencies';
import type { NextInvoice, PaymentProgress } from '~/contract/proposals/proposals-schema';
import type { DocumentContext } from '~/server/features/documents/context';
import type { DocumentLinks } from '~/server/features/documents/links';
import { currentDraft } from '~/server/features/invoices/draft-fields';
import { remainingCents } from '~/server/features/invoices/invoices.rows';
import { isDearerNow } from '~/server/features/invoices/issue';
import type { Database } from '~/server/platform/db/client';
import { invoices } from '~/server/platform/db/schema/invoices';
import type { ProposalRow } from './proposals.rows';

/**
 * Returns the first issued and unpaid invoice of a proposal, with its private link. Null if there is none, if the
 * invoice now has another recipient, or if the agency has revoked its links, because reading a proposal must not create
 * a new link.
 *
 * @param right condition for `readableUrl`
 */
export async function nextInvoiceOf(
  db: Pick<Database, 'select'>,
  links: DocumentLinks,
  { id, userId }: Pick<ProposalRow, 'id' | 'userId'>,
  right: SQL | undefined,
): Promise<NextInvoice | null> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.proposalId, id),
        eq(invoices.status, 'open'),
        eq(invoices.userId, userId ?? ''),
      ),
    )
    .orderBy(asc(invoices.proposalPart))
    .limit(1);
  if (!row?.number || !row.dueDate) return null;
  const url = await links.readableUrl('invoice', row.id, right);
  if (url === null) return null;
  return {
    number: row.number,
    part: (row.proposalPart ?? 0) + 1,
    total: centsToAmount(row.totalCents, row.currency),
    remaining: centsToAmount(remainingCents(row), row.currency),
    currency: row.currency,
    dueDate: row.dueDate,
    url,
  };
}

/** Returns the payment progress of an accepted proposal, and its next part. */
export async function progressOf(
  db: Pick<Database, 'select' | 'insert'>,
  row: Pick<ProposalRow, 'id' | 'requestId'>,
  context: Pick<DocumentContext, 'tax' | 'seller'>,
): Promise<PaymentProgress> {
  const parts = await db
    .select()
    .from(invoices)
    .where(eq(invoices.proposalId, row.id))
    .orderBy(asc(invoices.proposalPart));
  const next = parts.find(({ status }) => status === 'draft');
  const now = next && (await currentDraft(db, next, context));
  const isDearer = next && now && isDearerNow(next, now);
  return {
    paidParts: parts.filter(({ status }) => status === 'paid').length,
    nextPart: now
      ? {
          label: now.items[0]?.description ?? '',
          // If a part costs more than accepted, an admin checks its invoice first. Until then, shows the accepted
          // amount.
          amount: centsToAmount(isDearer ? next.totals.totalCents : now.totalCents, now.currency),
          date: now.scheduledFor,
          isHeld: now.heldFor !== '' || isDearer === true,
        }
      : null,
    requestId: row.requestId,
  };
}
