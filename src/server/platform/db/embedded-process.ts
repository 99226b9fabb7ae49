import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export const sleep = (milliseconds: number) =>
  new Promise<void>((done) => setTimeout(done, milliseconds));

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/**
 * Returns a text that identifies a running process; undefined once the process has ended. The pid is not enough,
 * because another process can have the same pid after a reboot or in a new container.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return undefined;
  }
  if (process.platform === 'win32') return 'alive';
  if (process.platform === 'linux') {
    try {
      const [stat, boot] = await Promise.all([
        readFile(`/proc/${pid}/stat`, 'utf8'),
        // Some containers hide this file. Without it, the start time still distinguishes processes since the last boot.
        readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
      ]);
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const [state, startedAt] = [fields[0], fields[19]];
      if (state === 'Z' || state === 'X') return undefined;
      return `${startedAt}@${boot.trim()}`;
    } catch (error) {
      if (errorCode(error) === 'ESRCH') return undefined;
    }
  }
  // With these variables, the start time is written in the same way in every terminal.
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  return execute('ps', ['-o', 'lstart=', '-p', String(pid)], { env }).then(
    ({ stdout }) => stdout.trim() || undefined,
    () => 'alive',
  );
}
