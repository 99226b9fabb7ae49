import { createHmac } from 'node:crypto';

import { eq, sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { settings } from '~/server/platform/db/schema/settings';

/** Period during which one secret was used. It ends when the next period begins. */
interface Period {
  check: string;
  /** Start of the period by the database's clock. */
  from: string;
  /** Id of the newest recovery code at the start of the period. */
  afterCode: number;
}

/** Known periods in which secrets were used with this database. The secrets themselves are not stored. */
interface KnownSecrets {
  /** Check value of the last secret. */
  check: string;
  periods: Period[];
}

const key = 'authSecret';

const checkOf = (secret: string): string =>
  createHmac('sha256', secret).update('check of AUTH_SECRET').digest('base64url');

const firstPeriod = (check: string): Period => ({ check, from: '-infinity', afterCode: 0 });

async function readPeriods(db: Pick<Database, 'select'>): Promise<Period[]> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key));
  const known = row?.value as KnownSecrets | undefined;
  return known?.periods ?? [];
}

/**
 * Finds the second factors that depend on the secret, with the period in which they were created and the admin to whom
 * they belong.
 */
async function findFactors(
  db: Pick<Database, 'execute'>,
  periods: readonly Period[],
): Promise<{ period: number; userId: string }[]> {
  const bounds = periods.map(({ from, afterCode }, period) => ({
    period,
    since: from,
    until: periods[period + 1]?.from ?? 'infinity',
    after_code: afterCode,
    last_code: periods[period + 1]?.afterCode ?? null,
  }));
  return db.execute<{ period: number; userId: string }>(sql`
    with periods as (
      select * from jsonb_to_recordset(${JSON.stringify(bounds)}::jsonb)
        as (period int, since timestamptz, until timestamptz, after_code bigint, last_code bigint)
    )
    select period, user_id as "userId" from totp_secrets
      join periods on created_at >= since and created_at < until
      where confirmed_at is not null
    union
    select period, user_id from recovery_codes
      join periods on id > after_code and (last_code is null or id <= last_code)
      where used_at is null`);
}

/** Records the check value of the secret at each start, and when the secret changed. */
export async function noteSecret(db: Database, secret: string): Promise<void> {
  const check = checkOf(secret);
  const known = await readPeriods(db);
  if (known.at(-1)?.check === check) return;
  const made = new Set((await findFactors(db, known)).map(({ period }) => period));
  // Drops periods of which no second factors remain.
  const kept = known.filter((_, period) => made.has(period));
  const [now] = await db.execute<{ from: string; code: number }>(sql`
    select clock_timestamp()::text as from, (select coalesce(max(id), 0)::int from recovery_codes) as code`);
  const begun = now && kept.length > 0 ? { check, from: now.from, afterCode: now.code } : undefined;
  const value: KnownSecrets = { check, periods: [...kept, begun ?? firstPeriod(check)] };
  await db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: sql`now()` } });
}

/**
 * Describes a change of the secret that still has consequences; undefined if all second factors were created with the
 * current secret.
 */
export async function findSecretChange(
  db: Pick<Database, 'select' | 'execute'>,
  secret: string,
): Promise<{ detail: string; action: string } | undefined> {
  const check = checkOf(secret);
  const periods = await readPeriods(db);
  const factors = await findFactors(db, periods);
  const works = ({ period }: { period: number }) => periods[period]?.check === check;
  const admins = new Set(factors.filter((one) => !works(one)).map(({ userId }) => userId)).size;
  // Checks only second factors, although a changed secret also invalidates webhook secrets, links to unsubscribe and
  // links to quotes.
  if (admins === 0) return undefined;
  const reset = 'run "npm run admin -- reset-second-factor USERNAME" for each';
  return {
    detail: `AUTH_SECRET is another one than before: the authenticator apps and recovery codes of ${admins} admin${admins === 1 ? '' : 's'} no longer work, nor do webhook secrets, and links to quotes and to unsubscribe in emails already sent`,
    action: factors.some(works)
      ? `Others were made with this one, so keep it, and ${reset}`
      : `Put the former one back, or ${reset}`,
  };
}
