import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { and, count, eq, gt, lte } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { passkeyMax, signInMinutes } from '~/contract/identity/second-factors';
import type {
  PasskeyAssertion,
  PasskeyRegistration,
} from '~/contract/identity/second-factors-schema';
import type { Database } from '~/server/platform/db/client';
import { passkeyChallenges, passkeys } from '~/server/platform/db/schema/second-factors';
import { deleteInBatches } from '~/server/platform/jobs/clean-up';

/** Options without extensions, whose bytes JSON cannot represent. This code uses no extensions. */
type AsJson<Options> = Omit<Options, 'extensions'> & { extensions?: { credProps?: boolean } };
/** Options for a browser to create a passkey. */
export type PasskeyCreation = AsJson<PublicKeyCredentialCreationOptionsJSON>;
/** Options for a browser to sign with a passkey. */
export type PasskeyUse = AsJson<PublicKeyCredentialRequestOptionsJSON>;

/** Imported when a passkey is first used, because importing it takes a third of the startup time. */
const loadLibrary = () => import('@simplewebauthn/server');

type Executor = Pick<Database, 'insert' | 'update' | 'select' | 'delete'>;

type PasskeyRow = typeof passkeys.$inferSelect;

/** Site to which a passkey belongs, as browsers show it. */
export interface PasskeySite {
  /** Origin of the site, such as https://agency.example. */
  origin: string;
  name: string;
}

const hostOf = ({ origin }: PasskeySite) => new URL(origin).hostname;
const transportsOf = (row: PasskeyRow) => row.transports as AuthenticatorTransport[];

/**
 * Converts every error of the library to the same result. The library throws if challenge, site or key do not match.
 */
const unverified = () => undefined;

/** Manages passkeys (WebAuthn credentials) as a second factor. */
export function createPasskeys(db: Database) {
  const ofUser = (userId: string) => eq(passkeys.userId, userId);

  async function remember(userId: string, challenge: string): Promise<void> {
    const expiresAt = new Date(Date.now() + signInMinutes * 60_000);
    await db.insert(passkeyChallenges).values({ challenge, userId, expiresAt });
  }

  /**
   * Returns a function that checks a challenge of a user. The first response uses the challenge up,
   * even if the response is incorrect.
   */
  const isAsked = (userId: string) => async (challenge: string) => {
    const asked = await db
      .delete(passkeyChallenges)
      .where(
        and(
          eq(passkeyChallenges.challenge, challenge),
          eq(passkeyChallenges.userId, userId),
          gt(passkeyChallenges.expiresAt, new Date()),
        ),
      )
      .returning({ userId: passkeyChallenges.userId });
    return asked.length > 0;
  };

  const list = (tx: Pick<Database, 'select'>, userId: string) =>
    tx.select().from(passkeys).where(ofUser(userId)).orderBy(passkeys.createdAt, passkeys.id);

  return {
    list,

    async beginRegistration(site: PasskeySite, user: { id: string; name: string; label: string }) {
      const known = await list(db, user.id);
      const { generateRegistrationOptions } = await loadLibrary();
      const options = await generateRegistrationOptions({
        rpName: site.name,
        rpID: hostOf(site),
        userID: new TextEncoder().encode(user.id),
        userName: user.label,
        userDisplayName: user.name,
        attestationType: 'none',
        excludeCredentials: known.map((row) => ({ id: row.id, transports: transportsOf(row) })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      });
      await remember(user.id, options.challenge);
      return options;
    },

    /** Verifies a new passkey. @returns the passkey to store */
    async verifyRegistration(
      site: PasskeySite,
      userId: string,
      response: PasskeyRegistration,
    ): Promise<Omit<typeof passkeys.$inferInsert, 'name'>> {
      const { verifyRegistrationResponse } = await loadLibrary();
      const verified = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: isAsked(userId),
        expectedOrigin: site.origin,
        expectedRPID: hostOf(site),
        requireUserVerification: false,
      }).catch(unverified);
      if (!verified?.verified) {
        throw new AppError('BAD_REQUEST', 'This passkey could not be added. Please try again.');
      }
      const { credential } = verified.registrationInfo;
      return {
        id: credential.id,
        userId,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: response.response.transports ?? [],
      };
    },

    async add(tx: Executor, row: typeof passkeys.$inferInsert): Promise<void> {
      const [held] = await tx.select({ value: count() }).from(passkeys).where(ofUser(row.userId));
      if ((held?.value ?? 0) >= passkeyMax) {
        throw new AppError('CONFLICT', `An account has at most ${passkeyMax} passkeys`);
      }
      const added = await tx
        .insert(passkeys)
        .values(row)
        .onConflictDoNothing()
        .returning({ id: passkeys.id });
      if (added.length === 0) throw new AppError('CONFLICT', 'This passkey is already registered');
    },

    async beginUse(site: PasskeySite, userId: string) {
      const known = await list(db, userId);
      const { generateAuthenticationOptions } = await loadLibrary();
      const options = await generateAuthenticationOptions({
        rpID: hostOf(site),
        allowCredentials: known.map((row) => ({ id: row.id, transports: transportsOf(row) })),
        userVerification: 'preferred',
      });
      await remember(userId, options.challenge);
      return options;
    },

    /** Verifies a response to the challenge. @returns whether one of the user's passkeys has signed it */
    async use(site: PasskeySite, userId: string, response: PasskeyAssertion): Promise<boolean> {
      const mine = and(ofUser(userId), eq(passkeys.id, response.id));
      const [row] = await db.select().from(passkeys).where(mine);
      if (!row) return false;
      const { verifyAuthenticationResponse } = await loadLibrary();
      const verified = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: isAsked(userId),
        expectedOrigin: site.origin,
        expectedRPID: hostOf(site),
        requireUserVerification: false,
        credential: {
          id: row.id,
          publicKey: new Uint8Array(Buffer.from(row.publicKey, 'base64url')),
          counter: row.counter,
          transports: transportsOf(row),
        },
      }).catch(unverified);
      if (!verified?.verified) return false;
      await db
        .update(passkeys)
        .set({ counter: verified.authenticationInfo.newCounter, lastUsedAt: new Date() })
        .where(mine);
      return true;
    },

    /** Removes a passkey of the user. @returns its name; undefined if the user has no such passkey */
    async remove(tx: Executor, userId: string, id: string): Promise<string | undefined> {
      const [row] = await tx
        .delete(passkeys)
        .where(and(ofUser(userId), eq(passkeys.id, id)))
        .returning({ name: passkeys.name });
      return row?.name;
    },

    async removeAll(tx: Executor, userId: string): Promise<void> {
      await tx.delete(passkeys).where(ofUser(userId));
    },

    async sweep(): Promise<void> {
      const { expiresAt } = passkeyChallenges;
      const rows = { where: lte(expiresAt, new Date()), oldest: expiresAt };
      await deleteInBatches(db, passkeyChallenges, rows);
    },
  };
}
