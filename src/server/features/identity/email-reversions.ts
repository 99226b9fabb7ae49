import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';

import { dateInWords } from '~/contract/common/date-words';
import { dateIn } from '~/contract/common/dates';
import { AppError } from '~/contract/common/errors';
import { emailReversionDays } from '~/contract/identity/identity';
import { type LockedClient, lockWithEmail } from '~/server/features/companies/locks';
import { snapshotOf } from '~/server/features/companies/membership';
import { renewLinks } from '~/server/features/companies/renew-links';
import type { DocumentLinks } from '~/server/features/documents/links';
import { type Actor, nameOf, newestEntry, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { emailChanges, type MovedWithEmail, users } from '~/server/platform/db/schema/identity';
import { deleteInBatches } from '~/server/platform/jobs/clean-up';
import type { Mailer, OpenMailer } from '~/server/platform/mail/mailer';
import { type IdentityEmails, identityEmails } from './emails';
import { moveToEmail } from './move-email';
import { createSigner, randomId, sha256 } from './tokens';
import { revokeKnownLinks, touchedSince, undoSince } from './undo-since';
import { nameOfUser } from './users';

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
type ChangeRow = typeof emailChanges.$inferSelect;

const isLive = () => gt(emailChanges.expiresAt, sql`now()`);

const gone = () =>
  new AppError(
    'NOT_FOUND',
    'This link was used or has expired. Please contact us if you didn’t change your email.',
  );

/**
 * Rejects irreversible actions in the days after a change of email, regardless of who made the change. A stranger with
 * an open session, or with access to one of the mailboxes, could otherwise change the email and then perform the
 * action.
 *
 * @throws CONFLICT with the day from which the action is possible
 */
export async function rejectAfterEmailChange(
  db: Pick<Database, 'select'>,
  userId: string,
  timeZone: string,
): Promise<void> {
  const [newest] = await db
    .select({ expiresAt: emailChanges.expiresAt })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.restoredLogId), isLive()))
    .orderBy(desc(emailChanges.expiresAt))
    .limit(1);
  if (!newest) return;
  const day = dateInWords(dateIn(timeZone, newest.expiresAt));
  throw new AppError(
    'CONFLICT',
    `The email of this account changed a few days ago. To protect it, this is possible again from ${day}. If you need it sooner, please contact us.`,
  );
}

const nothingMoved: MovedWithEmail = {
  quotes: [],
  messages: [],
  proposals: [],
  invoices: [],
  recurringInvoices: [],
  testimonials: [],
  billingEmail: '',
};

const protectedUntil = sql`now() + make_interval(days => ${emailReversionDays})`;

/** Blocks irreversible actions of an account for some days after a change of email that the old mailbox cannot undo. */
async function protect(tx: Transaction, before: { id: string; email: string }): Promise<void> {
  const { id: userId, email } = before;
  const logId = await newestEntry(tx);
  await tx
    .insert(emailChanges)
    .values({ userId, email, moved: nothingMoved, logId, expiresAt: protectedUntil });
}

/** Returns the state of a locked account before the change, which is needed to restore the email. */
export async function stateBefore(tx: Transaction, { company }: LockedClient) {
  return {
    logId: await newestEntry(tx),
    companies: company ? [await snapshotOf(tx, company.id)] : [],
  };
}

/**
 * Protects an account whose email the agency has changed: revokes the links that restore earlier emails, so that an
 * earlier mailbox cannot undo the change. The agency can still restore an earlier email.
 *
 * @returns the recent mailboxes of the account, which must be notified
 */
async function endReversions(
  tx: Transaction,
  before: { id: string; email: string; emailVerifiedAt: Date | null },
): Promise<string[]> {
  const ended = await tx
    .update(emailChanges)
    .set({ nonce: null })
    .where(and(eq(emailChanges.userId, before.id), isNull(emailChanges.restoredLogId), isLive()))
    .returning({ email: emailChanges.email });
  await protect(tx, before);
  return [...new Set([before.email, ...ended.map(({ email }) => email)])];
}

/** Restores earlier emails of accounts, by links sent to the old mailboxes, or for the agency. */
export function createEmailReversions(
  db: Database,
  { secret, links }: { secret: string; links: Pick<DocumentLinks, 'mailed'> },
) {
  const signer = createSigner(secret, 'links that restore an email');

  /** Restores the email from before a change. @returns descriptions of what was undone */
  async function restore(
    tx: Transaction,
    change: ChangeRow,
    open: OpenMailer,
    admin?: Exclude<Actor, 'system'>,
  ): Promise<string[]> {
    const emails = identityEmails(open);
    const { id, userId, email } = change;
    const locked = await lockWithEmail(tx, userId, (inner) => touchedSince(inner, change)).catch(
      sayGone,
    );
    const before = locked.client;
    // The client may have already changed the email back.
    const isBack = before.email === email;
    const ended = await tx
      .update(emailChanges)
      .set({
        ...{ nonce: null, tokenHash: null },
        restoredLogId: isBack ? null : await newestEntry(tx),
      })
      .where(
        and(
          eq(emailChanges.userId, userId),
          gte(emailChanges.id, id),
          isNotNull(emailChanges.tokenHash),
        ),
      )
      .returning();
    const restored = ended.find((one) => one.id === id);
    if (!restored) throw gone();
    await protect(tx, before);
    if (isBack) return [];
    const { revoked, companies, ...listed } = await undoSince(
      tx,
      locked,
      restored,
      admin ?? 'system',
    );
    const undo = undoneBy(ended, email);
    const undone = { ...undo, since: change.createdAt };
    const moved = await moveToEmail(tx, await lockWithEmail(tx, userId), email, { undone });
    await recordAudit(tx, admin ?? before, {
      action: 'user.email_changed',
      about: `user:${userId}`,
      did: admin
        ? `restored the earlier email ${email} of ${nameOfUser(before) || before.email}, in place of ${before.email}`
        : `restored their email ${email} from that mailbox, in place of ${before.email}`,
      before: { email: before.email },
      after: { email },
    });
    const by = admin && nameOf(admin);
    await emails.sayEmailRestored(tx, { id: userId, from: before.email, to: email, by });
    await emails.sayActsBeforeRestore(tx, { client: before, email, by, ...listed });
    for (const { managerIds, ...done } of companies) {
      const managers = await tx
        .select({ email: users.email })
        .from(users)
        .where(and(inArray(users.id, managerIds), isNotNull(users.emailVerifiedAt)))
        .orderBy(users.id);
      await emails.sayRestoredToManagers(tx, { client: before, email, ...done, managers });
    }
    await renewLinks(tx, { links, open }, [...revoked, ...moved.unlinked]);
    return listed.undone;
  }

  return {
    /**
     * Protects an account after its user has changed the email, and reserves the old email.
     *
     * @returns the token of the link that restores the old email
     */
    async add(
      tx: Pick<Database, 'insert'>,
      before: { id: string; email: string },
      change: { moved: MovedWithEmail } & Awaited<ReturnType<typeof stateBefore>>,
    ): Promise<string> {
      const { id: userId, email } = before;
      const nonce = randomId(40);
      const token = signer.sign(nonce);
      await tx.insert(emailChanges).values({
        userId,
        email,
        nonce,
        tokenHash: sha256(token),
        ...change,
        expiresAt: protectedUntil,
      });
      return token;
    },

    /** Returns the newest change by which the client replaced an email, if the change can still be undone. */
    async find(
      tx: Pick<Database, 'select'>,
      userId: string,
      email: string,
    ): Promise<ChangeRow | undefined> {
      const [row] = await tx
        .select()
        .from(emailChanges)
        .where(
          and(
            ...[eq(emailChanges.userId, userId), eq(emailChanges.email, email)],
            ...[isNotNull(emailChanges.tokenHash), isLive()],
          ),
        )
        .orderBy(desc(emailChanges.id))
        .limit(1);
      return row;
    },

    /** Emails new links to documents that moved to the new email. */
    renew: (tx: Transaction, open: OpenMailer, unlinked: readonly string[]) =>
      renewLinks(tx, { links, open }, unlinked),

    /**
     * Sets an email that the agency has entered. The company's documents get new links, because a stranger may have
     * read the old ones.
     *
     * @returns the recent mailboxes of the account, to be notified
     */
    async setByAgency(
      tx: Transaction,
      locked: LockedClient,
      email: string,
      open: OpenMailer,
    ): Promise<string[]> {
      const { client, company } = locked;
      const { unlinked } = await moveToEmail(tx, locked, email);
      const revoked = company ? await revokeKnownLinks(tx, client.id, company.id) : [];
      await renewLinks(tx, { links, open }, [...unlinked, ...revoked]);
      return endReversions(tx, client);
    },

    /**
     * Restores an earlier email for an admin, as the owner of that mailbox can.
     *
     * @throws CONFLICT with a list of the actions that this undoes, unless they are confirmed
     */
    async restoreByAgency(
      tx: Transaction,
      change: ChangeRow,
      {
        open,
        admin,
        isConfirmed,
      }: { open: OpenMailer; admin: Exclude<Actor, 'system'>; isConfirmed: boolean },
    ): Promise<void> {
      const undone = await restore(tx, change, open, admin);
      if (undone.length === 0 || isConfirmed) return;
      const message = `The account had this email until a few days ago. Restoring it undoes what was done since then: ${undone.join('; ')}.`;
      throw new AppError('CONFLICT', message, { issues: [{ path: 'confirmsUndo', message }] });
    },

    /**
     * If someone tries to sign in or sign up with the old email, sends the link that restores it again, instead of a
     * code.
     */
    offer: (
      tx: Pick<Database, 'insert'>,
      emails: IdentityEmails,
      { email, nonce }: { email: string; nonce: string },
    ) => emails.offerToRestore(tx, { email, token: signer.sign(nonce) }),

    /**
     * Restores an earlier email at the request of its mailbox. Undoes actions since then that would
     * otherwise keep their effect. Ends all sessions, and moves back records that followed the
     * changes.
     *
     * @returns the restored email
     * @throws NOT_FOUND for a token that was used or has expired
     */
    async restore(mailer: Mailer, token: string): Promise<string> {
      const open = await mailer.open();
      const email = await db.transaction(async (tx) => {
        const [known] = await tx
          .select()
          .from(emailChanges)
          .where(
            and(
              ...[eq(emailChanges.tokenHash, sha256(token)), isNotNull(emailChanges.nonce)],
              isLive(),
            ),
          );
        if (!known) throw gone();
        await restore(tx, known, open);
        return known.email;
      });
      mailer.sendSoon();
      return email;
    },

    async sweep(): Promise<void> {
      const { expiresAt } = emailChanges;
      await deleteInBatches(db, emailChanges, {
        where: lte(expiresAt, new Date()),
        oldest: expiresAt,
      });
    },
  };
}

const sayGone = (error: unknown): never => {
  throw error instanceof AppError && error.code === 'NOT_FOUND' ? gone() : error;
};

/** Returns the records that several changes have moved, and the emails to which they moved. */
function undoneBy(undone: readonly ChangeRow[], restored: string) {
  const all = (kind: Exclude<keyof MovedWithEmail, 'billingEmail'>) => [
    ...new Set(undone.flatMap(({ moved }) => moved[kind])),
  ];
  return {
    moved: {
      quotes: all('quotes'),
      messages: all('messages'),
      proposals: all('proposals'),
      invoices: all('invoices'),
      recurringInvoices: all('recurringInvoices'),
      testimonials: all('testimonials'),
    },
    from: undone.map(({ email }) => email).filter((email) => email !== restored),
  };
}

export type EmailReversions = ReturnType<typeof createEmailReversions>;
