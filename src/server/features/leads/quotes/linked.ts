import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';

import { centsToAmount } from '~/contract/common/currencies';
import { AppError } from '~/contract/common/errors';
import { byChannel } from '~/contract/leads/form-fields';
import type { LinkedQuote } from '~/contract/leads/quote-link-schema';
import type { QuoteStatus } from '~/contract/leads/quote-statuses';
import { isOpenProposal, type ProposalStatus } from '~/contract/proposals/proposals';
import { answerWithin } from '~/contract/settings/response-times';
import { reachableEmail } from '~/server/features/companies/recipients';
import { isOverdueAt } from '~/server/features/conversations/due-times';
import type { LinkedConversation } from '~/server/features/conversations/linked-conversation';
import { type DocumentSettings, readDocumentContext } from '~/server/features/documents/context';
import { type DocumentLinks, isLiveLink } from '~/server/features/documents/links';
import { statusOn } from '~/server/features/proposals/proposals.rows';
import { type Actor, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { conversations } from '~/server/platform/db/schema/conversations';
import { proposals } from '~/server/platform/db/schema/proposals';
import { quotes } from '~/server/platform/db/schema/quotes';
import { idsWithMerged, quoteOfLink } from './merged';

const notFound = () => new AppError('NOT_FOUND', 'Quote not found');

const statusTexts: Record<QuoteStatus, string> = {
  pending: 'We’ve received your quote request',
  contacted: 'We’ve replied',
  approved: 'We’d like to work on this',
  rejected: 'We can’t take this on',
};

const proposalTexts: Partial<Record<ProposalStatus, [status: string, next: string]>> = {
  sent: ['Your proposal is ready', 'Read it, then accept or decline.'],
  viewed: ['Your proposal is ready', 'Read it, then accept or decline.'],
  accepted: [
    'You accepted the proposal',
    'We’re starting the work. Sign in with your email to follow it.',
  ],
  declined: [
    'You declined the proposal',
    'If we can change something for you, reply to our email.',
  ],
  expired: ['The proposal is no longer valid', 'Reply to our email if you’d like a new one.'],
  withdrawn: ['We withdrew the proposal', 'We’ll contact you about the next steps.'],
};

function nextOf(
  { status, preferredChannel }: { status: QuoteStatus; preferredChannel: string },
  within: string,
  hasAnswer: boolean,
): string {
  switch (status) {
    case 'pending':
      return `We’ll reply ${byChannel(preferredChannel)} within ${within}.`;
    case 'contacted':
      return hasAnswer
        ? 'Our reply is below and in your inbox. You can reply here or by email.'
        : 'Check your inbox: we’ve replied.';
    case 'approved':
      return 'We’re writing a proposal. It will appear on this page.';
    case 'rejected':
      return 'You’re welcome to contact us again.';
  }
}

/**
 * Shows quotes to the holders of their private links. The holder of a link can read the quote's conversation and write
 * in it, but is not signed in.
 */
export function createLinkedQuotes(
  db: Database,
  {
    links,
    settings,
    conversation,
  }: {
    links: DocumentLinks;
    settings: DocumentSettings;
    conversation: Pick<LinkedConversation, 'list' | 'answer'>;
  },
) {
  /** Returns the proposal to show. A proposal that was sent to another address is not shown at this link. */
  async function proposalOf(
    quote: { id: number; email: string },
    token: string,
    today: string,
  ): Promise<LinkedQuote['proposal']> {
    const isTheirs = eq(sql`lower(${reachableEmail})`, quote.email.toLowerCase());
    const [row] = await db
      .select()
      .from(proposals)
      .where(
        and(
          inArray(proposals.quoteId, await idsWithMerged(db, quote.id, quote)),
          isTheirs,
          sql`${proposals.status} <> 'draft'`,
        ),
      )
      .orderBy(desc(proposals.sentAt), desc(proposals.id))
      .limit(1);
    if (!row) return null;
    const status = statusOn(today, row);
    return {
      number: row.number,
      title: row.title,
      status,
      total: centsToAmount(row.totalCents, row.currency),
      currency: row.currency,
      validUntil: row.validUntil,
      url: isOpenProposal(status)
        ? await links.readableUrl('proposal', row.id, and(isTheirs, isLiveLink(token)), {
            orNew: true,
          })
        : null,
    };
  }

  return {
    async byLink(token: string, now = new Date()): Promise<LinkedQuote> {
      const id = await links.find('quote', token);
      const row = id === undefined ? undefined : await quoteOfLink(db, id);
      if (!row) throw notFound();
      const [{ today }, time, messages, [owed]] = await Promise.all([
        readDocumentContext(settings, now),
        settings.getResponseTimes(),
        conversation.list(row.id),
        db
          .select({ dueAt: conversations.dueAt })
          .from(conversations)
          .where(eq(conversations.quoteId, row.id)),
      ]);
      const proposal = await proposalOf(row, token, today);
      const isOpen = row.firstAnswerAt === null && row.status === 'pending' && !proposal;
      const due = (isOpen && owed?.dueAt) || null;
      const [statusText, next] = (proposal && proposalTexts[proposal.status as ProposalStatus]) ?? [
        statusTexts[row.status],
        nextOf(
          row,
          answerWithin(time),
          messages.some(({ byAgency }) => byAgency),
        ),
      ];
      return {
        status: row.status,
        statusText,
        next,
        serviceName: row.serviceName,
        sentAt: row.createdAt.toISOString(),
        dueAt: due?.toISOString() ?? null,
        isOverdue: isOverdueAt(due, now),
        answeredAt: row.firstAnswerAt?.toISOString() ?? null,
        proposal,
        isClaimed: row.userId !== null,
        messages,
      };
    },

    answer: conversation.answer,

    /** Revokes the links in earlier emails. */
    async revoke(actor: Actor, id: number): Promise<{ id: number }> {
      return db.transaction(async (tx) => {
        const [row] = await tx
          .select({ id: quotes.id, name: quotes.name, email: quotes.email })
          .from(quotes)
          .where(eq(quotes.id, id))
          .for('update');
        if (!row) throw notFound();
        // Links of merged quotes of the same sender also open the remaining quote.
        for (const one of await idsWithMerged(tx, id, row)) await links.revoke(tx, 'quote', one);
        await recordAudit(tx, actor, {
          action: 'quote.link',
          about: `quote:${id}`,
          did: `ended the private link to the quote from ${row.name}`,
        });
        return { id };
      });
    },
  };
}

export type LinkedQuotes = ReturnType<typeof createLinkedQuotes>;

/** Assigns quotes to a client that were sent with the email which the client has just verified. */
export async function claimQuotes(
  tx: Pick<Database, 'update'>,
  client: { id: string; email: string },
): Promise<void> {
  await tx
    .update(quotes)
    .set({ userId: client.id })
    .where(and(eq(sql`lower(${quotes.email})`, client.email.toLowerCase()), isNull(quotes.userId)));
}
