import { and, eq, gt, isNull, lte } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { type SecondFactorMethod, signInMinutes } from '~/contract/identity/second-factors';
import type {
  PasskeyRegistration,
  RecoveryCodes,
  SecondFactor,
} from '~/contract/identity/second-factors-schema';
import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';
import { pendingSignIns } from '~/server/platform/db/schema/second-factors';
import { deleteInBatches } from '~/server/platform/jobs/clean-up';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';
import type { Passwords } from './passwords';
import type { SecondFactors } from './second-factors';
import type { From, SignedIn } from './signed-in';
import { createSigner, randomId, sha256 } from './tokens';
import { findAdmin, type UserRow } from './users';

type Executor = Pick<Database, 'insert' | 'update' | 'select' | 'delete'>;

const tokenLength = 40;

/** A signed-in admin, with the cookie that identifies their browser at later sign-ins. */
export type AdminSignedIn = SignedIn & { browser: string };

/** State after an admin entered the correct password and still needs a second factor. There is no session yet. */
export interface PendingSignIn {
  pending: { token: string; expiresAt: Date };
  /** Second factors of the admin; empty if the admin has to set one up first. */
  methods: SecondFactorMethod[];
}

const lapsed = () =>
  new AppError('UNAUTHORIZED', 'Your sign-in took too long. Please enter your password again.');

/**
 * Signs admins in to the panel: with a password, then with a second factor if the admin has one or the agency requires one.
 */
export function createAdminSignIn(
  db: Database,
  options: {
    secret: string;
    rateLimits: RateLimits;
    passwords: Passwords;
    secondFactors: SecondFactors;
    /** Opens a session for an admin. */
    enter(row: UserRow, from: From): Promise<SignedIn>;
  },
) {
  const { rateLimits, passwords, secondFactors } = options;
  const browsers = createSigner(options.secret, 'known browsers');

  function browserOf(value: string | undefined, username: string): string | undefined {
    const [id = '', signature = ''] = value?.split('.') ?? [];
    return id && browsers.verifies(signature, id, username) ? id : undefined;
  }

  async function finish(
    row: UserRow,
    from: From,
    knownBrowser: string | undefined,
  ): Promise<AdminSignedIn> {
    const username = (row.username ?? '').toLowerCase();
    const id = browserOf(knownBrowser, username) ?? crypto.randomUUID();
    const signedIn = await options.enter(row, from);
    return { ...signedIn, browser: `${id}.${browsers.sign(id, username)}` };
  }

  /** Continues a sign-in after the correct password. */
  async function proceed(
    row: UserRow,
    from: From,
    knownBrowser: string | undefined,
  ): Promise<AdminSignedIn | PendingSignIn> {
    const methods = await secondFactors.methodsOf(row.id);
    if (methods.length === 0 && !(await secondFactors.isRequired())) {
      return finish(row, from, knownBrowser);
    }
    const token = randomId(tokenLength);
    const expiresAt = new Date(Date.now() + signInMinutes * 60_000);
    await db.insert(pendingSignIns).values({ tokenHash: sha256(token), userId: row.id, expiresAt });
    return { pending: { token, expiresAt }, methods };
  }

  const isLive = (token: string) =>
    and(eq(pendingSignIns.tokenHash, sha256(token)), gt(pendingSignIns.expiresAt, new Date()));

  /** Returns the admin of a pending sign-in. @throws UNAUTHORIZED for an unknown sign-in */
  async function read(token: string | undefined): Promise<UserRow> {
    const [row] = token
      ? await db
          .select({ user: users })
          .from(pendingSignIns)
          .innerJoin(users, eq(users.id, pendingSignIns.userId))
          .where(and(isLive(token), eq(users.isAdmin, true), isNull(users.disabledAt)))
      : [];
    if (!row) throw lapsed();
    return row.user;
  }

  /**
   * Returns the admin of a pending sign-in who has no second factor yet. Rejects admins who have one, because otherwise
   * a password alone would be enough to add another factor.
   */
  async function readForSetup(token: string | undefined): Promise<UserRow> {
    const row = await read(token);
    if ((await secondFactors.methodsOf(row.id)).length > 0) throw notFirst();
    return row;
  }

  /** Deletes a pending sign-in, so that it leads to only one session. */
  async function consume(tx: Executor, token: string | undefined): Promise<void> {
    const used = await tx
      .delete(pendingSignIns)
      .where(isLive(token ?? ''))
      .returning({ userId: pendingSignIns.userId });
    if (used.length === 0) throw lapsed();
  }

  const consumeForFirst = (token: string | undefined) => async (tx: Executor, isFirst: boolean) => {
    if (!isFirst) throw notFirst();
    await consume(tx, token);
  };

  return {
    proceed,

    /**
     * Checks username and password.
     *
     * @param knownBrowser cookie of an earlier sign-in. A browser with this cookie has its own rate limit, which other
     * browsers cannot use up.
     */
    async signIn(
      credentials: { username: string; password: string },
      from: From,
      knownBrowser: string | undefined,
    ): Promise<AdminSignedIn | PendingSignIn> {
      const username = credentials.username.toLowerCase();
      const known = browserOf(knownBrowser, username);
      const counted = known
        ? ([['adminByBrowser', known]] as const)
        : ([
            ['adminByUsername', username],
            ['adminByNetwork', from.network],
          ] as const);
      for (const [limit, key] of counted)
        await rateLimits.consume(limit, key, 'Too many attempts.');
      const row = await findAdmin(db, username);
      if (!(await passwords.matches(row?.passwordHash, credentials.password)) || !row) {
        throw new AppError('UNAUTHORIZED', 'Invalid username or password');
      }
      const entry = await proceed(row, from, knownBrowser);
      for (const [limit, key] of counted) await rateLimits.reward(limit, key);
      return entry;
    },

    /** Verifies the second factor. @param token the cookie of the first step */
    async verify(
      token: string | undefined,
      proof: SecondFactor,
      from: From & { origin: string },
      knownBrowser: string | undefined,
    ): Promise<AdminSignedIn> {
      const row = await read(token);
      if (!(await secondFactors.verify(row.id, proof, from))) {
        throw new AppError(
          'UNAUTHORIZED',
          proof.method === 'passkey'
            ? 'This passkey was not accepted. Please try again.'
            : 'This code is wrong or was already used. Please try another one.',
        );
      }
      await consume(db, token);
      return finish(row, from, knownBrowser);
    },

    beginPasskeyUse: async (token: string | undefined, origin: string) =>
      secondFactors.beginPasskeyUse((await read(token)).id, origin),

    beginTotp: async (token: string | undefined) =>
      secondFactors.beginTotp(await readForSetup(token)),

    async confirmTotp(
      token: string | undefined,
      code: string,
      from: From,
      knownBrowser: string | undefined,
    ): Promise<AdminSignedIn & RecoveryCodes> {
      const row = await readForSetup(token);
      const codes = await secondFactors.confirmTotp(row, code, consumeForFirst(token));
      return { ...(await finish(row, from, knownBrowser)), ...codes };
    },

    beginPasskey: async (token: string | undefined, origin: string) =>
      secondFactors.beginPasskey(await readForSetup(token), origin),

    async addPasskey(
      token: string | undefined,
      passkey: { name: string; response: PasskeyRegistration },
      from: From & { origin: string },
      knownBrowser: string | undefined,
    ): Promise<AdminSignedIn & RecoveryCodes> {
      const row = await readForSetup(token);
      const codes = await secondFactors.addPasskey(
        row,
        passkey,
        from.origin,
        consumeForFirst(token),
      );
      return { ...(await finish(row, from, knownBrowser)), ...codes };
    },

    async sweep(): Promise<void> {
      const { expiresAt } = pendingSignIns;
      const rows = { where: lte(expiresAt, new Date()), oldest: expiresAt };
      await deleteInBatches(db, pendingSignIns, rows);
    },
  };
}

const notFirst = () =>
  new AppError('CONFLICT', 'This account already has a second factor. Please sign in with it.');

export type AdminSignIn = ReturnType<typeof createAdminSignIn>;
