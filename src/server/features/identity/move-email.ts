import { and, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import { AppError } from '~/contract/common/errors';
import type { LockedClient, Transaction, UserRow } from '~/server/features/companies/locks';
import { isOneOf, moveDocuments } from '~/server/features/companies/move-documents';
import { changeCompany, readdress } from '~/server/features/companies/readdress';
import { revokeLinks } from '~/server/features/documents/links';
import { emitQuote } from '~/server/features/leads/quotes/quotes.rows';
import { changed, type Restore, recordAudit } from '~/server/platform/audit/audit';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { conversations } from '~/server/platform/db/schema/conversations';
import {
  billingProfiles,
  externalAccounts,
  type MovedWithEmail,
  sessions,
  users,
} from '~/server/platform/db/schema/identity';
import { acceptedSenders, replyAddresses } from '~/server/platform/db/schema/incoming-mail';
import { quotes } from '~/server/platform/db/schema/quotes';
import { testimonials } from '~/server/platform/db/schema/testimonials';
import { findByEmail, findReserved, nameOfUser } from './users';

/** Ids of records that follow a client's email, by kind. */
type MovedRecords = Omit<MovedWithEmail, 'billingEmail'>;

export const taken = () => {
  const message =
    'Another account uses this email. Please sign in with it, or ask us to merge both accounts.';
  return new AppError('CONFLICT', message, { issues: [{ path: 'email', message }] });
};

/**
 * Changes the email of an account that `lockWithEmail` has locked. Leads, documents, and invoice addresses that equal
 * the old email get the new one. Links sent to the old mailbox are revoked, and sessions end.
 *
 * @param keptSession the session of the user who has verified the email; without one, the email counts as verified
 * after the next sign-in
 * @param undone records that the undone changes moved, with the emails to which they moved: exactly these records move
 * back
 * @returns the account, the records that have moved, and the documents that have lost their links, for `renewLinks`
 * @throws CONFLICT for the email of another account
 */
export async function moveToEmail(
  tx: Transaction,
  { client, company }: LockedClient,
  email: string,
  {
    keptSession,
    undone,
  }: {
    keptSession?: number;
    undone?: { moved: MovedRecords; from: readonly string[]; since: Date };
  } = {},
): Promise<{ after: UserRow; moved: MovedWithEmail; unlinked: string[] }> {
  if (await findByEmail(tx, email)) throw taken();
  if (await findReserved(tx, email, { but: client.id })) throw taken();
  const [profile] = await tx
    .select()
    .from(billingProfiles)
    .where(eq(billingProfiles.userId, client.id));
  const from = [client.email, ...(undone?.from ?? [])];
  const moved = await moveRecords(tx, client, { from, to: email, undone });
  await moveSenders(tx, { from, to: email, until: undone?.since });
  const [after] = await tx
    .update(users)
    .set({
      email,
      emailVerifiedAt: keptSession === undefined ? null : new Date(),
      updatedAt: new Date(),
    })
    .where(eq(users.id, client.id))
    .returning();
  if (!after) throw new AppError('NOT_FOUND', 'These accounts were linked by the old email.');
  if (profile?.email.toLowerCase() === client.email)
    await setBillingEmail(tx, client, client, email);
  const unlinked: string[] = [];
  if (company?.email === client.email) {
    const did = `changed the email of ${company.name} with their own`;
    const options = { fields: { email }, did, followsAccount: true };
    unlinked.push(...(await changeCompany(tx, client, company, options)).revoked);
  }
  if (company) unlinked.push(...(await readdress(tx, { companyId: company.id })).revoked);
  unlinked.push(...(await readdress(tx, { clientId: client.id })).revoked);
  const others = keptSession === undefined ? undefined : ne(sessions.id, keptSession);
  await tx.delete(sessions).where(and(eq(sessions.userId, client.id), others));
  // Unlinks the accounts that were linked by the old email.
  await tx.delete(externalAccounts).where(eq(externalAccounts.userId, client.id));
  return {
    after,
    moved: {
      ...moved,
      billingEmail: profile?.email ?? '',
    },
    unlinked,
  };
}

/** Sets the email to which the client's own invoices are sent; empty for the email of the account. */
export async function setBillingEmail(
  tx: Transaction,
  actor: UserRow | Restore,
  client: UserRow,
  email: string,
): Promise<void> {
  const ofClient = eq(billingProfiles.userId, client.id);
  const [before] = await tx.select().from(billingProfiles).where(ofClient);
  const difference = before && changed(before, { email });
  if (!difference) return;
  await tx.update(billingProfiles).set({ email, updatedAt: new Date() }).where(ofClient);
  await recordAudit(tx, actor, {
    action: 'user.billing_changed',
    about: `user:${client.id}`,
    did: `changed the email for invoices of ${nameOfUser(client) || client.email}, with that of the account`,
    ...difference,
  });
}

/**
 * SQL for whether the name on a record was the client's when the record was created. A mailbox such as info@ is shared:
 * leads that a colleague sent from it are not moved, even if the client has adopted the colleague's name since. All
 * words of the client's first and last name must be among the words of the record's name.
 */
function isNameThen(client: UserRow, recordName: SQL, recordedAt: SQL | AnyPgColumn): SQL {
  const then = (field: 'firstName' | 'lastName') => sql`lower(trim(coalesce((
    select entry.before->>${field}::text from audit_log entry
    where entry.about = ${`user:${client.id}`} and entry.action in ('user.renamed', 'user.changed')
      and entry.created_at > ${recordedAt} and entry.before->>${field}::text is not null
    order by entry.id limit 1), ${client[field]}::text)))`;
  // An account that an admin created with only an email has no name to compare.
  return sql`(select (name.first = '' and name.last = '')
      or (name.first <> '' and name.words @> regexp_split_to_array(name.first, '\\s+'))
      or (name.last <> '' and name.words @> regexp_split_to_array(name.last, '\\s+'))
    from (select ${then('firstName')} as first, ${then('lastName')} as last,
      regexp_split_to_array(lower(trim(${recordName})), '\\s+') as words) name)`;
}

/** Revokes reply addresses that were sent to the old mailbox, because an email to one of them would count as the client's. */
async function revokeReplyAddresses(
  tx: Transaction,
  { id }: UserRow,
  moved: { from: readonly string[]; quotes: { id: number }[]; messages: { id: number }[] },
): Promise<void> {
  await tx.delete(replyAddresses).where(
    and(
      inArray(replyAddresses.email, [...moved.from]),
      inArray(
        replyAddresses.conversationId,
        tx
          .select({ id: conversations.id })
          .from(conversations)
          .where(
            or(
              sql`${conversations.requestId} in (select r.id from service_requests r where r.user_id = ${id})`,
              sql`${conversations.proposalId} in (select p.id from proposals p where p.user_id = ${id})`,
              inArray(conversations.quoteId, idsOf(moved.quotes)),
              inArray(conversations.contactMessageId, idsOf(moved.messages)),
            ),
          ),
      ),
    ),
  );
}

/**
 * Moves the other addresses that an admin has accepted for the client. They are stored with the client's email.
 *
 * @param until addresses that were accepted at this time or later are deleted instead
 */
async function moveSenders(
  tx: Transaction,
  { from, to, until }: { from: readonly string[]; to: string; until: Date | undefined },
): Promise<void> {
  const known = await tx
    .delete(acceptedSenders)
    .where(inArray(acceptedSenders.client, [...from]))
    .returning();
  const moved = known.filter(({ createdAt }) => !until || createdAt < until);
  if (moved.length === 0) return;
  await tx
    .insert(acceptedSenders)
    .values(moved.map((row) => ({ ...row, client: to })))
    .onConflictDoNothing();
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/**
 * Moves the client's leads to another email, and revokes their links. Documents with the old email get the new one.
 *
 * @param undone records that the undone changes moved: exactly these move, besides those that certainly belong to the
 * account
 */
async function moveRecords(
  tx: Transaction,
  client: UserRow,
  change: {
    from: readonly string[];
    to: string;
    undone: { moved: MovedRecords; since: Date } | undefined;
  },
): Promise<MovedRecords> {
  const { id: userId } = client;
  const { from, to } = change;
  const undone = change.undone?.moved;
  const isOwnLead = (
    { id, sentById }: { id: AnyPgColumn; sentById: AnyPgColumn },
    known: number[] | undefined,
    isNamed: SQL,
  ) => or(eq(sentById, userId), known ? inArray(id, known) : and(isNull(sentById), isNamed)) as SQL;
  const ownQuote = isOwnLead(
    quotes,
    undone?.quotes,
    isNameThen(client, sql`${quotes.name}`, quotes.createdAt),
  );
  const isAtOldEmail = isOneOf(quotes.email, from);
  if (!undone) {
    // Removes the account from quotes that a colleague sent from the shared mailbox, so that the colleague can claim
    // them.
    await tx
      .update(quotes)
      .set({ userId: null })
      .where(and(isAtOldEmail, eq(quotes.userId, userId), sql`not ${ownQuote}`));
  }
  const movedQuotes = await tx
    .update(quotes)
    .set({ email: to, updatedAt: new Date() })
    .where(and(isAtOldEmail, or(isNull(quotes.userId), eq(quotes.userId, userId)), ownQuote))
    .returning({ id: quotes.id });
  for (const { id } of movedQuotes) await emitQuote(tx, 'quote.updated', id);
  const messageName = sql`${contactMessages.firstName} || ' ' || ${contactMessages.lastName}`;
  const movedMessages = await tx
    .update(contactMessages)
    .set({ email: to, updatedAt: new Date() })
    .where(
      and(
        isOneOf(contactMessages.email, from),
        isOwnLead(
          contactMessages,
          undone?.messages,
          isNameThen(client, messageName, contactMessages.createdAt),
        ),
      ),
    )
    .returning({ id: contactMessages.id });
  const documents = await moveDocuments(tx, {
    ...{ client, from, to, undone: change.undone },
    isNamed: (name, createdAt) => isNameThen(client, name, createdAt),
  });
  await revokeReplyAddresses(tx, client, { from, quotes: movedQuotes, messages: movedMessages });
  const movedTestimonials = await tx
    .update(testimonials)
    .set({ email: to, updatedAt: new Date() })
    .where(and(isOneOf(testimonials.email, from), eq(testimonials.userId, userId)))
    .returning({ id: testimonials.id });
  await revokeLinks(tx, {
    quote: movedQuotes,
    message: movedMessages,
    testimonial: movedTestimonials,
    proposal: [],
    invoice: [],
    // Previews of pages are not affected, because admins may send them to anyone.
    page: [],
  });
  return {
    quotes: idsOf(movedQuotes),
    messages: idsOf(movedMessages),
    ...documents,
    testimonials: idsOf(movedTestimonials),
  };
}
