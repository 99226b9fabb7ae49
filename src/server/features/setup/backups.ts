import { sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { settings } from '~/server/platform/db/schema/settings';

/** Records the time of a backup for the Setup page. `deploy/backup.sh` writes the same row. */
export async function recordBackup(
  db: Pick<Database, 'insert'>,
  backup: { finishedAt: Date; bytes: number },
): Promise<void> {
  const value = { finishedAt: backup.finishedAt.toISOString(), bytes: backup.bytes };
  await db
    .insert(settings)
    .values({ key: 'lastBackup', value })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: sql`now()` } });
}
