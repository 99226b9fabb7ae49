import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { permissionFor, type RecordRef, recordOfAbout } from '~/contract/conversations/records';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { can } from '~/contract/identity/permissions';
import { isRequestOf } from '~/server/features/companies/ownership';
import { refColumns } from '~/server/features/conversations/parts';
import { findConversation } from '~/server/features/conversations/records';
import { nameOfUser, toCurrentUser } from '~/server/features/identity/users';
import type { Database } from '~/server/platform/db/client';
import { conversations } from '~/server/platform/db/schema/conversations';
import { users } from '~/server/platform/db/schema/identity';
import {
  acceptedSenders,
  incomingMails,
  replyAddresses,
} from '~/server/platform/db/schema/incoming-mail';
import { invoices } from '~/server/platform/db/schema/invoices';
import { mails } from '~/server/platform/db/schema/mail';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import type { ReplyAddresses } from '~/server/platform/mail/reply-addresses';

/** Record to which an email is a reply. */
export interface Answered {
  record: RecordRef;
  /**
   * True if the sender must have received our email about the record: the sender replied to a reply address that only
   * they were given, or refers to an unguessable Message-ID. The Message-ID of an email to another person proves
   * nothing, because all of its recipients know it.
   */
  isProven: boolean;
  /** True if one of our emails led to the record; false if an incoming one did. */
  isOurs: boolean;
}

/** Sender of an email: a client, or the agency. */
export type MailSender =
  | { side: 'client'; name: string; user: CurrentUser | undefined }
  /** The user is undefined for the agency's own mailbox. */
  | { side: 'agency'; name: string; user: CurrentUser | undefined }
  | undefined;

/** Returns one of our emails by its Message-ID; undefined for other ids. */
export async function ownMail(
  db: Pick<Database, 'select'>,
  addresses: Pick<ReplyAddresses, 'mailKeyOf'>,
  messageId: string,
): Promise<typeof mails.$inferSelect | undefined> {
  const [, id = '', time = '', key = ''] =
    /^(\d{1,9})\.([\da-z]+)\.([\da-z]+)@/.exec(messageId) ?? [];
  if (!id || addresses.mailKeyOf(Number(id)) !== key) return undefined;
  const [mail] = await db
    .select()
    .from(mails)
    .where(eq(mails.id, Number(id)));
  return mail?.createdAt.getTime().toString(36) === time ? mail : undefined;
}

/** Returns the id of a test email that this server sent to itself; undefined for any other email. */
export function ownTest(
  addresses: Pick<ReplyAddresses, 'testIdOf'>,
  messageId: string,
): string | undefined {
  const [, test] = /^test\.([\da-z]{1,20})\./.exec(messageId) ?? [];
  return test !== undefined && addresses.testIdOf(test) === messageId ? test : undefined;
}

/**
 * Returns the record to whose conversation an email belongs; undefined if there is none. Emails
 * about an invoice belong to the invoice's request or proposal.
 */
async function recordOfMail(
  db: Pick<Database, 'select'>,
  about: string,
): Promise<RecordRef | undefined> {
  const record = recordOfAbout(about);
  if (record) return record;
  const [, invoiceId] = /^invoice:(\d{1,9})$/.exec(about) ?? [];
  if (!invoiceId) return undefined;
  const [invoice] = await db
    .select({ requestId: invoices.requestId, proposalId: invoices.proposalId })
    .from(invoices)
    .where(eq(invoices.id, Number(invoiceId)));
  if (invoice?.requestId) return { kind: 'request', id: invoice.requestId };
  return invoice?.proposalId ? { kind: 'proposal', id: invoice.proposalId } : undefined;
}

/**
 * Returns the addresses on whose behalf a sender may write: the sender's own, and those of clients for whom an admin has
 * accepted the sender.
 */
export async function addressesOf(db: Pick<Database, 'select'>, sender: string): Promise<string[]> {
  if (sender === '') return [''];
  const rows = await db
    .select({ client: acceptedSenders.client })
    .from(acceptedSenders)
    .where(eq(acceptedSenders.sender, sender));
  return [sender, ...rows.map(({ client }) => client)];
}

/** Finds the record to which an email is a reply: by its reply address, or else by the emails to which it refers. */
export async function findAnswered(
  db: Pick<Database, 'select'>,
  addresses: Pick<ReplyAddresses, 'mailKeyOf'>,
  mail: { tokenHashes: string[]; references: string[]; from: string[] },
): Promise<Answered | undefined> {
  if (mail.tokenHashes.length > 0) {
    const rows = await db
      .select({ record: refColumns, email: replyAddresses.email })
      .from(replyAddresses)
      .innerJoin(conversations, eq(conversations.id, replyAddresses.conversationId))
      .where(inArray(replyAddresses.tokenHash, mail.tokenHashes));
    const found = rows.find(({ email }) => mail.from.includes(email)) ?? rows[0];
    if (found) {
      const { record, email } = found;
      return { record, isProven: mail.from.includes(email), isOurs: true };
    }
  }
  for (const reference of mail.references.slice(0, referencesMax)) {
    const own = await ownMail(db, addresses, reference);
    const record = own && (await recordOfMail(db, own.about));
    if (record) return { record, isProven: mail.from.includes(own.to.toLowerCase()), isOurs: true };
  }
  if (mail.references.length === 0) return undefined;
  const [earlier] = await db
    .select({ about: incomingMails.about })
    .from(incomingMails)
    .where(
      and(
        inArray(incomingMails.messageId, mail.references.slice(0, referencesMax)),
        ne(incomingMails.about, ''),
      ),
    )
    .orderBy(desc(incomingMails.id))
    .limit(1);
  const record = earlier && recordOfAbout(earlier.about);
  return record && { record, isProven: false, isOurs: false };
}

const referencesMax = 50;

/**
 * Returns the owner of an address among those who may write about a record.
 *
 * @throws NOT_FOUND if the record no longer exists
 */
export async function findSender(
  db: Pick<Database, 'select'>,
  record: RecordRef,
  [from = '', ...others]: string[],
  mailbox: { email: string; name: string },
): Promise<MailSender> {
  const userOf = async (email: string) => {
    const [row] = await db
      .select()
      .from(users)
      .where(and(eq(users.email, email), isNull(users.disabledAt), isNull(users.deletedAt)));
    return row;
  };
  const user = await userOf(from);
  const isAgency =
    user?.isAdmin && can(user.adminRole ?? undefined, permissionFor(record.kind, 'write'));
  const agency = agencyOf();
  if (record.kind === 'request') {
    for (const email of [from, ...others]) {
      const client = email === from ? user : await userOf(email);
      const [request] = await db
        .select({
          isOfSender: sql<boolean>`coalesce(${isRequestOf(client?.id ?? '')}, false)`,
        })
        .from(serviceRequests)
        .where(eq(serviceRequests.id, record.id));
      if (!request) throw new AppError('NOT_FOUND', 'Request not found');
      if (client && !client.isAdmin && request.isOfSender) {
        return { side: 'client', name: nameOfUser(client), user: toCurrentUser(client, 'client') };
      }
    }
    return agency;
  }
  const { email, name } = await findConversation(db, record);
  return [from, ...others].includes(email.toLowerCase())
    ? { side: 'client', name, user: undefined }
    : agency;

  function agencyOf(): MailSender {
    if (user && isAgency) {
      return { side: 'agency', name: nameOfUser(user), user: toCurrentUser(user, 'admin') };
    }
    const isMailbox = from !== '' && from === mailbox.email.toLowerCase();
    return isMailbox ? { side: 'agency', name: mailbox.name, user: undefined } : undefined;
  }
}

/** Returns the address of a record's client in lower case; '' without one. */
export const ownAddressOf = async (
  db: Pick<Database, 'select'>,
  record: RecordRef,
): Promise<string> => (await findConversation(db, record)).email.toLowerCase();

/** Returns all addresses of a record's client in lower case. */
export async function clientAddresses(
  db: Pick<Database, 'select'>,
  record: RecordRef,
): Promise<string[]> {
  if (record.kind !== 'request') return [await ownAddressOf(db, record)];
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .innerJoin(serviceRequests, isRequestOf(sql`${users.id}`))
    .where(and(eq(serviceRequests.id, record.id), eq(users.isAdmin, false)));
  return rows.map(({ email }) => email);
}
