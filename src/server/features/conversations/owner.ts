import { and, eq, isNull, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { OwnerChange } from '~/contract/conversations/conversations-schema';
import { aboutOf, permissionFor, type RecordRef } from '~/contract/conversations/records';
import { can } from '~/contract/identity/permissions';
import { assignmentEmail } from '~/server/features/leads/assignment-email';
import { emitQuote } from '~/server/features/leads/quotes/quotes.rows';
import { isReachable } from '~/server/features/notifications/notifications.service';
import { type Actor, nameOf, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { conversationIdOf, conversations } from '~/server/platform/db/schema/conversations';
import { users } from '~/server/platform/db/schema/identity';
import type { Mailer } from '~/server/platform/mail/mailer';
import { assign } from './conversations.service';
import { findConversation } from './records';

/**
 * Returns the admin to notify of a message: the admin to whom the main conversation is assigned, if they may read it.
 * Undefined to notify the agency's own mailbox.
 */
export async function ownerOf(
  tx: Pick<Database, 'select'>,
  ref: RecordRef,
): Promise<typeof users.$inferSelect | undefined> {
  const [owned] = await tx
    .select({ id: conversations.ownerId })
    .from(conversations)
    .where(
      sql`${conversations.id} = (select coalesce(part.main_id, part.id) from conversations part
        where part.id = ${conversationIdOf(ref)})`,
    );
  if (!owned?.id) return undefined;
  const [owner] = await tx
    .select()
    .from(users)
    .where(isReachable(owned.id, permissionFor(ref.kind, 'read')));
  return owner;
}

/** Assigns a lead or a request to an admin, or to nobody. Notifies an admin whom another admin has assigned. */
export async function setOwner(
  db: Database,
  mailer: Mailer,
  actor: Actor,
  { ownerId, ...ref }: OwnerChange,
): Promise<void> {
  const tell = assignmentEmail(await mailer.open());
  await db.transaction(async (tx) => {
    const [owner] = ownerId
      ? await tx
          .select()
          .from(users)
          .where(and(eq(users.id, ownerId), eq(users.isAdmin, true), isNull(users.disabledAt)))
      : [];
    if (ownerId && !owner) throw new AppError('NOT_FOUND', 'Admin not found');
    if (owner && !can(owner.adminRole ?? undefined, permissionFor(ref.kind, 'write'))) {
      const what = ref.kind === 'request' ? 'requests' : 'leads';
      throw new AppError('BAD_REQUEST', `Please choose an admin who may change ${what}`);
    }
    const { name, about } = await findConversation(tx, ref);
    const title = ref.kind === 'request' ? about : name;
    if (!(await assign(tx, ref, ownerId))) return;
    if (owner && actor !== 'system' && actor.id !== owner.id) {
      await tell(tx, owner.email, { ...ref, title, by: nameOf(actor) });
    }
    await recordAudit(tx, actor, {
      action: `${ref.kind}.owner`,
      about: aboutOf(ref),
      did: `${owner ? `gave to ${nameOf(owner)}` : 'took the owner off'} the ${ref.kind} “${title}”`,
    });
    if (ref.kind === 'quote') await emitQuote(tx, 'quote.updated', ref.id);
  });
  mailer.sendSoon();
}
