import { randomUUID } from 'node:crypto';

import { sql } from 'drizzle-orm';

import type { CheckResult } from '~/contract/setup/checks';
import { hasStoredObjects, storeForgotten } from '~/server/features/setup/start-warnings';
import type { Database } from '~/server/platform/db/client';
import type { Env } from '~/server/platform/env';
import { parseFilesUrl } from '~/server/platform/files/files-url';
import { createObjectStore } from '~/server/platform/files/object-store';
import { causeOf, resultsOf } from './result';

/**
 * Returns the newest and the oldest objects of files and pictures; none if the database is unreachable, which another check
 * reports.
 */
async function sampleOf(db: Pick<Database, 'execute'>): Promise<string[]> {
  const files = sql`select id, 'files/' || key as key from files where store = 's3' and finished_at is not null`;
  const pictures = sql`select created_at as id, 'media/' || hash as key from media where bytes is null`;
  try {
    const rows = await db.execute<{ key: string }>(sql`
      (select key from (${files}) f order by id desc limit 5) union
      (select key from (${files}) f order by id limit 5) union
      (select key from (${pictures}) p order by id desc limit 5)`);
    return rows.map(({ key }) => key);
  } catch {
    // The database check reports the reason.
    return [];
  }
}

/** Writes, reads and deletes an object, and looks up a sample of the stored ones. */
export async function checkFiles(
  env: Pick<Env, 'FILES_URL'>,
  db: Pick<Database, 'execute'>,
): Promise<CheckResult> {
  const { ok, unused, failed } = resultsOf('files');
  const address = env.FILES_URL ? parseFilesUrl(env.FILES_URL) : undefined;
  if (!address) {
    return (await hasStoredObjects(db))
      ? failed(storeForgotten.detail, storeForgotten.action)
      : unused('Files and pictures are in the database');
  }
  const store = createObjectStore(address);
  const key = `check-${randomUUID()}`;
  const content = Buffer.from('written by a check');
  try {
    await store.put(key, content);
    const read = await store.get(key);
    await store.remove(key);
    if (!read?.equals(content))
      throw new Error('the content read differs from the content written');
    const sample = await sampleOf(db);
    const found = await Promise.all(sample.map((one) => store.has(one)));
    const missing = found.filter((isThere) => !isThere).length;
    if (missing > 0) {
      return failed(
        `${address.url} lacks ${missing} of ${sample.length} files and pictures that were looked for`,
        'Set FILES_URL to the store that holds them, or copy its objects into this one: a backup of the database does not hold them',
      );
    }
    return ok(`${address.url} takes, returns and deletes objects`);
  } catch (error) {
    return failed(
      `${address.url}: ${causeOf(error)}`,
      'Check key, secret, host, bucket and region in FILES_URL, and that the key may put, get and delete objects',
    );
  }
}
