import { sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import type { Env } from '~/server/platform/env';
import { findSecretChange, noteSecret } from './secret-check';

/** Returns whether S3 contains any file or picture. */
export async function hasStoredObjects(db: Pick<Database, 'execute'>): Promise<boolean> {
  const [row] = await db.execute<{ some: boolean }>(sql`
    select exists (select from files where store = 's3' and finished_at is not null)
      or exists (select from media where bytes is null) as some`);
  return row?.some ?? false;
}

export const storeForgotten = {
  detail: 'Files or pictures are in an S3 store, and FILES_URL is unset: they cannot be read',
  action: 'Set FILES_URL to that store',
};

/** Returns warnings about problems that do not prevent startup, one text for each. */
export async function startWarnings(
  db: Database,
  { env, secret }: { env: Pick<Env, 'FILES_URL'>; secret: string },
): Promise<string[]> {
  await noteSecret(db, secret);
  const found = [
    await findSecretChange(db, secret),
    !env.FILES_URL && (await hasStoredObjects(db)) ? storeForgotten : undefined,
  ];
  return found.flatMap((one) => (one ? [`${one.detail}. ${one.action}`] : []));
}
