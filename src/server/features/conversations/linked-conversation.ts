import { and, asc, eq } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { LinkedQuoteMessage } from '~/contract/conversations/conversations-schema';
import { renderMessage } from '~/server/features/content/blog/markdown';
import type { DocumentLinks } from '~/server/features/documents/links';
import { isReachable } from '~/server/features/notifications/notifications.service';
import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';
import { messages } from '~/server/platform/db/schema/workspace';
import type { Mailer } from '~/server/platform/mail/mailer';
import { digestOf, refuseOtherSubmission } from '~/server/platform/submission-digest';
import { conversationEmails } from './emails';
import { findLead } from './lead-threads';

const shownMax = 200;

/** The conversation of a quote as the holder of its private link reads and continues it. */
export function createLinkedConversation(
  db: Database,
  { mailer, links }: { mailer: Mailer; links: DocumentLinks },
) {
  async function quoteOf(token: string): Promise<number> {
    const id = await links.find('quote', token);
    if (id === undefined) throw new AppError('NOT_FOUND', 'Quote not found');
    return id;
  }

  async function list(quoteId: number): Promise<LinkedQuoteMessage[]> {
    const rows = await db
      .select()
      .from(messages)
      .where(and(eq(messages.quoteId, quoteId), eq(messages.internal, false)))
      .orderBy(asc(messages.id))
      .limit(shownMax);
    return rows.map(({ id, byAgency, authorName, text, createdAt }) => ({
      id,
      byAgency,
      author: authorName,
      html: renderMessage(text),
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
          refuseOtherSubmission(first?.digest ?? null, submissionDigest);
          return;
        }
        const { name, email, ownerId } = lead;
        const [owner] = ownerId ? await tx.select().from(users).where(isReachable(ownerId)) : [];
        await emails.notice(tx, { quoteId, name, email, text, to: owner?.email });
      });
      mailer.sendSoon();
      return list(quoteId);
    },
  };
}

export type LinkedConversation = ReturnType<typeof createLinkedConversation>;
