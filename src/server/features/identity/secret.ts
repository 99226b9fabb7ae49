import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createFolder } from '~/server/platform/db/create-folder';
import type { Env } from '~/server/platform/env';

/** Returns the secret from which keys are derived: the configured one, or one that is generated once for the data folder. */
export async function readAuthSecret(env: Pick<Env, 'AUTH_SECRET' | 'DATA_DIR'>): Promise<string> {
  if (env.AUTH_SECRET) return env.AUTH_SECRET;
  const file = join(env.DATA_DIR, 'auth-secret');
  await createFolder(env.DATA_DIR);
  try {
    // Fails if the file exists, so that two processes that start at the same time use the same secret.
    await writeFile(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}
