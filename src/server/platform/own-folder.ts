import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes the product's folder, in which `dist`, `drizzle` and `node_modules` are, the working directory, so that it can be started from any
 * other. Relative settings keep their meaning: the `.env` and the data of the folder of the start.
 *
 * @param script the program that runs, such as `/opt/kestrel/dist/server/main.js`
 */
export function enterOwnFolder(script = process.argv[1] ?? ''): void {
  const startedIn = process.cwd();
  const own = resolve(dirname(script), '../..');
  if (own === startedIn || !existsSync(resolve(own, 'dist/client'))) return;
  const { env } = process;
  if (env.ENV_FILE) env.ENV_FILE = resolve(env.ENV_FILE);
  else if (env.ENV_FILE === undefined && existsSync('.env')) env.ENV_FILE = resolve('.env');
  if (env.DATA_DIR) env.DATA_DIR = resolve(env.DATA_DIR);
  process.chdir(own);
}
