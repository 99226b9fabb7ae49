import { and, eq, ne, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { LeadMessage } from '~/contract/conversations/conversations-schema';
import { aboutOf, permissionFor } from '~/contract/conversations/records';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { forbiddenMessageOf, may } from '~/contract/identity/permissions';
import { toLeadMessage } from '~/server/features/conversations/conversations.panel';
import { reopen } from '~/server/features/conversations/conversations.service';
import { type MessageRow, selectMessages } from '~/server/features/conversations/parts';
import type { Files } from '~/server/features/files/files.service';
import { emitMessage } from '~/server/features/request-threads/emit-message';
import {
  asAgency,
  messageNotFound,
  type Transaction,
  toMessage,
} from '~/server/features/request-threads/request-threads.rows';
import { recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { acceptedSenders, incomingMails } from '~/server/platform/db/schema/incoming-mail';
import { messages } from '~/server/platform/db/schema/messages';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { ownAddressOf } from './find-record';

/**
 * Stores the address of an accepted email as one of the client's, so that later emails from it need no decision.
 * Excludes admins' addresses, and addresses that the mail server reports as forged.
 */
async function rememberSender(tx: Transaction, message: MessageRow): Promise<void> {
  const [mail] = await tx
    .select({ sender: sql<string>`lower(${incomingMails.fromAddress})` })
    .from(incomingMails)
    .where(
      and(
        eq(incomingMails.id, message.incomingMailId ?? 0),
        ne(incomingMails.authentication, 'fail'),
        sql`not exists (select from users where is_admin and lower(email) = lower(${incomingMails.fromAddress}))`,
      ),
    );
  const client = await ownAddressOf(tx, message.ref);
  if (!mail?.sender || !client) return;
  await tx.insert(acceptedSenders).values({ client, sender: mail.sender }).onConflictDoNothing();
}

/**
 * Creates a function that accepts an unverified email as a message of the client, who can see it
 * from then on. A repeated call has no effect.
 */
export function createAcceptMessage(db: Database, { files }: { files: Pick<Files, 'ofMessages'> }) {
  return async (user: CurrentUser, id: number): Promise<LeadMessage> => {
    const row = await db.transaction(async (tx) => {
      const [found] = await selectMessages(tx)
        .where(eq(messages.id, id))
        .for('update', { of: messages });
      if (!found || found.incomingMailId === null || found.origin === 'automatic') {
        throw messageNotFound();
      }
      const { ref } = found;
      const permission = permissionFor(ref.kind, 'write');
      if (!may(user, permission)) {
        throw new AppError('FORBIDDEN', forbiddenMessageOf(user, permission));
      }
      if (found.origin !== 'unverified') return found;
      const [accepted] = await tx
        .update(messages)
        .set({ origin: 'mail', internal: false, byAgency: false })
        .where(eq(messages.id, id))
        .returning();
      if (!accepted) throw messageNotFound();
      if (ref.kind === 'request') {
        await tx
          .update(serviceRequests)
          .set({ waitingSince: null })
          .where(eq(serviceRequests.id, ref.id));
      }
      await reopen(tx, ref, accepted.text);
      await rememberSender(tx, found);
      await recordAudit(tx, user, {
        action: 'message.accepted',
        about: aboutOf(ref),
        did: `accepted a mail from ${found.authorName} as a message of the client`,
        after: { messageId: id },
      });
      await emitMessage(tx, id);
      return { ...found, ...accepted };
    });
    const ofMessage = await files.ofMessages(db, [id]);
    const message = toMessage(row, asAgency(user), ofMessage.get(id));
    return toLeadMessage({ ...message, delivery: null });
  };
}
