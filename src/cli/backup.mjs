import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { ensureBuilt, ensureInstalled, root } from './steps.mjs';

// Resolves the file from the working directory of the caller.
const [command, file] = process.argv.slice(2);
if (file) process.argv[3] = resolve(process.env.INIT_CWD ?? process.cwd(), file);
process.chdir(root);
try {
  await ensureInstalled();
  await ensureBuilt();
  await import(pathToFileURL(`${root}/dist/server/backup.js`).href);
} catch (error) {
  console.error(error.constructor.name === 'StepError' ? error.message : error);
  process.exit(command ? 1 : 2);
}
