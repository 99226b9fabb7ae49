import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { CheckResult } from '~/contract/setup/checks';
import type { Env } from '~/server/platform/env';
import { causeOf, resultsOf } from './result';

const gibibyte = 1024 ** 3;
const warnBelow = 2 * gibibyte;
const failBelow = gibibyte / 4;

type Statfs = (path: string) => Promise<{ bavail: number; bsize: number }>;

/** Free space where this machine writes; the disk of a database elsewhere is not seen from here. */
export async function checkDisk(
  env: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>,
  read: Statfs = statfs,
): Promise<CheckResult> {
  const { ok, warning, failed } = resultsOf('disk');
  let path = env.DATABASE_URL ? process.cwd() : env.DATA_DIR;
  while (!existsSync(path)) path = dirname(path);
  try {
    const { bavail, bsize } = await read(path);
    const free = bavail * bsize;
    const said = `${(free / gibibyte).toFixed(1)} GiB are free at ${path}`;
    if (free < failBelow) return failed(said, 'Make room: a full disk stops the database');
    if (free < warnBelow) return warning(said, 'Make room before it is full');
    return ok(said);
  } catch (error) {
    return warning(
      `Free space at ${path} cannot be read (${causeOf(error)})`,
      'Look at it by hand',
    );
  }
}
