import DataLoader from 'dataloader';
import { and, desc, eq, getTableColumns, gt, isNull, lte, or, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import {
  type ApiKeyStatus,
  apiKeysMax,
  type Caller,
  keyWarningDays,
} from '~/contract/identity/api-keys';
import type { ApiKey, NewApiKey } from '~/contract/identity/api-keys-schema';
import { forbiddenMessageOf, may } from '~/contract/identity/permissions';
import { recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { apiKeys } from '~/server/platform/db/schema/api-keys';
import { users } from '~/server/platform/db/schema/identity';
import type { Mailer } from '~/server/platform/mail/mailer';
import { identityEmails } from './emails';
import { newApiKey } from './key-format';
import { sha256 } from './tokens';
import { nameOfUser, toCurrentUser } from './users';

const startLength = 8;
const day = 24 * 60 * 60 * 1000;

const isLive = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`));

/** Manages API keys of admins. Owners create and revoke keys, and each call with a key reads the key. */
export function createApiKeys(db: Database, { mailer }: { mailer: Mailer }) {
  const byHash = db
    .select({
      keyHash: apiKeys.keyHash,
      key: { id: apiKeys.id, name: apiKeys.name, permissions: apiKeys.permissions },
      user: {
        id: users.id,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        profileImageUrl: users.profileImageUrl,
        adminRole: users.adminRole,
        deletionDueAt: users.deletionDueAt,
      },
      isUsedUnseen: sql<boolean>`coalesce(${apiKeys.lastUsedAt} < date_trunc('minute', now()), true)`,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(
      and(
        sql`${apiKeys.keyHash} = any(${sql.placeholder('keyHashes')})`,
        isLive,
        isNull(users.disabledAt),
        users.isAdmin,
      ),
    )
    .prepare('api_keys_with_users');

  /** Reads the keys of all requests in one turn of the event loop with a single query, like sessions. Nothing is cached. */
  const loader = new DataLoader(
    async (keyHashes: readonly string[]) => {
      const rows = await byHash.execute({ keyHashes: [...new Set(keyHashes)] });
      const found = new Map(rows.map((row) => [row.keyHash, row]));
      return keyHashes.map((keyHash) => found.get(keyHash));
    },
    { cache: false, batchScheduleFn: setImmediate, maxBatchSize: 200 },
  );

  return {
    /**
     * Authenticates a key. Unknown, expired and revoked keys take the same time.
     *
     * @returns the admin, limited to the key's permissions
     */
    async authenticate(given: string, ip: string): Promise<Caller | undefined> {
      const row = await loader.load(sha256(given));
      if (!row) return undefined;
      if (row.isUsedUnseen) {
        await db
          .update(apiKeys)
          .set({ lastUsedAt: sql`date_trunc('minute', now())`, lastUsedFrom: ip })
          .where(eq(apiKeys.id, row.key.id));
      }
      return { ...toCurrentUser(row.user, 'admin'), apiKey: row.key };
    },

    /** Lists keys, newest first. */
    async list(): Promise<ApiKey[]> {
      const rows = await db
        .select({
          key: getTableColumns(apiKeys),
          status: sql<ApiKeyStatus>`case when ${isLive} then 'active' else 'expired' end`,
          creator: { firstName: users.firstName, lastName: users.lastName },
        })
        .from(apiKeys)
        .innerJoin(users, eq(users.id, apiKeys.userId))
        .orderBy(desc(apiKeys.id));
      return rows.map(({ key: { id, name, start, permissions, ...key }, status, creator }) => ({
        ...{ id, name, start, permissions, status },
        createdBy: nameOfUser(creator),
        createdAt: key.createdAt.toISOString(),
        expiresAt: key.expiresAt?.toISOString() ?? null,
        lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
        lastUsedFrom: key.lastUsedFrom,
      }));
    },

    /** Creates a key. @returns the key, which cannot be read again later */
    async create(actor: Caller, { name, permissions, expiresAt }: NewApiKey) {
      const lacking = permissions.find((one) => !may(actor, one));
      if (lacking) throw new AppError('FORBIDDEN', forbiddenMessageOf(actor, lacking));
      const key = newApiKey();
      const expiry = expiresAt ? new Date(expiresAt) : null;
      const isShort = expiry && expiry.getTime() - Date.now() < keyWarningDays * day;
      const id = await db.transaction(async (tx) => {
        // Locks the table, so that concurrent calls cannot exceed the maximum number of keys.
        await tx.execute(sql`lock table api_keys in share row exclusive mode`);
        if ((await tx.$count(apiKeys)) >= apiKeysMax) {
          const message = `There are ${apiKeysMax} API keys already. Revoke one first.`;
          throw new AppError('CONFLICT', message);
        }
        const [row] = await tx
          .insert(apiKeys)
          .values({
            name,
            permissions,
            keyHash: sha256(key),
            start: key.slice(0, startLength),
            userId: actor.id,
            expiresAt: expiry,
            warnedAt: isShort ? new Date() : null,
          })
          .returning({ id: apiKeys.id });
        if (!row) throw new Error('an API key was not stored');
        await recordAudit(tx, actor, {
          action: 'apiKey.created',
          about: `apiKey:${row.id}`,
          did: `created the API key “${name}”`,
          after: { permissions, expiresAt },
        });
        return row.id;
      });
      return { id, key };
    },

    /** Deletes a key. The next call with it is rejected. */
    async revoke(actor: Caller, id: number): Promise<{ id: number }> {
      await db.transaction(async (tx) => {
        const [row] = await tx.delete(apiKeys).where(eq(apiKeys.id, id)).returning();
        if (!row) throw new AppError('NOT_FOUND', 'API key not found');
        await recordAudit(tx, actor, {
          action: 'apiKey.revoked',
          about: `apiKey:${id}`,
          did: `revoked the API key “${row.name}”`,
          before: { permissions: row.permissions, createdAt: row.createdAt },
        });
      });
      return { id };
    },

    /** Emails the creators of keys that expire within seven days, once per key. */
    async warn(): Promise<void> {
      const emails = identityEmails(await mailer.open());
      await db.transaction(async (tx) => {
        const due = await tx
          .update(apiKeys)
          .set({ warnedAt: sql`now()` })
          .from(users)
          .where(
            and(
              eq(users.id, apiKeys.userId),
              isNull(users.disabledAt),
              isNull(apiKeys.warnedAt),
              gt(apiKeys.expiresAt, sql`now()`),
              lte(apiKeys.expiresAt, sql`now() + make_interval(days => ${keyWarningDays})`),
            ),
          )
          .returning({
            id: apiKeys.id,
            name: apiKeys.name,
            expiresAt: apiKeys.expiresAt,
            email: users.email,
          });
        for (const { expiresAt, ...key } of due) {
          if (expiresAt) await emails.warnOfKeyExpiry(tx, { ...key, expiresAt });
        }
      });
      mailer.sendSoon();
    },
  };
}

export type ApiKeys = ReturnType<typeof createApiKeys>;
