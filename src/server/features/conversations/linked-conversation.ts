import { and, desc, eq, inArray, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { linkPlaceholder } from '~/contract/conversations/conversations';
import type { LinkedQuoteMessage } from '~/contract/conversations/conversations-schema';
import { renderMessage } from '~/server/features/content/blog/markdown';
import type { DocumentLinks } from '~/server/features/documents/links';
import { idsWithMerged, quoteOfLink } from '~/server/features/leads/quotes/merged';
import { isReachable } from '~/server/features/notifications/notifications.service';
import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';
import { messages } from '~/server/platform/db/schema/workspace';
import { cancelMails } from '~/server/platform/mail/cancel-mails';
import type { Mailer } from '~/server/platform/mail/mailer';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';
import { digestOf, rejectOtherSubmission } from '~/server/platform/submission-digest';
import { conversationEmails } from './emails';
import { findLead } from './lead-threads';

/** The newest are shown. */
const shownMax = 100;
/** What comes within it is told in one mail. */
const noticeSeconds = 60;
const noticedMax = 10;

/** The conversation of a quote as the holder of its private link reads and continues it. */
export function createLinkedConversation(
  db: Database,
  {
    mailer,
    links,
    rateLimits,
  }: { mailer: Mailer; links: DocumentLinks; rateLimits: Pick<RateLimits, 'consume'> },
) {
  async function quoteOf(token: string): Promise<number> {
    const id = await links.find('quote', token);
    const quote = id === undefined ? undefined : await quoteOfLink(db, id);
    if (!quote) throw new AppError('NOT_FOUND', 'Quote not found');
    return quote.id;
  }

  async function list(quoteId: number): Promise<LinkedQuoteMessage[]> {
    const { email } = await findLead(db, 'quote', quoteId);
    const ids = await idsWithMerged(db, quoteId, { email });
    const rows = await db
      .select()
      .from(messages)
      .where(and(inArray(messages.quoteId, ids), eq(messages.internal, false)))
      .orderBy(desc(messages.id))
      .limit(shownMax);
    return rows.reverse().map(({ id, byAgency, authorName, text, createdAt }) => ({
      id,
      byAgency,
      author: authorName,
      html: renderMessage(text.replaceAll(linkPlaceholder, '')),
      createdAt: createdAt.toISOString(),
    }));
  }

  return {
    list,

    /** A repeat under the same key stores nothing. The agency, or the owner of the lead, is told by mail. */
    async answer({
      token,
      text,
      key,
    }: {
      token: string;
      text: string;
      key?: string | undefined;
    }): Promise<LinkedQuoteMessage[]> {
      const quoteId = await quoteOf(token);
      await rateLimits.consume('linkMessages', String(quoteId));
      const emails = conversationEmails(await mailer.open());
      const submissionKey = key ? `quote ${quoteId}:${key}` : null;
      const submissionDigest = key ? digestOf({ text }) : null;
      await db.transaction(async (tx) => {
        const lead = await findLead(tx, 'quote', quoteId, { isLocked: true });
        const [row] = await tx
          .insert(messages)
          .values({
            quoteId,
            authorName: lead.name,
            byAgency: false,
            text,
            submissionKey,
            submissionDigest,
          })
          .onConflictDoNothing({ target: messages.submissionKey })
          .returning({ id: messages.id });
        if (!row) {
          const [first] = await tx
            .select({ digest: messages.submissionDigest })
            .from(messages)
            .where(eq(messages.submissionKey, submissionKey ?? ''));
          rejectOtherSubmission(first?.digest ?? null, submissionDigest);
          return;
        }
        const { name, email, ownerId } = lead;
        const [owner] = ownerId ? await tx.select().from(users).where(isReachable(ownerId)) : [];
        // One that still waits is replaced by one that says this as well.
        const undo = { key: `quote:${quoteId} answer`, seconds: noticeSeconds };
        await cancelMails(tx, undo.key);
        const texts = await unansweredTexts(tx, quoteId);
        await emails.notice(tx, { quoteId, name, email, texts, to: owner?.email, undo });
      });
      mailer.sendSoon();
      return list(quoteId);
    },
  };
}

/** What was written since the agency's last answer, the oldest first. */
async function unansweredTexts(tx: Pick<Database, 'select'>, quoteId: number): Promise<string[]> {
  const rows = await tx
    .select({ text: messages.text })
    .from(messages)
    .where(
      and(
        eq(messages.quoteId, quoteId),
        eq(messages.byAgency, false),
        sql`${messages.id} > coalesce((select max(answer.id) from request_messages answer
          where answer.quote_id = ${quoteId} and answer.by_agency and not answer.internal), 0)`,
      ),
    )
    .orderBy(desc(messages.id))
    .limit(noticedMax);
  return rows.map(({ text }) => text).reverse();
}

export type LinkedConversation = ReturnType<typeof createLinkedConversation>;
