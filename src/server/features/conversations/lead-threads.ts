import { and, desc, eq, inArray, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { ConversationKind } from '~/contract/conversations/conversations';
import type { DocumentLinks } from '~/server/features/documents/links';
import { hasProven } from '~/server/features/identity/users';
import { idsWithMerged } from '~/server/features/leads/quotes/merged';
import type { ThreadKind } from '~/server/features/workspace/thread-kinds';
import { record } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { quotes } from '~/server/platform/db/schema/quotes';
import { messages } from '~/server/platform/db/schema/workspace';
import type { Mailer } from '~/server/platform/mail/mailer';
import { conversationEmails } from './emails';

type Reader = Pick<Database, 'select'>;
type Emails = ReturnType<typeof conversationEmails>;

/** A lead, whichever form it came by. */
export interface Lead {
  kind: ConversationKind;
  id: number;
  name: string;
  email: string;
  /** What the sender wrote first. */
  text: string;
  status: string;
  ownerId: string | null;
  /** The quote that it was merged into. */
  mergedInto: number | null;
}

const missing: Record<ConversationKind, string> = {
  quote: 'Quote not found',
  message: 'Message not found',
};

/** @throws NOT_FOUND for none */
export async function findLead(
  db: Reader,
  kind: ConversationKind,
  id: number,
  { isLocked = false } = {},
): Promise<Lead> {
  if (kind === 'quote') {
    const query = db.select().from(quotes).where(eq(quotes.id, id)).$dynamic();
    const [row] = await (isLocked ? query.for('update') : query);
    if (!row) throw new AppError('NOT_FOUND', missing.quote);
    const { name, email, projectDetails, status, ownerId, mergedInto } = row;
    return { kind, id, name, email, text: projectDetails, status, ownerId, mergedInto };
  }
  const query = db.select().from(contactMessages).where(eq(contactMessages.id, id)).$dynamic();
  const [row] = await (isLocked ? query.for('update') : query);
  if (!row) throw new AppError('NOT_FOUND', missing.message);
  const { firstName, lastName, email, message, status, ownerId } = row;
  const name = `${firstName} ${lastName}`.trim();
  return { kind, id, name, email, text: message, status, ownerId, mergedInto: null };
}

/**
 * The threads of leads: an admin's message leaves as a mail at once, so that it can be changed no more; one that is internal stays.
 * Only admins use it: whoever holds the link of a quote writes by `answerByLink`.
 */
export function leadThreads(
  kind: ConversationKind,
  options: { mailer: Mailer; links: DocumentLinks },
): ThreadKind<Lead, Emails> {
  const key = kind === 'quote' ? 'quoteId' : 'contactMessageId';

  /** What the sender wrote last, for who has proven that it is theirs. */
  async function quotedOf(tx: Reader, lead: Lead): Promise<string | undefined> {
    const [last] = await tx
      .select({ text: messages.text })
      .from(messages)
      .where(and(eq(messages[key], lead.id), eq(messages.byAgency, false)))
      .orderBy(desc(messages.id))
      .limit(1);
    // It was written at the link in a mail to this address.
    if (last) return last.text;
    return (await hasProven(tx, lead.email)) ? lead.text : undefined;
  }

  return {
    key,
    open: async () => conversationEmails(await options.mailer.open()),
    find: (db, _, id) => findLead(db, kind, id),
    async lock(tx, _, id) {
      const lead = await findLead(tx, kind, id, { isLocked: true });
      if (lead.mergedInto === null) return lead;
      throw new AppError(
        'CONFLICT',
        `This quote was merged into quote ${lead.mergedInto}. Please write there.`,
      );
    },
    ...(kind === 'quote' && { shownIn: (db: Reader, id: number) => idsWithMerged(db, id) }),
    canChange: () =>
      and(sql`${messages[key]} is not null`, eq(messages.internal, true)) ?? sql`false`,

    async onSent(tx, { viewer, sent, subject: lead, message, opened: emails }) {
      if (sent.internal) return;
      if (lead.email === '') {
        throw new AppError(
          'CONFLICT',
          'There is no e-mail address to write to. Please keep this as an internal message.',
        );
      }
      const link = kind === 'quote' ? await options.links.mailed(tx, 'quote', lead.id) : undefined;
      const mailId = await emails.answer(tx, {
        kind,
        id: lead.id,
        email: lead.email,
        text: sent.text,
        quoted: await quotedOf(tx, lead),
        link,
      });
      if (mailId !== undefined) {
        await tx.update(messages).set({ mailId }).where(eq(messages.id, message.id));
      }
      await markAnswered(tx, lead);
      await record(tx, viewer, {
        action: `${kind}.replied`,
        about: `${kind}:${lead.id}`,
        did: `answered the ${kind} from ${lead.name}`,
        before: { status: lead.status },
        after: { messageId: message.id },
      });
    },

    // A draft of an internal message is nobody's answer.
    onRemoved: async () => {},
  };
}

async function markAnswered(tx: Pick<Database, 'update'>, { kind, id }: Lead): Promise<void> {
  const now = new Date();
  if (kind === 'quote') {
    await tx
      .update(quotes)
      .set({
        status: sql`case when ${quotes.status} = 'pending' then 'contacted' else ${quotes.status} end`,
        firstAnswerAt: sql`coalesce(${quotes.firstAnswerAt}, now())`,
        updatedAt: now,
      })
      .where(eq(quotes.id, id));
    return;
  }
  await tx
    .update(contactMessages)
    .set({
      status: 'replied',
      firstAnswerAt: sql`coalesce(${contactMessages.firstAnswerAt}, now())`,
      updatedAt: now,
    })
    .where(
      and(
        eq(contactMessages.id, id),
        inArray(contactMessages.status, ['unread', 'read', 'replied']),
      ),
    );
}
