import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Default settings file, in the original working directory. */
let foundFile: string | undefined;

/** Returns whether the operator set `ENV_FILE`. */
export const isNamed = (file: string | undefined): boolean =>
  file !== undefined && file !== foundFile;

/**
 * Changes the working directory to the installation folder, which contains `dist`, `drizzle` and `node_modules`, so
 * that the program can be started from anywhere. `.env` and the data folder stay relative to the original working
 * directory.
 *
 * @param script the running program, such as `/opt/kestrel/dist/server/main.js`
 */
export function enterOwnFolder(script = process.argv[1] ?? ''): void {
  const startedIn = process.cwd();
  const own = resolve(dirname(script), '../..');
  if (own === startedIn || !existsSync(resolve(own, 'dist/client'))) return;
  const { env } = process;
  if (env.ENV_FILE) env.ENV_FILE = resolve(env.ENV_FILE);
  else if (env.ENV_FILE === undefined && existsSync('.env')) {
    foundFile = resolve('.env');
    env.ENV_FILE = foundFile;
  }
  if (env.DATA_DIR) env.DATA_DIR = resolve(env.DATA_DIR);
  process.chdir(own);
}
