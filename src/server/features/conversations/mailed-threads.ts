import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { ConversationKind } from '~/contract/conversations/conversations';
import type { DocumentLinks } from '~/server/features/documents/links';
import type { Files } from '~/server/features/files/files.service';
import { hasProven } from '~/server/features/identity/users';
import type { ThreadKind } from '~/server/features/workspace/thread-kinds';
import type { Viewer } from '~/server/features/workspace/workspace.rows';
import { recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { conversations } from '~/server/platform/db/schema/conversations';
import { incomingMails } from '~/server/platform/db/schema/incoming-mail';
import { messages } from '~/server/platform/db/schema/workspace';
import type { Mailer } from '~/server/platform/mail/mailer';
import { conversationEmails } from './emails';
import { partsOf } from './parts';
import { type FoundConversation, findConversation, lockRecord } from './records';

type Reader = Pick<Database, 'select'>;
type Emails = ReturnType<typeof conversationEmails>;

/**
 * Threads whose other side is reached by email: an admin's message is sent immediately and can no longer be changed; an
 * internal one stays. Only admins use it: holders of private links write with `createLinkedConversation`.
 */
export function mailedThreads(
  kind: ConversationKind,
  options: { mailer: Mailer; links: DocumentLinks; files: Pick<Files, 'ofMessages'> },
): ThreadKind<FoundConversation, Emails> {
  /** Returns the last message of the sender, for a reader with a verified email. */
  async function quotedOf(tx: Reader, lead: FoundConversation): Promise<string | undefined> {
    const [last] = await tx
      .select({ text: messages.text })
      .from(messages)
      .leftJoin(incomingMails, eq(incomingMails.id, messages.incomingMailId))
      .where(
        and(
          eq(messages.conversationId, lead.row.id),
          eq(messages.byAgency, false),
          // Accepted messages from another sender are excluded.
          or(
            isNull(incomingMails.id),
            eq(sql`lower(${incomingMails.fromAddress})`, lead.email.toLowerCase()),
          ),
        ),
      )
      .orderBy(desc(messages.id))
      .limit(1);
    // Written at the link in an email to this address.
    if (last) return last.text;
    return lead.details && (await hasProven(tx, lead.email)) ? lead.details : undefined;
  }

  return {
    about: kind,
    open: async () => conversationEmails(await options.mailer.open()),
    find: (db, _, id) => findConversation(db, { kind, id }),
    lock: (tx, _, id) => lockRecord(tx, { kind, id }),
    partsOf: (db, id) => partsOf(db, { kind, id }),
    canChange: () => sql`(${conversations.kind} = ${kind} and ${messages.internal})`,

    async onSent(tx, { viewer, sent, subject: lead, message, opened: emails }) {
      if (sent.internal) return;
      if (sent.byMail) {
        await recordAnswer(tx, viewer, lead, message.id);
        return;
      }
      if (lead.email === '') {
        throw new AppError(
          'CONFLICT',
          'There is no email address. Please save this as an internal note.',
        );
      }
      const withFiles = await options.files.ofMessages(tx, [message.id]);
      const files = withFiles.get(message.id) ?? [];
      const hasLink = hasPage(lead) || files.length > 0;
      const link = hasLink ? await options.links.mailed(tx, kind, lead.id) : undefined;
      const mailId = await emails.answer(tx, {
        kind,
        id: lead.id,
        email: lead.email,
        text: sent.text,
        quoted: await quotedOf(tx, lead),
        link,
        files,
      });
      if (mailId !== undefined) {
        await tx.update(messages).set({ mailId }).where(eq(messages.id, message.id));
      }
      await recordAnswer(tx, viewer, lead, message.id);
    },

    // A draft of an internal message is not an answer.
    onRemoved: async () => {},
  };
}

const recordAnswer = (
  tx: Pick<Database, 'insert'>,
  viewer: Viewer,
  { kind, id, name, status }: FoundConversation,
  messageId: number,
) =>
  recordAudit(tx, viewer, {
    action: `${kind}.replied`,
    about: `${kind}:${id}`,
    did: `answered the ${kind} ${kind === 'proposal' ? 'to' : 'from'} ${name}`,
    before: { status },
    after: { messageId },
  });

/** Returns whether the conversation can be read at a private link as well: not that of a contact message, nor of a draft. */
const hasPage = (one: FoundConversation): boolean =>
  one.kind === 'quote' || (one.kind === 'proposal' && one.status !== 'draft');
