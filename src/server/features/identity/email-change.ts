import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { CodePurpose, OwnPurpose } from '~/contract/identity/identity';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { record } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { externalAccounts, sessions, users } from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';
import { documentLinks, proposals } from '~/server/platform/db/schema/proposals';
import { quotes } from '~/server/platform/db/schema/quotes';
import type { Mailer } from '~/server/platform/mail/mailer';
import type { Codes } from './codes';
import { identityEmails } from './emails';
import { findByEmail, toCurrentUser } from './users';

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export const rejectAdmins = ({ isAdmin }: CurrentUser): void => {
  if (isAdmin) {
    throw new AppError('FORBIDDEN', 'The email of an admin is changed from the terminal.');
  }
};

const taken = () => {
  const message =
    'There is another account with this email. Please sign in with it, or write to us to put both together.';
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

/**
 * Gives the account the email, which the caller has just proven. What is addressed to the old one and still open follows, other sessions
 * end, and the old mailbox is told.
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
  const row = await db.transaction(async (tx) => {
    const [before] = await tx.select().from(users).where(eq(users.id, user.id)).for('update');
    if (!before) throw new AppError('NOT_FOUND', 'This account does not exist any more');
    if (before.email === email) return before;
    if (await findByEmail(tx, email)) throw taken();
    await follow(tx, user.id, before.email, email);
    const [after] = await tx
      .update(users)
      .set({ email, emailVerifiedAt: new Date(), updatedAt: new Date() })
      .where(eq(users.id, user.id))
      .returning();
    if (!after) throw new AppError('NOT_FOUND', 'This account does not exist any more');
    await tx.delete(sessions).where(and(eq(sessions.userId, user.id), ne(sessions.id, sessionId)));
    await record(tx, user, {
      action: 'user.email_changed',
      about: `user:${user.id}`,
      did: `changed their email from ${before.email} to ${email}`,
      before: { email: before.email },
      after: { email },
    });
    await emails.sayEmailChanged(tx, { id: user.id, from: before.email, to: email });
    return after;
  });
  mailer.sendSoon();
  return toCurrentUser(row, 'client');
}

/** Leads, and documents that are not settled, go on with the new email; what was issued says what it said. */
async function follow(tx: Transaction, userId: string, from: string, to: string): Promise<void> {
  await tx
    .update(quotes)
    .set({ email: to })
    .where(eq(sql`lower(${quotes.email})`, from));
  await tx
    .update(contactMessages)
    .set({ email: to })
    .where(eq(sql`lower(${contactMessages.email})`, from));
  const offered = await tx
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
        or(eq(proposals.userId, userId), isNull(proposals.userId)),
        inArray(proposals.status, ['draft', 'sent', 'viewed', 'accepted']),
      ),
    )
    .returning({ id: proposals.id });
  const billed = await tx
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
        or(eq(invoices.userId, userId), isNull(invoices.userId)),
        inArray(invoices.status, ['draft', 'open']),
      ),
    )
    .returning({ id: invoices.id });
  // The mails in the old mailbox open nothing any more; the next mail has another link.
  const abouts = [
    ...offered.map(({ id }) => `proposal:${id}`),
    ...billed.map(({ id }) => `invoice:${id}`),
  ];
  if (abouts.length > 0) {
    await tx.delete(documentLinks).where(inArray(documentLinks.about, abouts));
  }
  // They were linked by the old email.
  await tx.delete(externalAccounts).where(eq(externalAccounts.userId, userId));
}
