import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

import { eq } from 'drizzle-orm';

import type { CheckResult } from '~/contract/setup/checks';
import type { Database } from '~/server/platform/db/client';
import { settings } from '~/server/platform/db/schema/settings';
import type { Env } from '~/server/platform/env';
import { isDumpCount } from '~/server/platform/env-warnings';
import { causeOf, resultsOf } from './result';

const gibibyte = 1024 ** 3;
const warnBelow = 2 * gibibyte;
const failBelow = gibibyte / 4;

const inGib = (bytes: number): string => `${(bytes / gibibyte).toFixed(1)} GiB`;

type Statfs = (path: string) => Promise<{ bavail: number; bsize: number }>;

/** Settings of `deploy/backup.sh`. */
export interface BackupPlan {
  folder: string;
  kept: number;
}

/**
 * Parses the settings of the backup script.
 *
 * @returns undefined if the script rejects the numbers, which `envWarnings` reports
 */
export function backupPlanOf(given: Record<string, string | undefined>): BackupPlan | undefined {
  const daily = given.KEEP_DAILY || '14';
  const weekly = given.KEEP_WEEKLY || '8';
  if (!isDumpCount(daily) || !isDumpCount(weekly)) return undefined;
  return {
    folder: given.BACKUP_DIR || '/var/backups/kestrel',
    kept: Number(daily) + Number(weekly),
  };
}

/** Checks the free space on the disk of this machine. The disk of a remote database is not visible from here. */
export async function checkDisk(
  env: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>,
  { read = statfs, backup }: { read?: Statfs; backup?: BackupPlan & { bytes: number } } = {},
): Promise<CheckResult> {
  const { ok, warning, failed } = resultsOf('disk');
  const folders = [env.DATA_DIR, ...(env.DATABASE_URL ? [process.cwd()] : [])].map(there);
  try {
    const found = await Promise.all(
      folders.map(async (path) => ({ path, free: freeOf(await read(path)) })),
    );
    const least = found.reduce((one, other) => (other.free < one.free ? other : one));
    const said = `${inGib(least.free)} are free at ${least.path}`;
    if (least.free < failBelow) return failed(said, 'Make room: a full disk stops the database');
    if (least.free < warnBelow) return warning(said, 'Make room before it is full');
    if (!backup) return ok(said);
    const all = backup.bytes * backup.kept;
    const backups = `${backup.kept} backups as large as the last one take ${inGib(all)}`;
    const room = existsSync(backup.folder) ? freeOf(await read(backup.folder)) : undefined;
    if (room === undefined || room > all) return ok(`${said}; ${backups}`);
    return warning(
      `${said}; ${backups}, and ${inGib(room)} are free at ${backup.folder}`,
      'Keep fewer (KEEP_DAILY, KEEP_WEEKLY), move files into an S3 store (FILES_URL), or make room',
    );
  } catch (error) {
    return warning(
      `Free space at ${folders.join(' and ')} cannot be read (${causeOf(error)})`,
      'Look at it by hand',
    );
  }
}

const freeOf = ({ bavail, bsize }: { bavail: number; bsize: number }): number => bavail * bsize;

/** Returns the folder itself, or its nearest existing parent. */
function there(path: string): string {
  return existsSync(path) ? path : there(dirname(path));
}

/** Returns the size of the last backup; undefined if unknown. */
export async function lastBackupBytes(db: Pick<Database, 'select'>): Promise<number | undefined> {
  const [row] = await db.select().from(settings).where(eq(settings.key, 'lastBackup'));
  return (row?.value as { bytes?: number } | undefined)?.bytes;
}
