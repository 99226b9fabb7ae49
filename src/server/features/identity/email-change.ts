import { AppError } from '~/contract/common/errors';
import type { SignedInCaller } from '~/contract/identity/api-keys';
import type { CodePurpose, OwnPurpose } from '~/contract/identity/identity';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { lockWithEmail } from '~/server/features/companies/locks';
import { recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { isDuplicate } from '~/server/platform/db/unique';
import type { Mailer } from '~/server/platform/mail/mailer';
import type { Codes } from './codes';
import { type EmailReversions, stateBefore } from './email-reversions';
import { identityEmails } from './emails';
import { rejectEndedSession } from './live-session';
import { moveToEmail, taken } from './move-email';
import { findByEmail, findReserved, toCurrentUser } from './users';

export const rejectAdmins = ({ isAdmin }: CurrentUser): void => {
  if (isAdmin) {
    throw new AppError('FORBIDDEN', 'The email of an admin is changed from the terminal.');
  }
};

/**
 * Rejects an email for which many wrong codes were tried. The code for a new email is typed on the screen, so it cannot
 * be sent as a link instead.
 *
 * @throws TOO_MANY_REQUESTS
 */
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

/** Sends the code that verifies the new email. As at sign-in, the response is the same for every email. */
export async function sendEmailChangeCode(
  db: Database,
  options: { codes: Codes; mailer: Mailer; reversions: EmailReversions },
  owner: { email: string; browser: string; userId: string },
): Promise<void> {
  const { codes, mailer, reversions } = options;
  const { userId, ...mailbox } = owner;
  const { email } = owner;
  const purpose = 'email_change';
  await rejectGuessed(codes, { email, purpose });
  const emails = identityEmails(await mailer.open());
  await db.transaction(async (tx) => {
    const known = await findByEmail(tx, email);
    const reservation = await findReserved(tx, email, { but: userId });
    const isDud = known !== undefined || reservation !== undefined;
    const issued = await codes.issue(tx, { ...mailbox, purpose }, { isDud, isByLink: false });
    if (reservation) await reversions.offer(tx, emails, { email, ...reservation });
    else if (known) await emails.sayTaken(tx, email);
    else await emails.sendCode(tx, email, purpose, issued);
  });
  mailer.sendSoon();
}

/**
 * Changes the account's email to one that the user has just verified. Leads and open documents are addressed to the new
 * email, other sessions end, and the old mailbox gets a link that restores the old email.
 *
 * @throws CONFLICT for the email of another account, UNAUTHORIZED for a session that ends at the same moment
 */
export async function changeEmail(
  db: Database,
  { mailer, reversions }: { mailer: Mailer; reversions: EmailReversions },
  user: SignedInCaller,
  email: string,
): Promise<CurrentUser> {
  const open = await mailer.open();
  const emails = identityEmails(open);
  const work = db.transaction(async (tx) => {
    const locked = await lockWithEmail(tx, user.id);
    await rejectEndedSession(tx, user);
    const { client: before } = locked;
    if (before.email === email) return before;
    const state = await stateBefore(tx, locked);
    const { after, moved, unlinked } = await moveToEmail(tx, locked, email, {
      keptSession: user.sessionId,
    });
    await recordAudit(tx, user, {
      action: 'user.email_changed',
      about: `user:${user.id}`,
      did: `changed their email from ${before.email} to ${email}`,
      before: { email: before.email },
      after: { email },
    });
    const token = await reversions.add(tx, before, { moved, ...state });
    await emails.sayEmailChanged(tx, { id: user.id, from: before.email, to: email, token });
    await reversions.renew(tx, open, unlinked);
    return after;
  });
  const row = await work.catch(sayTaken);
  mailer.sendSoon();
  return toCurrentUser(row, 'client');
}

/** Rethrows an error. @throws CONFLICT for an email that another account got at the same moment */
export const sayTaken = (error: unknown): never => {
  throw isDuplicate(error) ? taken() : error;
};
