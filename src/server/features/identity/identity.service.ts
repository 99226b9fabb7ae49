import { eq } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { SignedInCaller } from '~/contract/identity/api-keys';
import type {
  CodePurpose,
  OwnPurpose,
  SendCodeAnswer,
  SignInPurpose,
} from '~/contract/identity/identity';
import type {
  CurrentUser,
  ProfileFields,
  SessionSummary,
} from '~/contract/identity/identity-schema';
import type { DocumentLinks } from '~/server/features/documents/links';
import { recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';
import { runParts } from '~/server/platform/jobs/clean-up';
import { mailboxOf } from '~/server/platform/mail/mailbox';
import type { Mailer } from '~/server/platform/mail/mailer';
import type { Media } from '~/server/platform/media/media';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';
import { createAdminSignIn } from './admin-sign-in';
import { createAdmins } from './admins';
import { createApiKeys } from './api-keys';
import { emitClientCreated } from './client.rows';
import { createClientViews } from './client-views';
import { type Codes, createCodes } from './codes';
import { deviceName } from './device';
import { changeEmail, rejectAdmins, sendEmailChangeCode, sendOwnCode } from './email-change';
import { createEmailReversions } from './email-reversions';
import { identityEmails } from './emails';
import { personOf, reserved } from './external';
import { createInvitations } from './invitations';
import { createKeyBudgets } from './key-budget';
import { rejectEndedSession } from './live-session';
import type { ExternalProfile } from './oauth';
import { createPasswords } from './passwords';
import { createRequestKeys } from './request-keys';
import { createSecondFactors } from './second-factors';
import { createSessions } from './sessions';
import type { From, SignedIn } from './signed-in';
import { createSigner, randomId } from './tokens';
import {
  addPerson,
  emailMoved,
  findByEmail,
  findReserved,
  markVerified,
  nameOfUser,
  toCurrentUser,
  type UserRow,
} from './users';

const demoNoAccount = 'No account for this email yet. Please sign up.';
const sent = 'If this email can be used, we’ve sent a code to it.';

/** Manages accounts, one-time codes, passwords and sessions. */
export function createIdentity(
  db: Database,
  options: {
    secret: string;
    rateLimits: RateLimits;
    mailer: Mailer;
    media: Media;
    links: Pick<DocumentLinks, 'mailed'>;
    /** Fixed code; only set in demo mode. */
    fixedCode: string | undefined;
    /** Returns the agency's name, which authenticator apps and browsers show. */
    getName(): Promise<string>;
    /** Returns whether every admin needs a second factor. */
    isSecondFactorRequired(): Promise<boolean>;
    /** Called when a client signs in with an email that was verified just now. */
    onProven(client: { id: string; email: string }): Promise<void>;
  },
) {
  const { rateLimits, mailer, fixedCode, media } = options;
  const codes: Codes = createCodes(db, options);
  const sessions = createSessions(db);
  const passwords = createPasswords();
  const admins = createAdmins(db, passwords);
  const requestKeys = createRequestKeys(db, options);
  const apiKeys = createApiKeys(db, { mailer });
  const reversions = createEmailReversions(db, options);
  const codeBrowsers = createSigner(options.secret, 'browsers that ask for codes');

  async function enter(row: UserRow, kind: 'client' | 'admin', from: From): Promise<SignedIn> {
    if (row.disabledAt) {
      throw new AppError('FORBIDDEN', 'This account is closed. Please write to us.');
    }
    // Both kinds of callers have verified who the user is.
    if (kind === 'client') {
      // Access to a mailbox alone, without password and second factor, must not open an admin's account.
      if (row.isAdmin) throw new AppError('FORBIDDEN', 'Admins sign in with their username.');
      await options.onProven({ id: row.id, email: row.email });
    }
    const session = await sessions.open(row.id, kind, from.device);
    if (kind === 'client') await rejectMoved(row, session.token);
    if (from.token) await sessions.end(from.token);
    return { user: toCurrentUser(row, kind), session };
  }

  /**
   * Ends a new session if the account's email has changed since the user verified it, for example because an email was
   * restored. The session is stored only after that change has been committed.
   */
  async function rejectMoved({ id, email }: UserRow, token: string): Promise<void> {
    const [now] = await db.select({ email: users.email }).from(users).where(eq(users.id, id));
    if (now?.email === email) return;
    await sessions.end(token);
    throw emailMoved();
  }

  const invitations = createInvitations(db, passwords);
  const secondFactors = createSecondFactors(db, {
    secret: options.secret,
    rateLimits,
    getName: options.getName,
    isRequired: options.isSecondFactorRequired,
  });
  const adminSignIn = createAdminSignIn(db, {
    secret: options.secret,
    rateLimits,
    passwords,
    secondFactors,
    enter: (row, from) => enter(row, 'admin', from),
  });

  return {
    sessions,
    clientViews: createClientViews(db),
    admins,
    passwords,
    invitations,
    reversions,
    secondFactors,
    adminSignIn,
    requestKeys,
    apiKeys,
    keyBudgets: createKeyBudgets(rateLimits),

    /**
     * Sends a code, or an email that explains why there is none. Response and timing are the same for every address, so
     * that only the owner of the mailbox learns whether there is an account.
     *
     * @returns the response, and the cookie to which the code and its guesses are bound
     */
    async sendCode(
      email: string,
      purpose: SignInPurpose,
      from: From,
    ): Promise<{ answer: SendCodeAnswer; codeBrowser: string }> {
      const known = codeBrowserOf(from.codeBrowser);
      const browser = known ?? randomId(20);
      await consumeSends(email, from.network, { browser, isNew: !known, gap: 'sign-in' });
      const emails = identityEmails(await mailer.open());
      const isByLink = await codes.needsLink({ email, purpose });
      await db.transaction(async (tx) => {
        const row = await findByEmail(tx, email);
        const isAdmin = row?.isAdmin === true;
        const reservation = await findReserved(tx, email);
        const isDud =
          isAdmin ||
          reservation !== undefined ||
          (purpose === 'signin' && (!row || row.disabledAt !== null));
        const issued = await codes.issue(tx, { email, purpose, browser }, { isDud, isByLink });
        if (isAdmin) await emails.sayAdmin(tx, email);
        else if (reservation) await reversions.offer(tx, emails, { email, ...reservation });
        else if (isDud) await emails.sayNoAccount(tx, email);
        else await emails.sendCode(tx, email, purpose, issued);
      });
      mailer.sendSoon();
      return {
        answer: {
          message: sent,
          ...(fixedCode && { demo: true, demoCode: fixedCode }),
          ...(isByLink && { byLink: true }),
        },
        codeBrowser: `${browser}.${codeBrowsers.sign(browser)}`,
      };
    },

    async signIn(
      { email, otp: code, proof }: { email: string; otp: string; proof?: string | undefined },
      from: From,
    ): Promise<SignedIn> {
      const owner = { email, purpose: 'signin', browser: codeBrowserOf(from.codeBrowser) } as const;
      await redeem(owner, { code, proof }, from).catch(async (error: unknown) => {
        // The screen shows the code in demo mode, so only the email can be wrong.
        const isAnnounced = code === fixedCode && !(await findByEmail(db, email));
        throw isAnnounced ? new AppError('UNAUTHORIZED', demoNoAccount) : error;
      });
      const row = await findByEmail(db, email);
      if (!row) throw new AppError('UNAUTHORIZED', 'Invalid OTP. Please try again.');
      await markVerified(db, row);
      return enter(row, 'client', from);
    },

    /**
     * Signs up with an email that the code has verified. If the email already has an account, signs in to that account.
     */
    async signUp(
      fields: {
        email: string;
        firstName: string;
        lastName: string;
        otp: string;
        proof?: string | undefined;
      },
      from: From,
    ): Promise<SignedIn & { isNew: boolean }> {
      const { otp: code, proof, ...person } = fields;
      const browser = codeBrowserOf(from.codeBrowser);
      await redeem({ email: person.email, purpose: 'signup', browser }, { code, proof }, from);
      const emails = identityEmails(await mailer.open());
      const { row, isNew } = await db.transaction(async (tx) => {
        // The code was sent when the email was still free. Since then, another account has given it up, and it is
        // reserved.
        if (await findReserved(tx, person.email)) throw reserved();
        const added = await addPerson(tx, person);
        if (added) {
          await emails.welcome(tx, added);
          await emitClientCreated(tx, added.id);
        }
        const row = added ?? (await findByEmail(tx, person.email));
        if (row) await markVerified(tx, row);
        return { row, isNew: added !== undefined };
      });
      mailer.sendSoon();
      if (!row) throw new Error('an email is neither new nor known');
      return { ...(await enter(row, 'client', from)), isNew };
    },

    /** Signs in with a provider's profile. */
    async signInExternal(profile: ExternalProfile, from: From): Promise<SignedIn> {
      const row = await personOf(db, { mailer, reversions }, profile);
      mailer.sendSoon();
      return enter(row, 'client', from);
    },

    /** Sends a code to the new email. @returns the response, which is the same for every email, and the cookie of the code */
    async sendEmailCode(user: CurrentUser, email: string, from: From) {
      rejectAdmins(user);
      const known = codeBrowserOf(from.codeBrowser);
      const browser = known ?? randomId(20);
      await consumeSends(email, from.network, { browser, isNew: !known, gap: 'email_change' });
      await sendEmailChangeCode(
        db,
        { codes, mailer, reversions },
        { email, browser, userId: user.id },
      );
      return {
        answer: { message: sent, ...(fixedCode && { demo: true as const, demoCode: fixedCode }) },
        codeBrowser: `${browser}.${codeBrowsers.sign(browser)}`,
      };
    },

    async changeEmail(
      user: SignedInCaller,
      { email, otp: code }: { email: string; otp: string },
      from: From,
    ): Promise<CurrentUser> {
      rejectAdmins(user);
      const browser = codeBrowserOf(from.codeBrowser);
      await redeem({ email, purpose: 'email_change', browser }, { code, proof: undefined }, from);
      const changed = await changeEmail(db, { mailer, reversions }, user, email);
      await options.onProven({ id: changed.id, email: changed.email });
      return changed;
    },

    /** Restores an email. @returns the restored email */
    restoreEmail: (token: string): Promise<string> => reversions.restore(mailer, token),

    /** Sends a code to the user's own email, for actions that require more than an open session. */
    async sendOwnCode(user: CurrentUser, purpose: OwnPurpose, from: From) {
      const { email } = user;
      const known = codeBrowserOf(from.codeBrowser);
      const browser = known ?? randomId(20);
      await consumeSends(email, from.network, { browser, isNew: !known, gap: purpose });
      await sendOwnCode(db, { codes, mailer }, { email, purpose, browser });
      return {
        answer: { message: sent, ...(fixedCode && { demo: true as const, demoCode: fixedCode }) },
        codeBrowser: `${browser}.${codeBrowsers.sign(browser)}`,
      };
    },

    /** Redeems a code that was sent to the user's own email. @throws UNAUTHORIZED for a wrong code */
    async redeemOwnCode(
      { email }: CurrentUser,
      { purpose, otp: code }: { purpose: OwnPurpose; otp: string },
      from: From,
    ): Promise<void> {
      const browser = codeBrowserOf(from.codeBrowser);
      await redeem({ email, purpose, browser }, { code, proof: undefined }, from);
    },

    /** Changes the profile. Logs the client's earlier name, which is needed to find their data for deletion. */
    async changeProfile(user: SignedInCaller, fields: ProfileFields): Promise<CurrentUser> {
      return db.transaction(async (tx) => {
        const [before] = await tx.select().from(users).where(eq(users.id, user.id)).for('update');
        await rejectEndedSession(tx, user);
        const after = await change(user, fields, tx);
        const { firstName, lastName } = after;
        if (before && nameOfUser(before) !== nameOfUser(after)) {
          await recordAudit(tx, user, {
            action: user.isAdmin ? 'admin.renamed' : 'user.renamed',
            about: `${user.isAdmin ? 'admin' : 'user'}:${user.id}`,
            did: 'changed their name',
            before: { firstName: before.firstName, lastName: before.lastName },
            after: { firstName, lastName },
          });
        }
        return after;
      });
    },

    /** Changes the picture. @param upload undefined removes the picture */
    async changePicture(user: CurrentUser, upload: Uint8Array | undefined): Promise<CurrentUser> {
      if (!upload) return change(user, { profileImageUrl: null });
      const tooOften = 'You have changed your picture too often.';
      await rateLimits.consume('pictureOfUser', user.id, tooOften);
      return change(user, { profileImageUrl: await media.store(upload, 'avatar') });
    },

    async listSessions(userId: string, currentId: number): Promise<SessionSummary[]> {
      const list = await sessions.list(userId, currentId);
      return list.map((one) => ({ ...one, device: deviceName(one.device) }));
    },

    /**
     * Deletes expired rows, and emails the creators of API keys that expire soon.
     *
     * @returns an empty text
     */
    async sweep(): Promise<string> {
      await runParts({
        sessions: () => sessions.sweep(),
        codes: () => codes.sweep(),
        'rate limits': () => rateLimits.sweep(),
        'email reversions': () => reversions.sweep(),
        'sign-ins': () => adminSignIn.sweep(),
        'second factors': () => secondFactors.sweep(),
        'request keys': () => requestKeys.sweep(),
        'API keys': () => apiKeys.warn(),
      });
      return '';
    },
  };

  async function redeem(
    owner: Parameters<Codes['redeem']>[0],
    { code, proof }: { code: string; proof: string | undefined },
    { network }: From,
  ): Promise<void> {
    await rateLimits.consume('wrongGuessesOfNetwork', network, 'Too many wrong codes.');
    await codes.redeem(owner, code, proof);
    await rateLimits.reward('wrongGuessesOfNetwork', network);
  }

  function codeBrowserOf(value: string | undefined): string | undefined {
    const [browser = '', signature = ''] = value?.split('.') ?? [];
    return browser && codeBrowsers.verifies(signature, browser) ? browser : undefined;
  }

  /**
   * Counts a sent code. Each browser must wait a minute between codes for the same purpose. Browsers without a cookie
   * are also counted by network. A user who has just signed in gets another code immediately.
   */
  async function consumeSends(
    email: string,
    network: string,
    sender: { browser: string; isNew: boolean; gap: 'sign-in' | CodePurpose },
  ): Promise<void> {
    const mailbox = mailboxOf(email);
    await rateLimits.consume('codesFromNetwork', network);
    const senders = sender.isNew ? [network, sender.browser] : [sender.browser];
    for (const one of senders) {
      const key =
        sender.gap === 'sign-in' ? `${mailbox} ${one}` : `${mailbox} ${one} ${sender.gap}`;
      await rateLimits.consume('codeGap', key, 'A code was sent a moment ago.');
    }
    const tooManyCodes = 'Too many codes were sent to this address.';
    await rateLimits.consume('codesFromNetworkToMailbox', `${mailbox} ${network}`, tooManyCodes);
    await rateLimits.consume('codesToMailbox', mailbox, tooManyCodes);
  }

  async function change(
    user: CurrentUser,
    fields: Partial<UserRow>,
    tx: Pick<Database, 'update'> = db,
  ): Promise<CurrentUser> {
    const [row] = await tx
      .update(users)
      .set({ ...fields, updatedAt: new Date() })
      .where(eq(users.id, user.id))
      .returning();
    if (!row) throw new AppError('NOT_FOUND', 'This account no longer exists');
    return toCurrentUser(row, user.isAdmin ? 'admin' : 'client');
  }
}

export type Identity = ReturnType<typeof createIdentity>;
