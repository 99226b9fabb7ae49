import { randomUUID } from 'node:crypto';

import type { CheckResult } from '~/contract/setup/checks';
import { hasStoredObjects, storeForgotten } from '~/server/features/setup/start-warnings';
import type { Database } from '~/server/platform/db/client';
import type { Env } from '~/server/platform/env';
import { parseFilesUrl } from '~/server/platform/files/files-url';
import { createObjectStore } from '~/server/platform/files/object-store';
import { causeOf, resultsOf } from './result';

/** Writes, reads and deletes an object. */
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
    if (!read?.equals(content)) throw new Error('what was read is not what was written');
    return ok(`${address.url} takes, returns and deletes objects`);
  } catch (error) {
    return failed(
      `${address.url}: ${causeOf(error)}`,
      'Check key, secret, host, bucket and region in FILES_URL, and that the key may put, get and delete objects',
    );
  }
}
