import { and, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import {
  type CodePurpose,
  emailReversionDays,
  type OwnPurpose,
} from '~/contract/identity/identity';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { revokeLinks } from '~/server/features/documents/links';
import { record } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import {
  emailReversions,
  externalAccounts,
  sessions,
  users,
} from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';
import { proposals } from '~/server/platform/db/schema/proposals';
import { quotes } from '~/server/platform/db/schema/quotes';
import { recurringInvoices } from '~/server/platform/db/schema/recurring-invoices';
import { testimonials } from '~/server/platform/db/schema/testimonials';
import { isDuplicate } from '~/server/platform/db/unique';
import type { Mailer } from '~/server/platform/mail/mailer';
import type { Codes } from './codes';
import { identityEmails } from './emails';
import { randomId, sha256 } from './tokens';
import { findByEmail, toCurrentUser } from './users';

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export const rejectAdmins = ({ isAdmin }: CurrentUser): void => {
  if (isAdmin) {
    throw new AppError('FORBIDDEN', 'The email of an admin is changed from the terminal.');
  }
};

const taken = () => {
  const message =
    'Another account uses this email. Please sign in with it, or ask us to merge both accounts.';
  return new AppError('CONFLICT', message, { issues: [{ path: 'email', message }] });
};

/** Such a code is typed on the screen, and never comes as a link. @throws TOO_MANY_REQUESTS after many wrong guesses */
async function rejectGuessed(
  codes: Codes,
  owner: { email: string; purpose: CodePurpose },
): Promise<void> {
  if (!(await codes.needsLink(owner))) return;
  throw new AppError(
    'TOO_MANY_REQUESTS',
    'Too many wrong codes were tried for this address. Please try again tomorrow.',
  );
}

/** Sends a code to the email of the user's own account. */
export async function sendOwnCode(
  db: Database,
  options: { codes: Codes; mailer: Mailer },
  owner: { email: string; purpose: OwnPurpose; browser: string },
): Promise<void> {
  const { codes, mailer } = options;
  await rejectGuessed(codes, owner);
  const emails = identityEmails(await mailer.open());
  await db.transaction(async (tx) => {
    const issued = await codes.issue(tx, owner, { isDud: false, isByLink: false });
    await emails.sendCode(tx, owner.email, owner.purpose, issued);
  });
  mailer.sendSoon();
}

/** Sends the code that proves the new email; the same answer for every email, as at sign-in. */
export async function sendEmailChangeCode(
  db: Database,
  options: { codes: Codes; mailer: Mailer },
  owner: { email: string; browser: string },
): Promise<void> {
  const { codes, mailer } = options;
  const purpose = 'email_change';
  await rejectGuessed(codes, { email: owner.email, purpose });
  const emails = identityEmails(await mailer.open());
  await db.transaction(async (tx) => {
    const known = await findByEmail(tx, owner.email);
    const issued = await codes.issue(
      tx,
      { ...owner, purpose },
      { isDud: known !== undefined, isByLink: false },
    );
    if (known) await emails.sayTaken(tx, owner.email);
    else await emails.sendCode(tx, owner.email, purpose, issued);
  });
  mailer.sendSoon();
}

const reversionTokenLength = 40;

/** Adds a link that restores the email. @returns its token, which is stored as a hash */
async function addEmailReversion(
  tx: Pick<Database, 'insert'>,
  user: { id: string; email: string },
): Promise<string> {
  const token = randomId(reversionTokenLength);
  const expiresAt = new Date(Date.now() + emailReversionDays * 24 * 60 * 60_000);
  await tx
    .insert(emailReversions)
    .values({ userId: user.id, email: user.email, tokenHash: sha256(token), expiresAt });
  return token;
}

/**
 * Gives the account an email that its user has just proven. Their leads and open documents follow, other sessions end, and the old
 * mailbox is notified with a link that restores the old email.
 *
 * @throws CONFLICT for the email of another account
 */
export async function changeEmail(
  db: Database,
  mailer: Mailer,
  user: CurrentUser,
  email: string,
  sessionId: number,
): Promise<CurrentUser> {
  const emails = identityEmails(await mailer.open());
  const work = db.transaction(async (tx) => {
    const [before] = await tx.select().from(users).where(eq(users.id, user.id)).for('update');
    if (!before) throw new AppError('NOT_FOUND', 'This account no longer exists');
    if (before.email === email) return before;
    const after = await moveToEmail(tx, before, email, { keptSession: sessionId });
    await record(tx, user, {
      action: 'user.email_changed',
      about: `user:${user.id}`,
      did: `changed their email from ${before.email} to ${email}`,
      before: { email: before.email },
      after: { email },
    });
    const token = await addEmailReversion(tx, before);
    await emails.sayEmailChanged(tx, { id: user.id, from: before.email, to: email, token });
    return after;
  });
  const row = await work.catch(sayTaken);
  mailer.sendSoon();
  return toCurrentUser(row, 'client');
}

/** For another account that took the email at the same moment. @throws CONFLICT */
export const sayTaken = (error: unknown): never => {
  throw isDuplicate(error) ? taken() : error;
};

/**
 * Gives an account whose row is locked another email: leads and open documents follow, links that were sent to the old mailbox are revoked,
 * and sessions end.
 *
 * @param keptSession the session of the user who has proven the email; without one it counts as proven after the next sign-in
 * @throws CONFLICT for the email of another account
 */
export async function moveToEmail(
  tx: Transaction,
  before: User,
  email: string,
  { keptSession }: { keptSession?: number } = {},
): Promise<User> {
  if (await findByEmail(tx, email)) throw taken();
  await follow(tx, before, email);
  const [after] = await tx
    .update(users)
    .set({
      email,
      emailVerifiedAt: keptSession === undefined ? null : new Date(),
      updatedAt: new Date(),
    })
    .where(eq(users.id, before.id))
    .returning();
  if (!after) throw new AppError('NOT_FOUND', 'This account no longer exists');
  const others = keptSession === undefined ? undefined : ne(sessions.id, keptSession);
  await tx.delete(sessions).where(and(eq(sessions.userId, before.id), others));
  return after;
}

type User = typeof users.$inferSelect;

/**
 * Whether a record with the user's old email is the user's own: a mailbox such as info@ is shared, and what belongs to a colleague with
 * another name stays with it. First and last name are compared with the words of the record's name.
 */
function isOwnName({ firstName, lastName }: User, recordName: SQL): SQL {
  const names = [firstName, lastName].map((name) => name.trim().toLowerCase()).filter(Boolean);
  // An account that an admin made from an email alone has no name to compare.
  if (names.length === 0) return sql`true`;
  const words = sql`string_to_array(lower(${recordName}), ' ')`;
  // A name of several words, such as one that was entered whole, counts with all of them.
  const hasName = names.map((name) => sql`${words} @> ${sql.param(name.split(/\s+/))}::text[]`);
  return sql`(${sql.join(hasName, sql` or `)})`;
}

/**
 * Moves the user's leads and their open documents to the new email. Issued documents keep what they say. Private links that were sent to
 * the old mailbox are revoked.
 */
async function follow(tx: Transaction, user: User, to: string): Promise<void> {
  const { id: userId, email: from } = user;
  const isSentFromOldEmail = eq(sql`lower(${quotes.email})`, from);
  const ownQuote = isOwnName(user, sql`${quotes.name}`);
  // A colleague's quote was claimed with the shared mailbox, and is free for the colleague again.
  await tx
    .update(quotes)
    .set({ userId: null })
    .where(and(isSentFromOldEmail, eq(quotes.userId, userId), sql`not ${ownQuote}`));
  const movedQuotes = await tx
    .update(quotes)
    .set({ email: to })
    .where(and(isSentFromOldEmail, ownQuote))
    .returning({ id: quotes.id });
  const movedMessages = await tx
    .update(contactMessages)
    .set({ email: to })
    .where(
      and(
        eq(sql`lower(${contactMessages.email})`, from),
        isOwnName(user, sql`${contactMessages.firstName} || ' ' || ${contactMessages.lastName}`),
      ),
    )
    .returning({ id: contactMessages.id });
  const movedProposals = await tx
    .update(proposals)
    .set({
      userId,
      clientEmail: to,
      content: sql`case when ${proposals.status} = 'draft'
        then jsonb_set(${proposals.content}, '{client,email}', to_jsonb(${to}::text))
        else ${proposals.content} end`,
    })
    .where(
      and(
        eq(sql`lower(${proposals.clientEmail})`, from),
        or(
          eq(proposals.userId, userId),
          and(
            isNull(proposals.userId),
            isOwnName(user, sql`${proposals.content} #>> '{client,name}'`),
          ),
        ),
        inArray(proposals.status, ['draft', 'sent', 'viewed', 'accepted']),
      ),
    )
    .returning({ id: proposals.id });
  const movedInvoices = await tx
    .update(invoices)
    .set({
      userId,
      clientEmail: to,
      buyer: sql`case when ${invoices.status} = 'draft'
        then jsonb_set(${invoices.buyer}, '{email}', to_jsonb(${to}::text))
        else ${invoices.buyer} end`,
    })
    .where(
      and(
        eq(invoices.clientEmail, from),
        or(
          eq(invoices.userId, userId),
          and(isNull(invoices.userId), isOwnName(user, sql`${invoices.buyer} ->> 'name'`)),
        ),
        inArray(invoices.status, ['draft', 'open']),
      ),
    )
    .returning({ id: invoices.id });
  await tx
    .update(recurringInvoices)
    .set({
      userId,
      clientEmail: to,
      buyer: sql`jsonb_set(${recurringInvoices.buyer}, '{email}', to_jsonb(${to}::text))`,
    })
    .where(
      and(
        eq(recurringInvoices.clientEmail, from),
        or(
          eq(recurringInvoices.userId, userId),
          and(
            isNull(recurringInvoices.userId),
            isOwnName(user, sql`${recurringInvoices.clientName}`),
          ),
        ),
      ),
    );
  const movedTestimonials = await tx
    .update(testimonials)
    .set({ email: to })
    .where(and(eq(testimonials.email, from), eq(testimonials.userId, userId)))
    .returning({ id: testimonials.id });
  await revokeLinks(tx, {
    quote: movedQuotes,
    message: movedMessages,
    proposal: movedProposals,
    invoice: movedInvoices,
    testimonial: movedTestimonials,
    // Previews of pages are sent by admins to anybody.
    page: [],
  });
  // They were linked by the old email.
  await tx.delete(externalAccounts).where(eq(externalAccounts.userId, userId));
}
