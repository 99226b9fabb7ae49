import { and, desc, eq, inArray } from 'drizzle-orm';

import type { ConversationRef, Recipient } from '~/contract/conversations/conversations-schema';
import type { RecordRef } from '~/contract/conversations/records';
import type { Database } from '~/server/platform/db/client';
import { conversations } from '~/server/platform/db/schema/conversations';
import { messages } from '~/server/platform/db/schema/messages';
import { isIn, type Part, partsOf, selectMessages } from './parts';
import { selectConversations } from './records';

type Reader = Pick<Database, 'select'>;

export const isSameRef = (one: RecordRef | undefined, other: RecordRef): boolean =>
  one?.kind === other.kind && one.id === other.id;

/**
 * Returns the records of a conversation that have an email. Excludes drafts of other proposals,
 * because they have not been sent yet.
 */
export async function addressesOf(
  db: Reader,
  parts: readonly Part[],
  opened: ConversationRef,
): Promise<(ConversationRef & { name: string; email: string })[]> {
  const ids = parts.map(({ conversationId }) => conversationId);
  const rows = await selectConversations(db).where(inArray(conversations.id, ids));
  return rows.flatMap(({ kind, id, name, email, status }) =>
    kind === 'request' ||
    (kind === 'proposal' && status === 'draft' && !isSameRef(opened, { kind, id }))
      ? []
      : { kind, id, name, email },
  );
}

/**
 * Returns the possible recipients of a reply. The first is the default: the address of the open record, which messages
 * from others cannot change. Each address is returned with the record of its last message, so that the reply appears
 * where the question was asked. If the open record has no address, such as a proposal that nobody in its company may
 * receive, there is no recipient, because another address of the conversation may belong to a former member.
 */
export async function recipientsOf(db: Reader, opened: ConversationRef): Promise<Recipient[]> {
  const parts = await partsOf(db, opened);
  const [addresses, last] = await Promise.all([
    addressesOf(db, parts, opened),
    selectMessages(db)
      .where(and(isIn(parts), eq(messages.byAgency, false)))
      .orderBy(desc(messages.id))
      .limit(50),
  ]);
  const own = addresses.find((one) => isSameRef(one, opened))?.email.toLowerCase();
  if (!own) return [];
  const order = [...last.map(({ ref }) => ref), opened, ...addresses];
  const byAddress = new Map<string, Recipient>();
  for (const ref of order) {
    const found = addresses.find((one) => isSameRef(one, ref));
    if (!found?.email || byAddress.has(found.email.toLowerCase())) continue;
    byAddress.set(found.email.toLowerCase(), found);
  }
  const isOwn = ({ email }: Recipient) => Number(email.toLowerCase() === own);
  return [...byAddress.values()].sort((a, b) => isOwn(b) - isOwn(a));
}
