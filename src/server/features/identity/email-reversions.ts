import { and, desc, eq, gt, gte, isNull, lte } from 'drizzle-orm';

import { dateInWords } from '~/contract/common/date-words';
import { dateIn } from '~/contract/common/dates';
import { AppError } from '~/contract/common/errors';
import { record } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { emailReversions, users } from '~/server/platform/db/schema/identity';
import { deleteInBatches } from '~/server/platform/jobs/clean-up';
import type { Mailer } from '~/server/platform/mail/mailer';
import { moveToEmail, sayTaken } from './email-change';
import { identityEmails } from './emails';
import { sha256 } from './tokens';

const isLive = () => gt(emailReversions.expiresAt, new Date());

const gone = () =>
  new AppError(
    'NOT_FOUND',
    'This link was used or has expired. Please contact us if the change of email was not yours.',
  );

/**
 * Rejects acts that cannot be undone while the old mailbox can still restore its email, since a stranger with an open session would
 * change the email first.
 *
 * @throws CONFLICT with the day from which it is possible
 */
export async function rejectAfterEmailChange(
  db: Pick<Database, 'select'>,
  userId: string,
  timeZone: string,
): Promise<void> {
  const [newest] = await db
    .select({ expiresAt: emailReversions.expiresAt })
    .from(emailReversions)
    .where(and(eq(emailReversions.userId, userId), isLive()))
    .orderBy(desc(emailReversions.expiresAt))
    .limit(1);
  if (!newest) return;
  const day = dateInWords(dateIn(timeZone, newest.expiresAt));
  throw new AppError(
    'CONFLICT',
    `The email of this account changed a few days ago. To protect it, this is possible again from ${day}. If you need it sooner, please contact us.`,
  );
}

/**
 * Restores an earlier email from the old mailbox. All sessions end, later changes cannot be restored any more, and leads and open
 * documents follow.
 *
 * @throws NOT_FOUND for a token that was used or has expired, CONFLICT where another account has the email by now
 */
export async function restoreEmail(db: Database, mailer: Mailer, token: string): Promise<string> {
  const emails = identityEmails(await mailer.open());
  const ofToken = and(eq(emailReversions.tokenHash, sha256(token)), isLive());
  const work = db.transaction(async (tx) => {
    const [known] = await tx.select().from(emailReversions).where(ofToken);
    if (!known) throw gone();
    const { userId, email } = known;
    const [before] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.deletedAt)))
      .for('update');
    const used = await tx
      .delete(emailReversions)
      .where(and(eq(emailReversions.userId, userId), gte(emailReversions.id, known.id)))
      .returning({ id: emailReversions.id });
    if (!before || !used.some(({ id }) => id === known.id)) throw gone();
    // The client has changed it back in the meantime.
    if (before.email === email) return email;
    await moveToEmail(tx, before, email);
    await record(tx, before, {
      action: 'user.email_changed',
      about: `user:${userId}`,
      did: `restored their email ${email} from that mailbox, in place of ${before.email}`,
      before: { email: before.email },
      after: { email },
    });
    await emails.sayEmailRestored(tx, { id: userId, from: before.email, to: email });
    return email;
  });
  const email = await work.catch(sayTaken);
  mailer.sendSoon();
  return email;
}

export async function sweepEmailReversions(db: Database): Promise<void> {
  const { expiresAt } = emailReversions;
  await deleteInBatches(db, emailReversions, {
    where: lte(expiresAt, new Date()),
    oldest: expiresAt,
  });
}
