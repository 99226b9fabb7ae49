import { pathToFileURL } from 'node:url';

import { ensureBuilt, ensureInstalled, root } from './steps.mjs';

const here = process.cwd();
process.chdir(root);
try {
  await ensureInstalled();
  await ensureBuilt();
  await import(pathToFileURL(`${root}/dist/server/doctor.js`).href);
} catch (error) {
  console.error(error.constructor.name === 'StepError' ? error.message : error);
  process.chdir(here);
  process.exit(1);
}
