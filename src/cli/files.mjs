import { pathToFileURL } from 'node:url';

import { ensureBuilt, ensureInstalled, root } from './steps.mjs';

process.chdir(root);
try {
  await ensureInstalled();
  await ensureBuilt();
  await import(pathToFileURL(`${root}/dist/server/files.js`).href);
} catch (error) {
  console.error(error.constructor.name === 'StepError' ? error.message : error);
  process.exit(1);
}
