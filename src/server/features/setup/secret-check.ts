import { createHmac } from 'node:crypto';

import { eq, sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { settings } from '~/server/platform/db/schema/settings';

/** What is known of the secret that this database was used with; the secret itself is not stored. */
interface KnownSecret {
  check: string;
  /** Of the one before, where it was changed: with that one back, all is as it was. */
  former?: string;
  changedAt?: string;
  /** The newest recovery code by then. */
  lastRecoveryCode?: number;
}

const key = 'authSecret';

const checkOf = (secret: string): string =>
  createHmac('sha256', secret).update('check of AUTH_SECRET').digest('base64url');

async function readKnown(db: Pick<Database, 'select'>): Promise<KnownSecret | undefined> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key));
  return row?.value as KnownSecret | undefined;
}

/** Remembers the secret at each start, and when it was changed. */
export async function noteSecret(db: Database, secret: string): Promise<void> {
  const check = checkOf(secret);
  const known = await readKnown(db);
  if (known?.check === check) return;
  let value: KnownSecret = { check };
  if (known && known.former !== check) {
    const [row] = await db.execute<{ last: number }>(
      sql`select coalesce(max(id), 0)::int as last from recovery_codes`,
    );
    value = {
      check,
      former: known.check,
      changedAt: new Date().toISOString(),
      lastRecoveryCode: row?.last ?? 0,
    };
  }
  await db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: sql`now()` } });
}

/** What a change of the secret means, while it means something; undefined where it was not changed, or all second factors are new. */
export async function findSecretChange(
  db: Pick<Database, 'select' | 'execute'>,
  secret: string,
): Promise<{ detail: string; action: string } | undefined> {
  const known = await readKnown(db);
  const isNoted = known?.check === checkOf(secret);
  if (!known || (isNoted && !known.changedAt)) return undefined;
  const before = isNoted ? known.changedAt : 'infinity';
  const last = isNoted ? (known.lastRecoveryCode ?? 0) : null;
  const [row] = await db.execute<{ admins: number }>(sql`
    select count(*)::int as admins from (
      select user_id from totp_secrets where confirmed_at is not null and created_at < ${before}::timestamptz
      union
      select user_id from recovery_codes where used_at is null and (${last}::int is null or id <= ${last}::int)
    ) as affected`);
  const admins = row?.admins ?? 0;
  // What else depends on it ends by itself: codes that are on their way within minutes.
  if (admins === 0) return undefined;
  return {
    detail: `AUTH_SECRET is another one than before: the authenticator apps and recovery codes of ${admins} admin${admins === 1 ? '' : 's'} no longer work, nor do links to unsubscribe in mails already sent`,
    action:
      'Put the former one back, or run "npm run admin -- reset-second-factor USERNAME" for each',
  };
}
