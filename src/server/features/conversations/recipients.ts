import { and, desc, eq, inArray } from 'drizzle-orm';

import type { ConversationRef, Recipient } from '~/contract/conversations/conversations-schema';
import type { Database } from '~/server/platform/db/client';
import { conversations } from '~/server/platform/db/schema/conversations';
import { messages } from '~/server/platform/db/schema/workspace';
import { isIn, type MessageRow, type Part, partsOf, selectMessages } from './parts';
import { selectConversations } from './records';

type Reader = Pick<Database, 'select'>;

/** The record that a message is about, if it is reached by mail. */
export const refOf = ({ about, recordId }: MessageRow): ConversationRef | undefined =>
  about === 'request' ? undefined : { kind: about, id: recordId };

export const isSameRef = (one: ConversationRef | undefined, other: ConversationRef): boolean =>
  one?.kind === other.kind && one.id === other.id;

/** Everything in a conversation that has an address, with it: other drafts of proposals were sent to none yet. */
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
 * To whom an answer can go, the first of them where nothing else is chosen: the address of the record that is open, which no message of another
 * one can change. Of one address, the record of its last message stands for all, so that it is read where it was asked.
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
  const asked = last.flatMap((message) => refOf(message) ?? []);
  const order = [...asked, opened, ...addresses];
  const byAddress = new Map<string, Recipient>();
  for (const ref of order) {
    const found = addresses.find((one) => isSameRef(one, ref));
    if (!found?.email || byAddress.has(found.email.toLowerCase())) continue;
    byAddress.set(found.email.toLowerCase(), found);
  }
  const own = addresses.find((one) => isSameRef(one, opened))?.email.toLowerCase();
  const isOwn = ({ email }: Recipient) => Number(email.toLowerCase() === own);
  return [...byAddress.values()].sort((a, b) => isOwn(b) - isOwn(a));
}
