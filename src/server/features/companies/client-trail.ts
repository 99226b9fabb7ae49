import { and, desc, eq, gt, isNotNull, notInArray, sql } from 'drizzle-orm';

import type { UserDetail } from '~/contract/admin/admin-schema';
import { secretMailKinds } from '~/contract/common/mail';
import { deviceName } from '~/server/features/identity/device';
import { toNote, toSentMail } from '~/server/features/leads/related-activity';
import type { Audit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { conversations } from '~/server/platform/db/schema/conversations';
import { files } from '~/server/platform/db/schema/files';
import { sessions } from '~/server/platform/db/schema/identity';
import { mails } from '~/server/platform/db/schema/mail';
import { messages } from '~/server/platform/db/schema/messages';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { isRequestBy } from './ownership';

/** Maximum number of entries of each kind, newest first. */
const shownMax = 20;

export type ClientTrail = Pick<UserDetail, 'notes' | 'mails' | 'files' | 'signedIn'>;

/** Returns notes, emails, files and open sessions of a client. */
export async function clientTrailOf(
  db: Database,
  audit: Pick<Audit, 'listNotes'>,
  { id, email }: { id: string; email: string },
): Promise<ClientTrail> {
  const about = `user:${id}`;
  const [noted, written, exchanged, open] = await Promise.all([
    audit.listNotes([about]),
    // Selects by `about`, which has an index. Excludes emails to colleagues.
    db
      .select()
      .from(mails)
      .where(
        and(
          sql`${mails.about} <> '' and ${mails.about} = any(array(
            select ${about} union all select 'request:' || id from service_requests where user_id = ${id}
            union all select 'proposal:' || id from proposals where user_id = ${id}
            union all select 'invoice:' || id from invoices where user_id = ${id}
            union all select 'quote:' || id from quotes where user_id = ${id}))`,
          eq(sql`lower(${mails.to})`, email.toLowerCase()),
          notInArray(mails.kind, [...secretMailKinds]),
        ),
      )
      .orderBy(desc(mails.id))
      .limit(shownMax),
    db
      .select({
        id: files.id,
        name: files.name,
        size: files.size,
        requestId: serviceRequests.id,
        createdAt: files.createdAt,
      })
      .from(files)
      .innerJoin(messages, eq(messages.id, files.messageId))
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .innerJoin(serviceRequests, eq(serviceRequests.id, conversations.requestId))
      .where(and(isRequestBy(id), isNotNull(files.finishedAt)))
      .orderBy(desc(files.id))
      .limit(shownMax),
    db
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, id), gt(sessions.expiresAt, sql`now()`)))
      .orderBy(desc(sessions.lastSeenAt))
      .limit(shownMax),
  ]);
  return {
    notes: noted.map(toNote),
    mails: written.map(toSentMail),
    files: exchanged.map(({ createdAt, ...file }) => ({
      ...file,
      createdAt: createdAt.toISOString(),
    })),
    signedIn: open.map((row) => ({
      id: row.id,
      device: deviceName(row.device),
      lastSeenAt: row.lastSeenAt.toISOString(),
    })),
  };
}
